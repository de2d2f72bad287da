import { expect, test } from "vitest";
import type { ArmData } from "@/lib/domain/arm-columns";
import { ratingRows } from "@/lib/domain/rating-columns";
import type { ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { filtered, narrowsRatings } from "./filtered";
import { asColumns } from "./rating-table";

const [ann, bob, judge, another] = [0, 1, 2, 3];
const given = (rater: number, sample: number, score: number) => ({ rater, sample, score, criterion: 0, durationMs: null });
const inArm = (rater: number, sample: number, score: number, arm: ArmData["ratings"][number]["arm"], run: number | null) => ({
  ...given(rater, sample, score),
  ...{ arm, run },
});

/** Ann rated both samples blind and the first again with a draft, in two runs; Bob the first with a draft, and the second before and after one. */
function study(): ReportData {
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob"], rates: () => false });
  return {
    ...base,
    raters: [
      ...base.raters.map((one) => ({ ...one, code: one.kind === "annotator" ? one.name : null })),
      { id: "j2", name: "another", kind: "judge", judgeKind: "endpoint", metric: null, panel: null },
    ],
    ratings: [
      { ...given(ann, 0, 2), arm: "blind" },
      { ...given(ann, 1, 3), arm: "blind" },
      { ...given(bob, 0, 4), arm: "drafted" },
    ],
    arms: {
      runs: ["r", "q"].map((id) => ({ id, judge: "judge" })),
      ratings: [
        ...[inArm(ann, 0, 2, "blind", null), inArm(ann, 1, 3, "blind", null), inArm(bob, 0, 4, "drafted", 0)],
        ...[inArm(ann, 0, 5, "drafted", 0), inArm(ann, 0, 1, "drafted", 1)],
        ...[inArm(bob, 1, 1, "first", 0), inArm(bob, 1, 2, "final", 0)],
      ],
      drafts: [],
    },
    reasonCounts: [ann, bob].flatMap((annotator) =>
      [0, 1].map((sample) => ({ annotator, judge, criterion: 0, sample, reason: `${annotator} ${sample}`, count: 1 })),
    ),
  };
}
const left = (filter: ReportFilter, data = study()) => filtered(asColumns(data), filter);
const ratingsOf = (filter: ReportFilter) =>
  ratingRows(left(filter).ratings).map(({ rater, sample, score, arm }) => [rater, sample, score, arm]);

test("narrowed to an arm, what somebody rated there after rating the same in another counts once, of two scores the final one", () => {
  expect(ratingsOf({ arm: "drafted" })).toEqual([
    [bob, 0, 4, "drafted"],
    [ann, 0, 5, "drafted"],
  ]);
  expect(ratingsOf({ arm: "blind-then-drafted" })).toEqual([[0, 1, 2, "blind-then-drafted"]]);
  expect(ratingsOf({ arm: "blind" })).toEqual([
    [ann, 0, 2, "blind"],
    [ann, 1, 3, "blind"],
  ]);
  expect(ratingsOf({ judge: "another" })).toHaveLength(3);
});

test("work on a draft goes with the rating beside it, not with one that the person gave without", () => {
  const reasons = (arm: ReportFilter["arm"], data = study()) =>
    left({ arm }, data)
      .draftWork()
      .reasonCounts.map(({ reason }) => reason);
  expect(reasons("drafted")).toEqual(["0 0", "1 0"]);
  expect(reasons("blind")).toEqual(["0 1"]);
  expect(reasons("blind-then-drafted")).toEqual(["1 1"]);
  // Ann, who rated the second sample blind, scored it again before and after a draft.
  const again = study();
  again.arms?.ratings.push(...([inArm(ann, 1, 2, "first", 0), inArm(ann, 1, 4, "final", 0)] as ArmData["ratings"]));
  expect([reasons("blind", again), reasons("blind-then-drafted", again)]).toEqual([[], ["0 1", "1 1"]]);
});

test("the judge whose drafts were in view keeps its new place, and with another judge alone it is none", () => {
  const shown = (filter: ReportFilter) => left(filter, { ...study(), judgeShown: another }).judgeShown;
  expect([shown({ annotator: "Bob" }), shown({ annotator: "nobody" }), shown({ judge: "another" }), shown({ judge: "judge" })]).toEqual([
    ...[2, 1, 2, null],
  ]);
  expect(left({ annotator: "nobody", judge: "judge" }, { ...study(), judgeShown: judge }).judgeShown).toBe(0);
  expect(left({ annotator: "Bob" })).not.toHaveProperty("judgeShown");
});

test("who rated in an arm alone on the days that are left stays, and what is left of one arm and one run is beside nothing", () => {
  const data = study();
  const on = <T extends object>(list: T[], day: number) => list.map((one) => ({ ...one, day }));
  const later = {
    ...data,
    ratings: on(data.ratings, 20_000),
    arms: { ...data.arms, ratings: on(data.arms?.ratings ?? [], 20_005) },
  } as ReportData;
  expect(left({ from: "2024-10-09" }, later).raters.map(({ name }) => name)).toEqual(["Ann", "Bob", "judge", "another"]);
  expect(left({ from: "2024-10-10" }, later).raters.map(({ name }) => name)).toEqual(["judge", "another"]);
  const finals = (runs: number[]): ReportData => ({
    ...data,
    arms: { runs: data.arms?.runs ?? [], drafts: [], ratings: runs.map((run, rater) => inArm(rater, 1, 3, "final", run)) } as ArmData,
  });
  const besides = (runs: number[]) => left({ arm: "blind-then-drafted" }, finals(runs)).arms?.ratings.score.length ?? null;
  expect([besides([0, 0]), besides([0, 1])]).toEqual([null, 2]);
});

test("drafts of nobody known stay where no judge is asked for, and a run is of the judge of its name where there is one", () => {
  const data = study();
  const unknown = {
    ...data,
    arms: { ...data.arms, ratings: [inArm(ann, 0, 5, "drafted", null), inArm(bob, 1, 1, "first", null)] },
  } as ReportData;
  const scores = (filter: ReportFilter) => Array.from(left(filter, unknown).arms?.ratings.score ?? []);
  expect([scores({ system: "one" }), scores({ finished: true }), scores({ judge: "judge" })]).toEqual([[5], [5, 1], [1]]);
  const raters = data.raters.map((one) => ({ ...one, name: { judge: "Ada", another: "Ada (judge)" }[one.name] ?? one.name }));
  const runs = ["Ada", "Ada (judge)"].map((name) => ({ id: name, judge: name }));
  const named = { ...data, raters, arms: { ...data.arms, runs } } as ReportData;
  const ofJudge = (name: string) => left({ judge: name }, named).arms?.runs.map(({ id }) => id);
  expect(["Ada", "Ada (judge)"].map(ofJudge)).toEqual([["Ada"], ["Ada (judge)"]]);
});

test("scores that are acceptable besides the one given go with their rating", () => {
  const alsoAcceptable = [
    { rater: ann, sample: 0, criterion: 0, scores: [3] },
    { rater: bob, sample: 0, criterion: 0, scores: [5] },
    { rater: ann, sample: 1, criterion: 0, scores: [4] },
  ];
  const also = (filter: ReportFilter) => left(filter, { ...study(), alsoAcceptable }).alsoAcceptable;
  expect(also({ annotator: "Bob" })).toEqual([{ rater: 0, sample: 0, criterion: 0, scores: [5] }]);
  // Ann rated the second sample blind alone.
  expect(also({ arm: "drafted" })?.map(({ scores }) => scores)).toEqual([[3], [5]]);
  expect(also({ arm: "blind" })?.map(({ scores }) => scores)).toEqual([[3], [4]]);
  expect(left({ arm: "blind" })).not.toHaveProperty("alsoAcceptable");
});

test("ratings of a kept sample are left out by arm, day and annotator, and by nothing else", () => {
  const filters: ReportFilter[] = [{ arm: "blind" }, { from: "2024-10-05" }, { to: "2024-10-05" }, { annotator: "Bob" }];
  expect(filters.map(narrowsRatings)).toEqual([true, true, true, true]);
  expect([{}, { judge: "judge" }, { system: "one" }, { finished: true }].map(narrowsRatings)).toEqual([false, false, false, false]);
});
