import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "./rating-table";
import { onlyChanges, scoreDistributions } from "./score-distributions";

/** Ann's scores and the drafts that she saw, sample by sample. */
const [clear, cause] = [
  [
    [3, 2],
    [2, 4],
    [1, 4],
    [5, 5],
    [5, 5],
    [2, 2],
  ],
  [
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 1],
    [1, 1],
    [0, 0],
  ],
];

function study(): ReportData {
  const base = reportDataFixture({ inputs: 3, criteria: { Clear: [1, 5], Cause: [0, 1] }, annotators: ["Ann"] });
  const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
  return {
    ...base,
    criteria: base.criteria.map((one) => (one.name === "Cause" ? { ...one, labels: ["no", "yes"] } : one)),
    raters: [...base.raters, { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null }],
    ratings: base.ratings.map((one) => ({
      ...one,
      score: (one.criterion === 0 ? clear : cause)?.[one.sample]?.[one.rater] ?? Number.NaN,
      arm: one.rater === 0 ? "drafted" : null,
    })),
    judgeShown: 1,
  };
}

test("scores are counted above, below and equal to the draft in view, labels as changed or not; metrics on a scale of their own draft nothing", () => {
  const change = {
    judge: { Clear: { up: 1, down: 2, same: 3, changed: 3 }, Cause: { up: null, down: null, same: 2, changed: 4 } },
  };
  const table = ratingTable(study());
  expect(onlyChanges(table)).toEqual({ perCriterion: {}, change, bySystem: {}, onCommonUnits: {}, ofMetrics: {} });
  expect(scoreDistributions(table).change).toEqual(change);
});

test("scores beside drafts of a judge that is not in the report change nothing", () => {
  const data = study();
  const rating = { rater: 0, sample: 0, criterion: 0, arm: "drafted" as const, durationMs: null };
  const arms: ReportData["arms"] = {
    runs: ["judge", "gone"].map((judge) => ({ id: judge, judge })),
    ratings: [0, 1].map((run) => ({ ...rating, run, score: 3 })),
    drafts: [0, 1].map((run) => ({ run, sample: 0, criterion: 0, score: 4 })),
  };
  expect(onlyChanges(ratingTable({ ...data, arms })).change).toEqual({
    judge: { Clear: { up: 0, down: 1, same: 0, changed: 1 }, Cause: { up: null, down: null, same: 0, changed: 0 } },
  });
});
