import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredShare } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport, reportOf, reportValues } from "./build-report";
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
  const { changeShares, ...rest } = onlyChanges(table);
  expect(rest).toEqual({ perCriterion: {}, change, bySystem: {}, onCommonUnits: {}, ofMetrics: {} });
  expect(changeShares).toEqual(scoreDistributions(table).changeShares);
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

test("each share of scores above, below and equal to the draft has an interval over inputs, which comes with the other intervals", () => {
  // Two samples of each input, one after the other.
  const of = (...hits: number[]) => {
    const { value: share, interval, intervalWhy } = clusteredShare({ hits, sizes: [2, 2, 2] });
    return { count: hits.reduce((sum, hit) => sum + hit), share, interval, intervalWhy };
  };
  const shares = {
    Clear: { up: of(1, 0, 0), down: of(1, 1, 0), same: of(0, 1, 2), changed: of(2, 1, 0) },
    Cause: { up: null, down: null, same: of(0, 0, 2), changed: of(2, 2, 0) },
  };
  expect(shares.Clear.up.interval).not.toBeNull();
  expect(buildReport(study()).scores.changeShares).toEqual({ judge: shares });
  const later = (share: ReturnType<typeof of> | null) => share && { ...share, interval: null, intervalWhy: "being-computed" };
  expect(reportValues(reportOf(study())).scores.changeShares?.judge?.Clear).toEqual({
    ...{ up: later(shares.Clear.up), down: later(shares.Clear.down) },
    ...{ same: later(shares.Clear.same), changed: later(shares.Clear.changed) },
  });
});

test("a share of ratings that nobody gave is undefined, with the reason for its interval", () => {
  const unseen = buildReport({ ...study(), ratings: study().ratings.map((one) => ({ ...one, arm: null })) });
  const none = { count: 0, share: null, interval: null, intervalWhy: "undefined-estimate" };
  expect(unseen.scores.changeShares?.judge?.Clear).toEqual({ up: none, down: none, same: none, changed: none });
});
