import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredDistance, clusteredMean } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { filtered } from "../filtered";
import { asColumns, ratingTable } from "../rating-table";
import { withoutExcluded } from "../without-excluded";
import { people } from "./people";

/** Scores of Ann, Bob and Cleo and of the judge, with what is acceptable besides, sample by sample; two samples have one input. */
interface Row {
  scores: (number | null)[];
  judge: number | null;
  also?: Record<number, number[]>;
}
const rows: Row[] = [
  { scores: [3, 4, 3], judge: 4, also: { 0: [4], 1: [3] } },
  { scores: [2, 2, null], judge: 3, also: { 0: [3] } },
  { scores: [5, 4, 2], judge: 2, also: { 0: [4], 2: [1, 3] } },
  { scores: [1, null, null], judge: 1 },
  { scores: [4, 5, 4], judge: null, also: { 1: [4] } },
  { scores: [3, 3, 4], judge: 3, also: { 2: [3, 5] } },
];

function study(of: readonly Row[] = rows, arm: (sample: number, rater: number) => string = () => "blind"): ReportData {
  const base = reportDataFixture({ inputs: 3, criteria: { Tone: [1, 5] }, rates: () => false });
  const [criterion] = base.criteria;
  if (!criterion) throw new Error("the fixture has no criterion");
  const rating = (rater: number, sample: number, score: number | null | undefined, by: string | null) =>
    score == null ? [] : [{ rater, sample, criterion: 0, score, arm: by, durationMs: null, day: 10 + sample }];
  return {
    ...base,
    criteria: [{ ...criterion, several: true }],
    ratings: of.flatMap(({ scores, judge }, sample) => [
      ...scores.flatMap((score, rater) => rating(rater, sample, score, arm(sample, rater))),
      ...rating(3, sample, judge, null),
    ]),
    alsoAcceptable: of.flatMap(({ also = {} }, sample) =>
      Object.entries(also).map(([rater, scores]) => ({ rater: Number(rater), sample, criterion: 0, scores })),
    ),
  };
}

const of = (data: ReportData) => people(ratingTable(data)).perCriterion.Tone?.acceptable;

const inputs = ["i0", "i0", "i1", "i1", "i2", "i2"];
/** A mean over units as it is defined, and its interval by input. */
const mean = (values: (number | null)[]) => {
  const kept = values.flatMap((value, sample) => (value === null ? [] : [{ value, input: inputs[sample] ?? "" }]));
  const { value, interval, n } = clusteredMean({ values: kept.map((one) => one.value), clusters: kept.map(({ input }) => input) });
  return { value, interval, n };
};

test("how often another person's score is the same, or among those that are acceptable, are shares of ordered pairs, the mean over units", () => {
  const found = of(study());
  // Unit 1: of six pairs, Ann and Cleo's two are equal. Ann accepts 4 and Bob 3: Bob-Ann, Ann-Bob, Cleo-Bob too; not Bob-Cleo.
  const exact = [2 / 6, 1, 0, null, 2 / 6, 2 / 6];
  const accepted = [5 / 6, 1, 1 / 6, null, 4 / 6, 4 / 6];
  for (const [figure, expected] of [
    [found?.exact, mean(exact)],
    [found?.accepted, mean(accepted)],
  ] as const) {
    expect(figure?.value).toBeCloseTo(expected.value ?? Number.NaN, 12);
    expect(figure?.n).toBe(5);
    expect(figure?.interval?.low).toBeCloseTo(Math.max(0, expected.interval?.low ?? Number.NaN), 12);
    expect(figure?.interval?.high).toBeCloseTo(Math.min(1, expected.interval?.high ?? Number.NaN), 12);
  }
  // Seven of fifteen ratings, which depend on each other within an input.
  const several = clusteredMean({
    values: rows.flatMap(({ scores, also = {} }) => scores.flatMap((score, rater) => (score === null ? [] : Number(rater in also)))),
    clusters: rows.flatMap(({ scores }, sample) => scores.flatMap((score) => (score === null ? [] : (inputs[sample] ?? "")))),
  });
  expect(found?.several).toMatchObject({ value: 7 / 15, n: 15, interval: { low: several.interval?.low, high: several.interval?.high } });
  expect(found?.basis).toBe("blind");
});

test("a judge's score is compared with each person's, and with how often other people's are acceptable on the same units", () => {
  const judge = of(study())?.judges.judge;
  expect(judge?.exact.value).toBeCloseTo((1 / 3 + 0 + 1 / 3 + 1 + 2 / 3) / 5, 12);
  expect(judge?.accepted.value).toBeCloseTo((2 / 3 + 1 / 2 + 1 / 3 + 1 + 1) / 5, 12);
  expect([judge?.exact.n, judge?.accepted.n]).toEqual([5, 5]);
  const difference = mean([2 / 3 - 5 / 6, 1 / 2 - 1, 1 / 3 - 1 / 6, null, null, 1 - 4 / 6]);
  expect(judge?.difference.value).toBeCloseTo(difference.value ?? Number.NaN, 12);
  expect(judge?.difference.interval?.low).toBeCloseTo(difference.interval?.low ?? Number.NaN, 12);
  expect(judge?.difference.n).toBe(4);
});

test("acceptable scores and the judge's are counted by people's median, with their divergence", () => {
  const byMedian = of(study())?.judges.judge?.byMedian;
  expect(byMedian?.map(({ people: median, units, acceptable, judge }) => ({ median, units, acceptable, judge }))).toEqual([
    { median: 1, units: 1, acceptable: { 1: 1 }, judge: { 1: 1 } },
    { median: 2, units: 1, acceptable: { 2: 2, 3: 1 }, judge: { 3: 1 } },
    { median: 3, units: 2, acceptable: { 3: 6, 4: 3, 5: 1 }, judge: { 3: 1, 4: 1 } },
    { median: 4, units: 1, acceptable: { 1: 1, 2: 1, 3: 1, 4: 2, 5: 1 }, judge: { 2: 1 } },
  ]);
  const expected = clusteredDistance({
    ...{ first: [3, 3, 3, 3, 3, 3, 4, 4, 4, 5], firstClusters: [0, 0, 0, 2, 2, 2, 0, 0, 2, 2] },
    ...{ second: [4, 3], secondClusters: [0, 2] },
  }).jensenShannonBits;
  expect(byMedian?.[2]?.divergence).toMatchObject({ value: expected.value, interval: expected.interval, n: 2 });
});

test("each criterion has its own ratings and its own acceptable scores, and a divergence without an interval where none is wanted", () => {
  const data = study();
  const [tone] = data.criteria;
  const two = {
    ...data,
    criteria: [tone ?? expect.unreachable(), { ...tone, name: "Form" }] as ReportData["criteria"],
    ratings: data.ratings.flatMap((one) => [one, { ...one, criterion: 1, score: 6 - one.score }]),
    // On Form, Bob alone holds a second score acceptable, of the first sample.
    alsoAcceptable: [...(data.alsoAcceptable ?? []), { rater: 1, sample: 0, criterion: 1, scores: [5] }],
  };
  const { Tone, Form } = people(ratingTable(two)).perCriterion;
  expect(Tone?.acceptable).toEqual(of(data));
  expect(Form?.acceptable).toMatchObject({ several: { value: 1 / 15, n: 15 }, exact: { value: of(data)?.exact.value } });
  expect(Form?.acceptable?.judges.judge?.byMedian.map(({ people: median, acceptable }) => [median, acceptable])).toEqual([
    [2, { 1: 1, 2: 1, 4: 1 }],
    [3, { 2: 2, 3: 4, 5: 1 }],
    [4, { 4: 2 }],
    [5, { 5: 1 }],
  ]);
  const plain = people(ratingTable(data, { interval: "none" })).perCriterion.Tone?.acceptable?.judges.judge?.byMedian[2];
  expect(plain?.divergence).toMatchObject({ n: 2, interval: null });
});

test("blind ratings alone count where there are any: what was acceptable before a draft was shown is not kept", () => {
  // Ann's are blind, the others' are not.
  const found = of(study(rows, (_, rater) => (rater === 0 ? "blind" : "blind-then-drafted")));
  expect(found).toMatchObject({ basis: "blind", several: { value: 3 / 6, n: 6 }, exact: { value: null, why: "no-units" } });
  expect(found?.judges.judge?.difference).toMatchObject({ value: null, why: "no-units" });
  const all = of(study(rows, () => "drafted"));
  expect(all).toMatchObject({ basis: "all", several: { value: 7 / 15, n: 15 } });
});

test("labels are counted by most people's; where ratings have one score, or nobody rated, there is nothing to say", () => {
  const data = study();
  const labelled = { ...data, criteria: data.criteria.map((one) => ({ ...one, labels: ["z", "a", "b", "c", "d", "e"] })) };
  // Three different labels have no most.
  expect(of(labelled)?.judges.judge?.byMedian.map(({ people: most, units }) => [most, units])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
  const { several: _, ...criterion } = data.criteria[0] ?? expect.unreachable();
  expect(of({ ...data, criteria: [criterion] })).toBeNull();
  const nobody = of(study(rows.map((row) => ({ ...row, scores: [null, null, null] }))));
  const none = { value: null, why: "no-units", n: 0, interval: null, intervalWhy: "undefined-estimate" };
  const ofJudge = { exact: none, accepted: none, difference: none, byMedian: [] };
  expect(nobody).toEqual({ basis: "all", several: none, exact: none, accepted: none, judges: { judge: ofJudge } });
});

test("what is acceptable follows the filter, and goes with an excluded person", () => {
  const data = asColumns(study());
  const mine = (of: ReturnType<typeof filtered>) => people(ratingTable(of)).perCriterion.Tone?.acceptable;
  expect(mine(filtered(data, { system: "two" }))?.several).toMatchObject({ value: 2 / 6, n: 6 });
  expect(mine(filtered(data, { annotator: "Cleo" }))?.several.n).toBe(0);
  const from = new Date((10 + 2) * 86_400_000).toISOString().slice(0, 10);
  expect(mine(filtered(data, { from }))?.several).toMatchObject({ value: 4 / 10, n: 10 });
  // Cleo is the last person, and the judge then comes before her.
  const raters = [0, 1, 3, 2].flatMap((place) => data.raters[place] ?? []);
  const placeOf = [0, 1, 3, 2];
  const excluded = {
    ...data,
    raters,
    ratings: { ...data.ratings, rater: data.ratings.rater.map((rater) => placeOf[rater] as number) },
    alsoAcceptable: (data.alsoAcceptable ?? []).map((one) => ({ ...one, rater: placeOf[one.rater] as number })),
    excluded: [{ rater: 3, reason: "fast" }],
  };
  expect(mine(withoutExcluded(excluded))?.several).toMatchObject({ value: 5 / 11, n: 11 });
});
