import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { distributionDistance, isotonic, judgeError, softPairwiseAccuracy } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { scores } from "./scores";

const scoresOf = (data: ReportData) => scores(ratingTable(data)).judge?.Clear;

/** Two people and the judge on two inputs of two outputs each, in samples: [Ann, Bob, judge]. */
function small(rows: number[][], systems = ["one", "two", "one", "two"]): ReportData {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob"] });
  return {
    ...base,
    samples: base.samples.map((sample, place) => ({ ...sample, system: systems[place] ?? null })),
    ratings: base.ratings.map((one) => ({ ...one, score: rows[one.sample]?.[one.rater] ?? 0 })),
  };
}
const rows = [
  [2, 4, 5],
  [3, 3, 3],
  [1, 2, 1],
  [5, 5, 5],
];
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
    { mean: 4, difference: 2, n: 1 },
    { mean: 3, difference: 0, n: 2 },
    { mean: 1.25, difference: -0.5, n: 1 },
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
});

test("distributions are compared on units that both scored", () => {
  const { distance, top } = scoresOf(small(rows)) ?? {};
  // People: 1, 2, 2, 3, 3, 4, 5, 5; the judge: 1, 3, 5, 5.
  const expected = distributionDistance({ first: [1, 2, 2, 1, 2], second: [1, 0, 1, 0, 2], scale: [1, 2, 3, 4, 5] });
  expect(distance?.wasserstein.value).toBe(expected.wasserstein.value);
  expect(distance?.jensenShannon.value).toBe(expected.jensenShannonBits.value);
  expect([top?.people.value, top?.judge.value]).toEqual([2 / 8, 2 / 4]);
});

test("ties and order are counted within inputs", () => {
  // Input 0: people tie, the judge does not. Input 1: both put the second first.
  const { ties } = scoresOf(small(rows)) ?? {};
  expect([ties?.people.value, ties?.judge.value, ties?.accuracy.value]).toEqual([0.5, 0, 0.5]);
  // One of two inputs: t(1) reaches beyond every share, so the whole range is left.
  expect(ties?.people.interval).toMatchObject({ low: 0, high: 1, method: "t" });
  expect(ties?.accuracy.interval).toMatchObject({ low: 0, high: 1 });
  const single = small(rows);
  const apart = { ...single, samples: single.samples.map((sample, place) => ({ ...sample, inputKey: `i${place}` })) };
  expect(scoresOf(apart)?.ties.people).toMatchObject({ value: null, why: "no-two-outputs" });
});

test("systems have both means over the same units, and pairs in order are counted", () => {
  const { systems } = scoresOf(small(rows)) ?? {};
  expect(systems?.rows.map(({ system, judge: own, people }) => [system, own.value, people.value])).toEqual([
    ["one", 3, 2.25],
    ["two", 4, 4],
  ]);
  expect(systems).toMatchObject({ accuracy: { value: 1, n: 1 }, signsDiffer: false });
  const soft = softPairwiseAccuracy({
    human: [
      [3, 1.5],
      [3, 5],
    ],
    metric: [
      [5, 1],
      [3, 5],
    ],
  });
  expect(systems?.soft.value).toBe(soft.value);
  expect(scoresOf(small(rows, ["one", "one", "one", "one"]))?.systems.accuracy).toMatchObject({ value: null, why: "one-system" });
});

test("opposite ways between systems and within inputs are noticed", () => {
  // Within each input the judge orders outputs as people do; between systems it does not.
  const data = small(
    [
      [1, 1, 4],
      [2, 2, 5],
      [4, 4, 1],
      [5, 5, 2],
    ],
    ["one", "one", "two", "two"],
  );
  expect(scoresOf(data)?.systems).toMatchObject({ signsDiffer: true, accuracy: { value: 0 } });
});

test("systems whose means are equal on paper tie, whatever their scores' thirds round to", () => {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo"] });
  // By people 7/3 and 15/3 make 11/3, and so do 9/3 and 13/3.
  const people = [
    [2, 2, 3],
    [3, 3, 3],
    [5, 5, 5],
    [4, 4, 5],
  ];
  const found = (judged: number[]) => {
    const scoreOf = (rater: number, sample: number) => (rater === 3 ? judged[sample] : people[sample]?.[rater]) ?? 0;
    return scoresOf({ ...base, ratings: base.ratings.map((one) => ({ ...one, score: scoreOf(one.rater, one.sample) })) })?.systems;
  };
  expect(found([2, 3, 5, 4])).toMatchObject({ accuracy: { value: 1, n: 1 }, signsDiffer: false });
  expect(found([2, 4, 5, 4])).toMatchObject({ accuracy: { value: 0, n: 1 }, signsDiffer: false });
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
