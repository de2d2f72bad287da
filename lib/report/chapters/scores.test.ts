import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredDistance, clusteredMean, distributionDistance, isotonic, judgeError } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import {
  sixRows as complete,
  type Rows,
  fourRows as rows,
  sixInputs as six,
  twoInputs as small,
  scoredSamples as study,
  sixSystems as systems,
} from "@/lib/testing/scored-samples";
import { ratingTable } from "../rating-table";
import { scores } from "./scores";

const scoresOf = (data: ReportData) => scores(ratingTable(data)).judge?.Clear;
const [human, judge] = [
  [3, 3, 1.5, 5],
  [5, 3, 1, 5],
];

test("each unit counts once, at people's median and the judge's score", () => {
  const { confusion } = scoresOf(small(rows)) ?? {};
  expect(confusion?.values).toEqual([1, 2, 3, 4, 5]);
  expect(confusion?.counts).toEqual([
    [1, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 1, 0, 1],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1],
  ]);
  expect(confusion?.farApart).toBe(1);
});

test("medians and distances are those on paper where the scale has decimals", () => {
  const on = (step: number | null, table: number[][]) => {
    const data = small(table);
    return scoresOf({ ...data, criteria: data.criteria.map((one) => ({ ...one, min: 0, max: 3, step })) })?.confusion;
  };
  // The mean of .6 and 1.2 is .9, the fourth point of 0, .3, .6, .9, …, and a little less in doubles.
  const points = on(0.3, [[0.6, 1.2, 0.9], [0, 0, 0], [0, 0, 0], [0, 0, 0]]); // biome-ignore format: one row
  expect(points?.values).toHaveLength(11);
  expect([points?.counts[3]?.[3], points?.counts[0]?.[0]]).toEqual([1, 3]);
  expect(2.3 - 0.3).toBeLessThan(2);
  expect(on(null, [[0.3, 0.3, 2.3], [0.3, 0.3, 2.2], [0, 0, 0], [0, 0, 0]])?.farApart).toBe(1); // biome-ignore format: one row
});

test("differences have a bubble for each pair of values, with bias and limits", () => {
  const found = scoresOf(small([...rows.slice(0, 3), [3, 3, 3]]))?.blandAltman;
  const expected = judgeError({ human: [3, 3, 1.5, 3], judge: [5, 3, 1, 3], clusters: ["i0", "i0", "i1", "i1"] });
  expect(found?.bubbles).toEqual([
    { mean: 4, difference: 2, people: 3, judge: 5, n: 1 },
    { mean: 3, difference: 0, people: 3, judge: 3, n: 2 },
    { mean: 1.25, difference: -0.5, people: 1.5, judge: 1, n: 1 },
  ]);
  expect(found).toMatchObject({
    n: 4,
    bias: { value: expected.signed.value },
    low: { value: expected.blandAltman?.low },
    high: { value: expected.blandAltman?.high },
  });
});

test("each score of the judge has people's mean, and recalibration is measured on other inputs", () => {
  const { calibration } = scoresOf(small(rows)) ?? {};
  expect(calibration?.levels.map(({ level, value, n }) => [level, value, n])).toEqual([
    [1, 1.5, 1],
    [3, 3, 1],
    [5, 4, 2],
  ]);
  const fit = isotonic({ human, judge, clusters: ["i0", "i0", "i1", "i1"] });
  expect(calibration).toMatchObject({ steps: fit.steps, error: { value: fit.raw.value }, recalibrated: { value: fit.recalibrated.value } });
  expect(calibration?.error.value).toBe(2.5 / 4);
  expect(calibration?.error.interval).toEqual(fit.raw.interval);
  expect(calibration?.recalibrated.interval).toEqual(fit.recalibrated.interval);
});

test("distributions are compared on units that both scored", () => {
  const { distance, top, bottom } = scoresOf(small(rows)) ?? {};
  // People: 1, 2, 2, 3, 3, 4, 5, 5; the judge: 1, 3, 5, 5.
  const expected = distributionDistance({ first: [1, 2, 2, 1, 2], second: [1, 0, 1, 0, 2], scale: [1, 2, 3, 4, 5] });
  expect(distance?.wasserstein.value).toBe(expected.wasserstein.value);
  expect(distance?.jensenShannon.value).toBe(expected.jensenShannonBits.value);
  expect([top?.people.value, top?.judge.value]).toEqual([2 / 8, 2 / 4]);
  expect([bottom?.people, bottom?.judge]).toMatchObject([
    { value: 1 / 8, n: 8 },
    { value: 1 / 4, n: 4 },
  ]);
});

test("distances between distributions and the error that is left have intervals by input", () => {
  const data = reportDataFixture();
  const { distance, calibration, ties } = scoresOf(data) ?? {};
  const own = (of: (rater: number) => boolean) => data.ratings.filter(({ rater, criterion }) => criterion === 0 && of(rater));
  const [people, judged] = [own((rater) => rater < 3), own((rater) => rater === 3)];
  const inputs = (some: typeof people) => some.map(({ sample }) => Math.floor(sample / 2));
  const expected = clusteredDistance({
    ...{ first: people.map(({ score }) => score), firstClusters: inputs(people) },
    ...{ second: judged.map(({ score }) => score), secondClusters: inputs(judged) },
  });
  for (const [figure, found] of [
    [distance?.jensenShannon, expected.jensenShannonBits],
    [distance?.wasserstein, expected.wasserstein],
  ] as const) {
    expect(figure).toMatchObject({ value: found.value, n: 32, intervalWhy: null });
    expect(figure?.interval?.low).toBeCloseTo(found.interval?.low ?? 9, 12);
    expect(figure?.interval?.high).toBeCloseTo(found.interval?.high ?? 9, 12);
  }
  for (const figure of [calibration?.error, calibration?.recalibrated, ties?.calibrated]) expect(figure?.interval?.method).toBe("t");
  const values = scores(ratingTable(data, { interval: "none" })).judge?.Clear;
  for (const figure of [values?.distance.wasserstein, values?.calibration.error, values?.calibration.recalibrated, values?.ties.calibrated])
    expect(figure).toMatchObject({ interval: null, intervalWhy: "not-requested" });
});

test("no interval of a mean score leaves the scale", () => {
  // Three inputs, one a little below the top: by t with two degrees of freedom the mean would reach above 5.
  const base = reportDataFixture({ inputs: 3, criteria: { Clear: [1, 5] }, annotators: ["Ann"] });
  const samples = base.samples.map((sample, place) => ({ ...sample, system: place % 2 === 0 ? "one" : "two" }));
  const ratings = base.ratings.map((one) => ({ ...one, score: one.rater === 0 && one.sample < 2 ? 4 : 5 }));
  const found = scoresOf({ ...base, samples, ratings });
  const [level] = found?.calibration.levels ?? [];
  const [system] = found?.systems.rows ?? [];
  expect([level?.interval?.high, system?.people.interval?.high]).toEqual([5, 5]);
  expect(level?.interval?.low).toBeLessThan(4.5);
});

test("what the judge or people left out has no part in any figure", () => {
  const all = scoresOf(study(complete, six, systems));
  const gaps: Rows = [[5, 5, null], ...complete, [null, null, 2], [1, null, null], [null, null, null]];
  const others = ["i3", ...six, "i1", "i2", "i4"];
  expect(scoresOf(study(gaps, others, ["two", ...systems, "one", "two", "three"]))).toEqual(all);
});

test("a person's missing score leaves the other's", () => {
  const half = study([[4, null, 5], ...complete.slice(1)], six, systems);
  const { confusion, top } = scoresOf(half) ?? {};
  expect(confusion?.counts[3]).toEqual([0, 0, 0, 0, 1]);
  // Eleven scores: 4, 3 3, 1 2, 5 5, 2 2, 4 3.
  expect(top?.people).toMatchObject({ value: 2 / 11, n: 11 });
});

test("shares of the top score have intervals by input, of people and of the judge", () => {
  const { top } = scoresOf(study(complete, six, systems)) ?? {};
  const inputsOfScores = six.flatMap((input) => [input, input]);
  const given = clusteredMean({ values: [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0], clusters: inputsOfScores });
  expect(top?.people).toMatchObject({ value: 2 / 12, n: 12, interval: { method: "t", low: 0 } });
  expect(top?.people.interval?.high).toBeCloseTo(given.interval?.high ?? Number.NaN, 12);
  const reach = clusteredMean({ values: [1, 0, 0, 1, 0, 0], clusters: six }).interval?.high ?? Number.NaN;
  expect(top?.judge).toMatchObject({ value: 2 / 6, n: 6, interval: { method: "t", low: 0, high: Math.min(1, reach) } });
  const apart = study(complete, ["a", "b", "c", "d", "e", "f"], systems);
  expect(scoresOf(apart)?.top.judge.interval?.method).toBe("wilson");
});

test("a scale of up to eleven points is counted by its points, a longer one or one without steps by the whole numbers seen", () => {
  const rows: Rows = [
    [10, 10, 9],
    [2, 3, 0],
    [7, 7, 10],
  ];
  const found = (scale: [number, number], step: number | null) => {
    const data = study(rows, ["a", "b", "c"], ["one", "one", "one"], scale);
    return scoresOf({ ...data, criteria: data.criteria.map((one) => ({ ...one, step })) })?.confusion;
  };
  expect(found([0, 10], 1)?.values).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const seen of [found([0, 11], 1), found([0, 10], null)]) {
    expect(seen?.values).toEqual([0, 2, 7, 9, 10]);
    // People's medians 10, 2.5 and 7 against 9, 0 and 10.
    expect(seen?.counts).toEqual([
      [0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0],
      [0, 0, 0, 0, 1],
      [0, 0, 0, 0, 0],
      [0, 0, 0, 1, 0],
    ]);
    expect(seen?.farApart).toBe(2);
  }
});

test("limits of agreement and distances between distributions need scores that differ", () => {
  const alone = scoresOf(study([[2, 2, 3]], ["a"], ["one"]));
  expect(alone?.blandAltman).toBeNull();
  // Two values are enough: people's are all 2, the judge's all 3.
  expect(alone?.distance).toMatchObject({ jensenShannon: { value: 1, n: 1 }, wasserstein: { value: 1, n: 1 } });
  const same = scoresOf(study([[3, 3, 3]], ["a"], ["one"]));
  for (const figure of [same?.distance.jensenShannon, same?.distance.wasserstein])
    expect(figure).toMatchObject({ value: null, why: "no-variation" });
});

test("criteria that judge and people have no unit of in common, and labels, are left out", () => {
  const base = reportDataFixture({
    criteria: { Clear: [1, 5], True: [1, 5], Cause: [0, 1] },
    rates: (name, sample, criterion) => criterion !== "Clear" || (name === "judge") === sample < 4,
  });
  const named = { ...base, criteria: base.criteria.map((one) => (one.name === "Cause" ? { ...one, labels: ["no", "yes"] } : one)) };
  expect(Object.keys(scores(ratingTable(named)).judge ?? {})).toEqual(["True"]);
  // One unit in common is enough.
  const one = { ...base.ratings[0], rater: 3, sample: 9, criterion: 0, score: 2, arm: null };
  const joined = { ...named, ratings: [...named.ratings, one as (typeof named.ratings)[number]] };
  expect(Object.keys(scores(ratingTable(joined)).judge ?? {})).toEqual(["Clear", "True"]);
});

test("where people rated without a draft too, only that counts; where nobody did, all of it does", () => {
  const data = study(complete, six, systems);
  const people = (drafted: (rater: number) => boolean) => {
    const ratings = data.ratings.map((one) => (one.rater < 2 && drafted(one.rater) ? { ...one, arm: "drafted" } : one));
    return scoresOf({ ...data, ratings });
  };
  const annAlone = study(
    complete.map(([ann, , judged]) => [ann ?? null, null, judged ?? null]),
    six,
    systems,
  );
  expect(people((rater) => rater === 1)?.blandAltman).toEqual(scoresOf(annAlone)?.blandAltman);
  const { calibration, ties, ...described } = people(() => true) ?? {};
  const { calibration: fitted, ties: compared, ...whole } = scoresOf(data) ?? {};
  expect(described).toEqual(whole);
  // People who followed the judge cannot say what a score is worth, or where a tie ends.
  const none = { value: null, why: "no-blind-ratings", n: 0, interval: null };
  expect(calibration).toMatchObject({ levels: [], steps: [], error: none, recalibrated: none, difference: none });
  expect(ties).toEqual({ ...compared, calibrated: { ...none, intervalWhy: "undefined-estimate" } });
  expect([fitted?.error.value, compared?.calibrated.value]).not.toContain(null);
});
