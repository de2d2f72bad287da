import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean, distributionDistance, isotonic, judgeError, softPairwiseAccuracy } from "@/lib/stats";
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

/** Scores by sample, of Ann, Bob and the judge; null where there is none. */
type Rows = (number | null)[][];

/** A study of these rows, each sample with its input and system. */
function study(rows: Rows, inputKeys: string[], systems: (string | null)[], scale: [number, number] = [1, 5]): ReportData {
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: scale }, annotators: ["Ann", "Bob"] });
  const [sample] = base.samples;
  const [rating] = base.ratings;
  if (!sample || !rating) throw new Error("the fixture has samples and ratings");
  return {
    ...base,
    samples: rows.map((_, at) => ({
      ...sample,
      id: `s${at}`,
      externalId: `s${at}`,
      inputKey: inputKeys[at] ?? "",
      system: systems[at] ?? null,
    })),
    ratings: rows.flatMap((row, at) =>
      row.flatMap((score, rater) =>
        score === null ? [] : [{ ...rating, rater, sample: at, criterion: 0, score, arm: rater === 2 ? null : "blind" }],
      ),
    ),
  };
}
const six = ["i0", "i0", "i1", "i1", "i2", "i2"];
const systems = ["two", "one", "two", "one", "two", "one"];
const complete: Rows = [
  [2, 4, 5],
  [3, 3, 3],
  [1, 2, 1],
  [5, 5, 5],
  [2, 2, 4],
  [4, 3, 2],
];

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
  expect(people(() => true)?.blandAltman).toEqual(scoresOf(data)?.blandAltman);
});

test("ties are counted among all pairs of an input's outputs, and each input counts once", () => {
  const inputKeys = ["a", "a", "a", "b", "b", "b", "c", "c", "c", "d"];
  const [human, judged] = [
    [3, 3, 3, 1, 2, 2, 1, 1, 2, 5],
    [2, 2, 4, 4, 5, 5, 3, 2, 1, 5],
  ];
  const rows = human.map((score, at) => [score, score, judged[at] ?? null]);
  const { ties } = scoresOf(study(rows, inputKeys, [])) ?? {};
  // People tie on 3, 1 and 1 of three pairs, the judge on 1, 1 and 0, and it orders or ties 1, 3 and 0 as people do.
  const found = [ties?.people, ties?.judge, ties?.accuracy].map((figure) => [figure?.value, figure?.n]);
  expect(found).toEqual([
    [expect.closeTo(5 / 9, 12), 3],
    [expect.closeTo(2 / 9, 12), 3],
    [expect.closeTo(4 / 9, 12), 3],
  ]);
});

test("an input of which only one output has both scores has no pair to tie", () => {
  const inputKeys = ["a", "a", "b", "b"];
  const rows: Rows = [
    [3, 3, 2],
    [3, 3, 4],
    [1, 2, 5],
    [2, 1, 5],
  ];
  const { ties } = scoresOf(study(rows, inputKeys, [])) ?? {};
  const [lone, others]: Rows[] = [
    [[4, 4, 4]],
    [
      [1, 1, null],
      [null, null, 2],
    ],
  ];
  const more = scoresOf(study([...rows, ...(lone ?? []), ...(others ?? [])], [...inputKeys, "c", "c", "c"], []))?.ties;
  expect(ties?.people).toMatchObject({ value: 1, n: 2 });
  expect(more).toEqual(ties);
});

test("the order in which samples are listed changes nothing about ties and systems", () => {
  const inputKeys = Array.from({ length: 24 }, (_, at) => `i${(at * 7) % 8}`);
  const rows = inputKeys.map((_, at) => [1 + ((at * 5) % 4), 1 + ((at * 5) % 3), 1 + ((at * 11) % 5)]);
  const names = inputKeys.map((_, at) => ["one", "two", "three"][at % 3] ?? "");
  const [listed, turned] = [study(rows, inputKeys, names), study(rows.toReversed(), inputKeys.toReversed(), names.toReversed())].map(
    (data) => scoresOf(data),
  );
  expect(turned?.ties).toEqual(listed?.ties);
  expect(turned?.systems).toEqual(listed?.systems);
});

test("systems are listed by name, samples without one left out, and several outputs of an input count as their mean", () => {
  const rows: Rows = [
    [2, 2, 1],
    [4, 4, 2],
    [5, 3, 3],
    [5, 5, 4],
    [1, 1, 2],
    [2, 4, 5],
    [4, 4, 1],
    [1, 1, 5],
  ];
  const found = scoresOf(study(rows, ["a", "a", "a", "b", "b", "c", "c", "c"], ["two", "two", "one", "two", "one", "two", "one", null]));
  expect(found?.systems.rows.map(({ system, judge: own, people }) => [system, own.value, own.n, people.value])).toEqual([
    ["one", 2, 3, 3],
    ["two", 3, 4, 3.5],
  ]);
  // By input: people give one 4, 1, 4 and two 3, 5, 3; the judge 3, 2, 1 and 1.5, 4, 5.
  const soft = softPairwiseAccuracy({
    human: [
      [4, 1, 4],
      [3, 5, 3],
    ],
    metric: [
      [3, 2, 1],
      [1.5, 4, 5],
    ],
  });
  expect(found?.systems.soft).toMatchObject({ value: soft.value, n: 1, interval: null, intervalWhy: "few-fixed" });
  expect(found?.systems.accuracy).toMatchObject({ value: 1, n: 1, interval: null, intervalWhy: "few-fixed" });
});

test("several outputs of an input whose means are equal on paper tell two systems apart no more than equal scores do", () => {
  const base = reportDataFixture({ inputs: 2, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob", "Cleo"] });
  // By people 7/3 and 15/3 of system one, 9/3 and 13/3 of system two.
  const people = [
    [2, 2, 3],
    [3, 3, 3],
    [5, 5, 5],
    [4, 4, 5],
  ];
  const samples = base.samples.map((sample) => ({ ...sample, inputKey: "i0" }));
  const ratings = base.ratings.map((one) => ({ ...one, score: one.rater === 3 ? 4 : (people[one.sample]?.[one.rater] ?? 0) }));
  expect(scoresOf({ ...base, samples, ratings })?.systems.soft).toMatchObject({ value: 1, n: 1 });
});

test("systems that share no input have no soft accuracy, and say so rather than why it has no interval", () => {
  const apart = study(complete.slice(0, 4), ["a", "b", "c", "d"], ["one", "two", "one", "two"]);
  expect(scoresOf(apart)?.systems).toMatchObject({
    soft: { value: null, why: "too-few", intervalWhy: "undefined-estimate" },
    accuracy: { n: 1, intervalWhy: "few-fixed" },
  });
});

test("three systems make three pairs, and no correlation between them goes no way", () => {
  const inputKeys = ["a", "a", "a", "b", "b", "b"];
  const three = ["x", "y", "z", "x", "y", "z"];
  // Means by the judge 1, 2, 3 and by people 2, 1, 2: one pair of three in order, one the other way round, one tied by people alone.
  const rows = [
    [2, 2, 1],
    [1, 1, 2],
    [2, 2, 3],
    [2, 2, 1],
    [1, 1, 2],
    [2, 2, 3],
  ];
  const { systems: found } = scoresOf(study(rows, inputKeys, three)) ?? {};
  expect(found).toMatchObject({ accuracy: { value: expect.closeTo(1 / 3, 12), n: 3 }, soft: { n: 3 }, signsDiffer: false });
  const one = scoresOf(study(rows, inputKeys, []))?.systems;
  expect(one).toMatchObject({ rows: [], accuracy: { why: "one-system" }, soft: { value: null, why: "one-system" }, signsDiffer: false });
});

test("soft pairwise accuracy comes with the intervals, and until then says so", () => {
  const data = study(complete, six, systems);
  const { soft, accuracy } = scores(ratingTable(data, { interval: "none" })).judge?.Clear?.systems ?? {};
  expect(soft).toMatchObject({ value: null, why: "being-computed" });
  expect(accuracy).toEqual(scoresOf(data)?.systems.accuracy);
});
