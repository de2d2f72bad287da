import { expect, test } from "vitest";
import { compareJudges, correlationDifference } from "./compare-judges";
import { correlate } from "./correlation";
import { completeTriples } from "./judge-pair";
import { kendall } from "./kendall";
import { pearson } from "./pearson";
import { quantileOfSorted } from "./quantile";
import { seededRandom } from "./random";
import { spearman } from "./spearman";
import { tTwoSidedP } from "./special-functions";
import { williams } from "./williams";

const draws = seededRandom(4);
const human = Array.from({ length: 14 }, () => draws.int(6));
const a = human.map((score) => score + draws.int(2));
const b = human.map((score) => score - draws.int(5));
const of = {
  pearson: (x: number[], y: number[]) => pearson({ x, y, interval: "none" }).value,
  spearman: (x: number[], y: number[]) => spearman({ x, y, interval: "none" }).value,
  kendall: (x: number[], y: number[]) => kendall({ x, y, interval: "none" }).tauB.value,
};
const statistics = ["pearson", "spearman", "kendall"] as const;

test.each(statistics)("both coefficients by %s, their difference, and its jackknife without each unit", (statistic) => {
  const { a: first, b: second, n, difference, ...rest } = compareJudges({ human, a, b, statistic, permutations: 20 });
  const at = (rows: number[]) => {
    const pick = (column: number[]) => rows.map((row) => column[row] as number);
    return (of[statistic](pick(human), pick(a)) as number) - (of[statistic](pick(human), pick(b)) as number);
  };
  const all = human.map((_, row) => row);
  expect([n, first.n, second.n, difference.n]).toEqual([14, 14, 14, 14]);
  expect(first.value).toBeCloseTo(of[statistic](human, a) as number, 13);
  expect(second.value).toBeCloseTo(of[statistic](human, b) as number, 13);
  expect([first.why, second.why, difference.why]).toEqual([null, null, null]);
  expect(difference.value).toBeCloseTo(at(all), 13);
  const without = all.map((left) => at(all.filter((row) => row !== left)));
  const mean = without.reduce((sum, value) => sum + value, 0) / 14;
  const error = Math.sqrt((13 / 14) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  // t(13) at .95 and at .975.
  const ends = (quantile: number) => [at(all) - quantile * error, at(all) + quantile * error].map((end) => expect.closeTo(end, 10));
  expect([difference.interval?.low, difference.interval?.high]).toEqual(ends(2.1603686564627926));
  const narrow = correlationDifference({ human, a, b, statistic, confidence: 0.9 });
  expect([narrow.difference.interval?.low, narrow.difference.interval?.high]).toEqual(ends(1.7709333959868729));
  expect(correlationDifference({ human, a, b, statistic })).toEqual({
    ...{ n, a: first, b: second, difference },
    // t(13).
    p: expect.closeTo(tTwoSidedP(at(all) / error, 13), 10),
  });
  for (const [found, own] of [
    [first, a],
    [second, b],
  ] as const) {
    const alone = correlate({ x: human, y: own })[statistic === "kendall" ? "kendallTauB" : statistic];
    expect(found.interval).toEqual({
      ...alone.interval,
      low: expect.closeTo(alone.interval?.low ?? 9, 11),
      high: expect.closeTo(alone.interval?.high ?? 9, 11),
    });
  }
  const clusters = human.map((_, row) => row % 7);
  const alone = correlate({ x: human, y: a, clusters, confidence: 0.8 })[statistic === "kendall" ? "kendallTauB" : statistic];
  const clustered = correlationDifference({ human, a, b, clusters, statistic, confidence: 0.8 });
  expect(clustered.a.interval?.low).toBeCloseTo(alone.interval?.low ?? 9, 11);
  const values = correlationDifference({ human, a, b, clusters, statistic, interval: "none" });
  const none = { interval: null, intervalWhy: "not-requested" };
  expect(values).toEqual({
    ...{ n: 14, p: null },
    a: { ...clustered.a, ...none },
    b: { ...clustered.b, ...none },
    difference: { ...clustered.difference, ...none },
  });
  expect(rest.statistic).toBe(statistic);
  expect(rest.williams).toEqual(statistic === "pearson" ? williams({ human, a, b }) : null);
});

test.each(statistics)("the percentile interval by %s is that of units drawn with the seed", (statistic) => {
  const sorted = completeTriples({ human, a, b });
  const random = seededRandom(6);
  const replicates = Array.from({ length: 80 }, () => {
    const rows = Array.from({ length: 14 }, () => random.int(14));
    const pick = (column: Float64Array) => rows.map((row) => column[row] as number);
    const one = of[statistic](pick(sorted.human), pick(sorted.a));
    const other = of[statistic](pick(sorted.human), pick(sorted.b));
    return (one as number) - (other as number);
  }).sort((one, other) => one - other);
  const { interval } = correlationDifference({ human, a, b, statistic, interval: "percentile", resamples: 80, seed: 6 }).difference;
  expect(interval).toEqual({
    low: expect.closeTo(quantileOfSorted(Float64Array.from(replicates), 0.025), 12),
    high: expect.closeTo(quantileOfSorted(Float64Array.from(replicates), 0.975), 12),
    ...{ confidence: 0.95, method: "percentile", resamples: 80, seed: 6 },
  });
});

test("an interval needs ten units, and says why there is none", () => {
  const few = (n: number, options = {}) =>
    correlationDifference({ human: human.slice(0, n), a: a.slice(0, n), b: b.slice(0, n), ...options }).difference;
  expect(few(9)).toMatchObject({ why: null, interval: null, intervalWhy: "too-few" });
  expect(few(10).interval).not.toBeNull();
  expect(few(9, { interval: "none" }).intervalWhy).toBe("not-requested");
  expect(few(1)).toEqual({ value: null, why: "too-few", n: 1, interval: null, intervalWhy: "undefined-estimate" });
  const flat = compareJudges({ human, a, b: human.map(() => 2), permutations: 9 });
  expect(flat).toMatchObject({ a: { why: null }, b: { value: null, why: "constant-input" }, permBoth: { p: null, pOneSided: null } });
  expect(flat.difference).toMatchObject({ value: null, why: "constant-input", intervalWhy: "undefined-estimate" });
  expect(flat.a.value).toBeCloseTo(of.pearson(human, a) as number, 13);
  // Without one unit a judge is constant.
  const nearly = human.map((_, row) => (row === 3 ? 5 : 2));
  expect(correlationDifference({ human, a, b: nearly }).difference.intervalWhy).toBe("undefined-replicates");
  expect(correlationDifference({ human, a: nearly, b }).difference.intervalWhy).toBe("undefined-replicates");
  const drawn = { human, interval: "percentile", resamples: 100 } as const;
  for (const judges of [
    { a, b: nearly },
    { a: nearly, b },
  ]) {
    expect(correlationDifference({ ...drawn, ...judges }).difference.intervalWhy).toBe("undefined-replicates");
  }
  for (const call of [correlationDifference, compareJudges]) {
    expect(() => call({ human, a, b, statistic: "tau" as "kendall" })).toThrow(/^statistic: must be one of/);
  }
  expect(correlationDifference({ human, a, b, clusters: human.map(() => "one") }).difference.intervalWhy).toBe("too-few");
});

test("the interval of a difference ends at 2 and at -2", () => {
  const people = Array.from({ length: 10 }, (_, unit) => unit);
  const [like, unlike] = [people.with(9, 19), people.toReversed().with(9, 4)];
  const ends = (one: number[], other: number[]) => {
    const { value, interval } = correlationDifference({ human: people, a: one, b: other }).difference;
    return [Math.sign(value ?? 0), interval?.low, interval?.high];
  };
  expect(ends(like, unlike)).toEqual([1, expect.any(Number), 2]);
  expect(ends(unlike, like)).toEqual([-1, -2, expect.any(Number)]);
});

test("hits that one judge alone has are counted for it, and errors beyond the largest number say so", () => {
  // Two units both have right, three a alone, one b alone, three neither.
  const [people, first, second] = [[1, 1, 2, 3, 4, 5, 1, 2, 3], [1, 1, 2, 3, 1, 5, 2, 1, 1], [1, 1, 1, 1, 4, 1, 3, 3, 2]]; // biome-ignore format: columns
  const hits = compareJudges({ human: people ?? [], a: first ?? [], b: second ?? [], permutations: 9 });
  expect(hits.exactAgreement).toMatchObject({ n: 4, value: 3 / 4 });
  // |b - h| - |a - h|: 0, 0, 1, 2, -3, 4, 1, 0, -1.
  expect(hits.absoluteError).toMatchObject({ value: 4 / 9, n: 9, exact: true, permutations: 512 });
  const huge = compareJudges({ human: [1e308, 1, 2], a: [1e308, 2, 1], b: [-1e308, 3, 2], permutations: 9 });
  expect(huge.absoluteError).toEqual({
    ...{ value: null, why: "overflow", n: 3, pOneSided: null, p: null, exact: true, permutations: null, seed: null },
  });
});

test("units come by cluster, then by people's score and the judges', whatever the order of the rows", () => {
  const rows = [
    [2, 5, 1, "b"],
    [1, 3, 4, "b"],
    [1, 3, 2, "a"],
    [2, 4, 9, "a"],
    [1, 2, 8, 7],
    [2, 5, 1, 10],
    [null, 1, 1, "a"],
    [1, undefined, 1, "b"],
    [1, 1, Number.NaN, 7],
  ] as const;
  const triples = (order: number[], labelled: boolean) => {
    const column = (place: 0 | 1 | 2) => order.map((row) => rows[row]?.[place] as number);
    return completeTriples({
      human: column(0),
      a: column(1),
      b: column(2),
      clusters: labelled ? order.map((row) => rows[row]?.[3] ?? "") : null,
    });
  };
  for (const order of [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [8, 3, 0, 5, 6, 2, 4, 1, 7],
  ]) {
    // biome-ignore format: one row
    const { human: h, a: one, b: other, clusters, blocks, n } = triples(order, true);
    // Numbers before words.
    expect(clusters).toEqual([7, 10, "a", "a", "b", "b"]);
    expect([[...h], [...one], [...other]]).toEqual([[1, 2, 1, 2, 1, 2], [2, 5, 3, 4, 3, 5], [8, 1, 2, 9, 4, 1]]); // biome-ignore format: columns
    expect(blocks.map((block) => [...block])).toEqual([[0], [1], [2, 3], [4, 5]]);
    expect(n).toBe(6);
    const plain = triples(order, false);
    expect([[...plain.human], [...plain.a], [...plain.b]]).toEqual([[1, 1, 1, 2, 2, 2], [2, 3, 3, 4, 5, 5], [8, 2, 4, 9, 1, 1]]); // biome-ignore format: columns
    expect(plain.clusters).toBeNull();
    expect(plain.blocks.map((block) => [...block])).toEqual([[0], [1], [2], [3], [4], [5]]);
  }
  expect([...completeTriples({ human: [1, 2], a: [1, 1], b: [1, 1], clusters: [10, 9] }).human]).toEqual([2, 1]);
  expect(() => completeTriples({ human: [1, 2], a: [1], b: [1, 2] })).toThrow("a: has 1 values where human has 2");
  expect(() => completeTriples({ human: [1, 2], a: [1, 2], b: [1] })).toThrow("b: has 1 values where human has 2");
  expect(() => completeTriples({ human: [1, "2"] as never, a: [1, 2], b: [1, 2] })).toThrow("human: row 1");
  expect(() => completeTriples({ human: [1, 2], a: [1, "2"] as never, b: [1, 2] })).toThrow("a: row 1");
  expect(() => completeTriples({ human: [1, 2], a: [1, 2], b: ["1", 2] as never })).toThrow("b: row 0");
  expect(() => completeTriples({ human: [1, 2], a: [1, 2], b: [1, 2], clusters: ["a"] })).toThrow("clusters: has 1 labels for 2 units");
});

test.each(statistics)("p by %s is where the interval begins to hold zero, of units and of clusters alike", (statistic) => {
  for (const clusters of [null, human.map((_, row) => Math.floor(row / 2))]) {
    const of = (confidence?: number) => correlationDifference({ human, a, b, statistic, clusters, ...(confidence && { confidence }) });
    const { p } = of();
    if (p === null) throw new Error("p is defined");
    const holdsZero = ({ difference: { interval } }: ReturnType<typeof of>) => interval !== null && interval.low <= 0 && interval.high >= 0;
    expect([holdsZero(of(1 - p - 1e-6)), holdsZero(of(1 - p + 1e-6))]).toEqual([false, true]);
    expect(correlationDifference({ human, a: b, b: a, statistic, clusters }).p).toBeCloseTo(p, 12);
  }
});

test("p is missing where the jackknife gives no interval", () => {
  const of = (options: object) => correlationDifference({ human, a, b, ...options }).p;
  expect([of({ interval: "none" }), of({ interval: "percentile", resamples: 80 }), of({ a: human.map(() => 2) })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(of({ clusters: human.map(() => "one") })).toBeNull();
});
