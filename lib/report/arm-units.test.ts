import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { besideDrafts, judgeInView } from "./arm-units";
import { asColumns, ratingTable } from "./rating-table";

const rating = (rater: number, sample: number, criterion: number, score: number, arm: string) => ({
  ...{ rater, sample, criterion, score, arm, durationMs: null },
});

/** Ann, and two judges, on two samples and two criteria. */
const base: ReportData = {
  ...reportDataFixture({ inputs: 1, annotators: ["Ann"], rates: () => false }),
  raters: ["Ann", "Kim", "Lee"].map((name, at) => ({
    ...{ id: name, name, kind: at === 0 ? "annotator" : "judge", judgeKind: at === 0 ? null : "endpoint", metric: null, panel: null },
  })),
};
const besides = (data: ReportData) => {
  const found: unknown[][] = [];
  besideDrafts(ratingTable(data), ({ judge, criterion, score, draft }) => found.push([judge, criterion, score, draft]));
  return found;
};

test("where work was done in several arms, scores with a draft in view are beside the draft of their own run, if it has one", () => {
  const of = (sample: number, criterion: number, score: number, arm: "blind" | "drafted" | "first" | "final", run: number | null) => ({
    ...rating(0, sample, criterion, score, arm),
    ...{ arm, run },
  });
  const arms: ReportData["arms"] = {
    runs: [
      { id: "k", judge: "Kim" },
      { id: "l", judge: "Lee" },
    ],
    ratings: [
      of(0, 0, 1, "blind", null),
      of(0, 1, 2, "drafted", 0),
      of(1, 0, 3, "first", 1),
      of(1, 0, 4, "final", 1),
      of(1, 1, 5, "drafted", 1),
      of(0, 0, 2, "drafted", null),
    ],
    drafts: [
      { run: 0, sample: 0, criterion: 1, score: 6 },
      { run: 1, sample: 0, criterion: 1, score: 7 },
      { run: 0, sample: 1, criterion: 0, score: 8 },
      { run: 1, sample: 1, criterion: 0, score: 9 },
      { run: 0, sample: 1, criterion: 1, score: 1 },
    ],
  };
  // Also where a judge's newest drafts are known.
  expect(besides({ ...base, arms, judgeShown: 1 })).toEqual([
    ["Kim", 1, 2, 6],
    ["Lee", 0, 4, 9],
  ]);
});

test("in one arm, scores with a draft in view are beside the newest drafts of the judge that people saw", () => {
  const ratings = [
    rating(0, 0, 0, 1, "drafted"),
    rating(0, 0, 1, 2, "blind"),
    rating(0, 1, 0, 3, "drafted"),
    rating(0, 1, 1, 4, "drafted"),
    ...[5, 1, 2].map((score, unit) => ({ ...rating(2, unit >> 1, unit % 2, score, ""), arm: null })),
    { ...rating(1, 1, 1, 3, ""), arm: null },
  ];
  const data = { ...base, ratings };
  expect(besides({ ...data, judgeShown: 2 })).toEqual([
    ["Lee", 0, 1, 5],
    ["Lee", 0, 3, 2],
  ]);
  expect(besides({ ...data, judgeShown: 1 })).toEqual([["Kim", 1, 4, 3]]);
  expect(besides({ ...data, judgeShown: null })).toEqual([]);
});

test("whose drafts were in view is what the report kept, and before it did the only judge whose lines were acted on", () => {
  const acted = (...judges: number[]) =>
    asColumns({
      ...base,
      actionCounts: judges.map((judge) => ({
        ...{ judge, annotator: 0, criterion: 0, input: 0, itemKind: "score" },
        ...{ accept: 1, together: 0, revise: 0, remove: 0, add: 0 },
      })),
    });
  expect([acted(), acted(2), acted(2, 2), acted(2, 1)].map(judgeInView)).toEqual([null, 2, 2, null]);
  expect([1, null].map((judgeShown) => judgeInView({ ...acted(2), judgeShown }))).toEqual([1, null]);
});
