import { expect, test } from "vitest";
import type { ArmData } from "@/lib/domain/arm-columns";
import type { ReportColumns, ReportData } from "@/lib/domain/report-data";
import { alphaAtAllLevels, alphaDifference } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";
import { asColumns } from "./rating-table";
import { withoutExcluded } from "./without-excluded";

type Rating = ArmData["ratings"][number];
const rating = (rater: number, sample: number, score: number, arm: Rating["arm"], run: number | null = null, seconds = 10): Rating => ({
  ...{ rater, sample, criterion: 0, score, arm, run },
  durationMs: seconds * 1000,
});

// Four samples of two inputs, four people: two rate blind, two with the draft of run A; run B's draft was shown by one of them afterwards.
const blind = [
  [1, 2],
  [2, 4],
  [5, 5],
  [3, 1],
].flatMap(([a = 0, b = 0], sample) => [rating(0, sample, a, "blind", null, 20), rating(1, sample, b, "blind", null, 30)]);
const drafted = [
  [2, 2],
  [3, 4],
  [5, 5],
  [2, 1],
].flatMap(([a = 0, b = 0], sample) => [rating(2, sample, a, "drafted", 0, 8), rating(3, sample, b, "drafted", 0, 4)]);
const twice = [
  [1, 3],
  [4, 4],
].flatMap(([first = 0, final = 0], sample) => [rating(0, sample, first, "first", 1), rating(0, sample, final, "final", 1)]);
const drafts = (run: number, scores: number[]) => scores.map((score, sample) => ({ run, sample, criterion: 0, score }));

const study = (arms: Partial<ArmData> = {}): ReportData => ({
  ...reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo", "Dan"] }),
  arms: {
    runs: [
      { id: "a", judge: "judge a" },
      { id: "b", judge: "judge b" },
    ],
    ratings: [...blind, ...drafted, ...twice],
    drafts: [...drafts(0, [2, 4, 5, 1]), ...drafts(1, [3, 5, 5, 1])],
    ...arms,
  },
});

const influenceOf = (data: ReportData | ReportColumns) => {
  const { influence } = buildReport(data);
  if (influence === null) throw new Error("no influence");
  return influence;
};

test("each arm has its own ratings, people, agreement and time", () => {
  const { arms } = influenceOf(study());
  expect(
    arms.map(({ arm, run, ratings, annotators, medianSeconds }) => [arm, run?.judge ?? null, ratings, annotators, medianSeconds]),
  ).toEqual([
    ["blind", null, 8, 2, 25],
    ["drafted", "judge a", 8, 2, 6],
    ["first", "judge b", 2, 1, 10],
    ["final", "judge b", 2, 1, 10],
  ]);
  const table = [0, 1, 2, 3].map((sample) => blind.filter((one) => one.sample === sample).map(({ score }) => score));
  expect(arms[0]?.agreement.perCriterion.Clear?.ordinal.value).toBe(alphaAtAllLevels({ ratings: table }).ordinal.value);
  expect(arms[2]?.agreement.perCriterion.Clear?.ordinal).toMatchObject({ value: null, why: "no-pairable-units" });
});

test("the distance to the draft is that of the run in view, for those who saw it and those who did not", () => {
  const [a, b] = influenceOf(study()).comparisons;
  expect(a).toMatchObject({ with: 1, without: 0 });
  // |1-2| |2-2|, |2-4| |4-4|, |5-5| |5-5|, |3-1| |1-1| blind; |2-2| |2-2|, |3-4| |4-4|, 0 0, |2-1| |1-1| with the draft.
  expect(a?.distance.pooled.without).toMatchObject({ value: 5 / 8, n: 8 });
  expect(a?.distance.pooled.with).toMatchObject({ value: 2 / 8, n: 8 });
  expect(a?.distance.pooled.difference.value).toBeCloseTo(-3 / 8, 12);
  expect(a?.distance.perCriterion.Clear).toEqual(a?.distance.pooled);
  // One person's own first scores, of run b's drafts: |1-3| |4-5|, then |3-3| |4-5|.
  expect(b).toMatchObject({ with: 3, without: 2 });
  expect(b?.distance.pooled).toMatchObject({ without: { value: 1.5, n: 2 }, with: { value: 0.5, n: 2 } });
  // With their signs, what is above a draft makes up for what is below.
  expect(a?.signed?.pooled).toMatchObject({ without: { value: -1 / 8, n: 8 }, with: { value: 0, n: 8 }, difference: { value: 1 / 8 } });
  expect(a?.signed?.perCriterion.Clear).toEqual(a?.signed?.pooled);
  expect(a?.signed?.pooled.without.interval?.low).toBeLessThan(-1 / 8);
  expect(b?.signed?.pooled).toMatchObject({ without: { value: -1.5, n: 2 }, with: { value: -0.5, n: 2 } });
});

test("alpha's difference is drafted minus blind on the same samples, and time's likewise", () => {
  const [a] = influenceOf(study()).comparisons;
  const rows = (of: Rating[]) => [0, 1, 2, 3].map((sample) => of.filter((one) => one.sample === sample).map(({ score }) => score));
  const expected = alphaDifference({ first: rows(blind), second: rows(drafted), level: "ordinal", clusters: ["i0", "i0", "i1", "i1"] });
  expect(a?.agreement.perCriterion.Clear?.ordinal.value).toBeCloseTo(expected.value ?? Number.NaN, 12);
  expect(a?.agreement.perCriterion.Clear?.ordinal.interval?.low).toBeCloseTo(expected.interval?.low ?? Number.NaN, 12);
  expect(a?.agreement.meanOverCriteria.ordinal.value).toBeCloseTo(expected.value ?? Number.NaN, 12);
  expect(a?.seconds.pooled).toMatchObject({ with: { value: 6 }, without: { value: 25 }, difference: { value: -19 } });
});

test("where nobody rated blind, arms are shown alone; where all work is in one arm, there is nothing to compare", () => {
  expect(influenceOf(study({ ratings: drafted })).comparisons).toEqual([]);
  expect(buildReport({ ...study(), arms: null }).influence).toBeNull();
});

test("ratings made elsewhere with a draft nobody knows are compared by agreement and time, not by a distance", () => {
  const elsewhere = drafted.map((one) => ({ ...one, run: null }));
  const [a, ...others] = influenceOf(study({ ratings: [...blind, ...elsewhere], runs: [], drafts: [] })).comparisons;
  expect(others).toEqual([]);
  const [known] = influenceOf(study()).comparisons;
  expect(a?.agreement).toEqual(known?.agreement);
  expect(a?.seconds).toEqual(known?.seconds);
  for (const { with: seen, without, difference } of [a?.distance.pooled, a?.distance.perCriterion.Clear].flatMap((one) => one ?? []))
    expect([seen, without, difference]).toMatchObject(Array(3).fill({ value: null, why: "unknown-draft" }));
  expect(Object.keys(a?.distance.perCriterion ?? {})).toEqual(["Clear"]);
});

test("by default, excluded people are in no arm", () => {
  const data = study();
  const excluded = {
    ...data,
    excluded: [{ rater: 3, reason: "left", at: "2026-11-01T00:00:00.000Z" }] as unknown as ReportData["excluded"],
  };
  const [, withDraft] = influenceOf({ ...withoutExcluded(asColumns(excluded)), raters: data.raters }).arms;
  expect(withDraft).toMatchObject({ arm: "drafted", ratings: 4, annotators: 1 });
});

test("distances on different scales are not pooled", () => {
  const mixed = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5], Long: [0, 100] } });
  const [a] = influenceOf({ ...mixed, arms: study().arms }).comparisons;
  expect(a?.distance.pooled.difference).toMatchObject({ value: null, why: "mixed-scales" });
  expect(a?.distance.perCriterion.Clear?.difference.value).not.toBeNull();
  expect(a?.signed?.pooled.difference).toMatchObject({ value: null, why: "mixed-scales" });
  expect(a?.signed?.perCriterion.Clear?.difference.value).not.toBeNull();
});

test("a label is the draft's or another: what is kept is compared, and pooled distances leave it out", () => {
  const data = study();
  const labels = ["none", "a", "b", "c", "d", "e"];
  const [a] = influenceOf({ ...data, criteria: data.criteria.map((criterion) => ({ ...criterion, min: 0, max: 5, labels })) }).comparisons;
  // Without the draft of A 1 0, 1 0, 0 0, 1 0 are another label; with it 0 0, 1 0, 0 0, 1 0.
  expect(a?.distance.perCriterion.Clear).toMatchObject({
    without: { value: 3 / 8 },
    with: { value: 2 / 8 },
    difference: { value: -1 / 8 },
  });
  for (const none of [a?.distance.pooled, a?.signed?.pooled, a?.signed?.perCriterion.Clear])
    expect(none).toMatchObject({ without: { value: null, why: "labels" }, difference: { value: null, why: "labels" } });
  expect(a?.agreement.perCriterion.Clear).toMatchObject({ ordinal: { value: null, why: "labels" } });
  expect(a?.agreement.perCriterion.Clear?.nominal.value).not.toBeNull();
});

test("each criterion is compared by its own scores, drafts and times; labels count in the nominal mean alone", () => {
  const [one, other] = [0, 1].map((criterion) =>
    [...blind, ...drafted].map((each) => ({
      ...each,
      criterion,
      ...(criterion === 1 && { score: 1 + ((each.score * 2 + each.rater + each.sample) % 5), durationMs: 1000 * (each.rater + 2) }),
    })),
  ) as [Rating[], Rating[]];
  const own = [2, 4, 5, 1].flatMap((score, sample) =>
    [0, 1].map((criterion) => ({ run: 0, sample, criterion, score: 1 + ((score + criterion - 1) % 5) })),
  );
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5], True: [1, 5] }, annotators: ["Ann", "Bob", "Cleo", "Dan"] });
  const data = study({ ratings: [...one, ...other], drafts: own });
  const [found] = influenceOf({ ...base, arms: data.arms }).comparisons;
  const [alone] = influenceOf(study({ ratings: one, drafts: own.filter(({ criterion }) => criterion === 0) })).comparisons;
  const asFirst = <T extends { criterion: number }>(list: T[]) => list.map((each) => ({ ...each, criterion: 0 }));
  const [second] = influenceOf(
    study({ ratings: asFirst(other), drafts: asFirst(own.filter(({ criterion }) => criterion === 1)) }),
  ).comparisons;
  for (const measure of ["distance", "signed", "seconds", "agreement"] as const) {
    expect(found?.[measure]?.perCriterion.Clear).toEqual(alone?.[measure]?.perCriterion.Clear);
    expect(found?.[measure]?.perCriterion.True).toEqual(second?.[measure]?.perCriterion.Clear);
    expect(alone?.[measure]?.perCriterion.Clear).not.toEqual(second?.[measure]?.perCriterion.Clear);
  }
  for (const measure of ["distance", "seconds"] as const) {
    const means = [alone, second].map((each) => each?.[measure].pooled.with.value ?? Number.NaN);
    expect(found?.[measure].pooled.with).toMatchObject({ n: 16, value: expect.closeTo(((means[0] ?? 0) + (means[1] ?? 0)) / 2, 12) });
  }
  const labels = ["0", "a", "b", "c", "d", "e"];
  const criteria = base.criteria.map((criterion, at) => (at === 1 ? { ...criterion, min: 0, max: 5, labels } : criterion));
  const [mixed] = influenceOf({ ...base, criteria, arms: data.arms }).comparisons;
  expect(mixed?.distance.pooled).toEqual(alone?.distance.pooled);
  expect(mixed?.seconds.pooled).toEqual(found?.seconds.pooled);
  expect(mixed?.agreement.meanOverCriteria).toEqual({
    ...alone?.agreement.meanOverCriteria,
    nominal: found?.agreement.meanOverCriteria.nominal,
  });
  const named = base.criteria.map((criterion) => ({ ...criterion, min: 0, max: 5, labels }));
  const [none] = influenceOf({ ...base, criteria: named, arms: data.arms }).comparisons;
  expect(none?.agreement.meanOverCriteria).toMatchObject({
    nominal: { value: found?.agreement.meanOverCriteria.nominal.value },
    ordinal: { value: null, why: "labels" },
  });
});

test("final scores are set against the first ones of the same run, and only known times have a median", () => {
  const of = (run: number, sample: number) => [rating(run, sample, 2, "first", run), rating(run, sample, 3, "final", run, 2 + 3 * run)];
  const untimed = [1, 3].map((sample) => ({ ...rating(1, sample, 4, "final", 1), durationMs: null }));
  const { arms, comparisons } = influenceOf(
    study({ ratings: [...of(0, 0), ...of(0, 1), ...of(1, 0), ...of(1, 2), ...untimed, rating(2, 3, 4, "drafted", 0)] }),
  );
  expect(arms.map(({ arm, run, medianSeconds }) => [arm, run?.id, medianSeconds])).toEqual([
    ["drafted", "a", 10],
    ["first", "a", 10],
    ["first", "b", 10],
    ["final", "a", 2],
    ["final", "b", 5],
  ]);
  expect(comparisons.map(({ with: seen, without }) => [seen, without])).toEqual([[3, 1], [4, 2]]); // biome-ignore format: one row
});

test("verdicts on pairs have no distance to a draft", () => {
  const data = study();
  expect(buildReport({ ...data, task: { ...data.task, kind: "pairwise" } }).influence).toBeNull();
});
