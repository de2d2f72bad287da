import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { correlate } from "./correlation";
import { exactMean } from "./exact-mean";
import { coefficientsWithin, groupedCorrelation } from "./grouped-correlation";
import { pearson } from "./pearson";
import { seededRandom } from "./random";

const random = seededRandom(8);
const groups = Array.from({ length: 80 }, (_, i) => `g${i % 20}`);
const x = groups.map(() => 1 + random.int(5));
const y = x.map((score) => Math.min(5, Math.max(1, score + random.int(3) - 1)));

describe("correlation within groups", () => {
  test("gives the reference figures by system, by item, ungrouped and of the systems' means", () => {
    for (const oracle of readOracles().grouping) {
      const items = oracle.gold.length / oracle.systems;
      const pair = { x: oracle.gold, y: oracle.metric };
      const by = (label: (i: number) => number): number | null =>
        correlate({ ...pair, groups: oracle.gold.map((_: number, i: number) => label(i)) }).pearson.value;
      expect(tolerances(correlate(pair).pearson.value, oracle.expected.no_grouping.value)).toBeLessThanOrEqual(1);
      expect(
        tolerances(
          by((i) => Math.floor(i / items)),
          oracle.expected.group_by_system.value,
        ),
      ).toBeLessThanOrEqual(1);
      expect(
        tolerances(
          by((i) => i % items),
          oracle.expected.group_by_item.value,
        ),
      ).toBeLessThanOrEqual(1);
      const means = (scores: number[]) =>
        Array.from({ length: oracle.systems }, (_, system) => exactMean({ values: scores.slice(system * items, (system + 1) * items) }));
      const ofMeans = correlate({ x: means(oracle.gold), y: means(oracle.metric) }).pearson.value;
      expect(tolerances(ofMeans, oracle.expected.system_level_means.value)).toBeLessThanOrEqual(1);
    }
  });

  test("is the mean of the groups' own coefficients, undefined groups counted", () => {
    const result = groupedCorrelation({ x: [...x, 3, 3], y: [...y, 1, 2], groups: [...groups, "flat", "flat"] });
    const own = [...new Set(groups)].map((group) => {
      const rows = groups.flatMap((label, i) => (label === group ? [i] : []));
      return correlate({ x: rows.map((i) => x[i]), y: rows.map((i) => y[i]) }).kendallTauB.value;
    });
    const defined = own.filter((value) => value !== null);
    expect(result.kendallTauB).toMatchObject({ definedGroups: defined.length, totalGroups: 21, p: null, n: 82 });
    expect(result.kendallTauB.value).toBeCloseTo(defined.reduce((sum, value) => sum + value, 0) / defined.length, 14);
  });

  test("is that of the group alone, of few pairs or many, whichever was read before", () => {
    const sizes = [3, 17, 2, 16, 40, 3, 15];
    const rows = sizes.flatMap((size, group) =>
      Array.from({ length: size }, (_, n) => ({ group, x: (n * 7 + group) % size, y: (n * n + group) % 11 })),
    );
    const alone = sizes.map((_, group) => {
      const own = rows.filter((row) => row.group === group);
      return pearson({ x: own.map(({ x }) => x), y: own.map(({ y }) => y), interval: "none" }).value ?? Number.NaN;
    });
    const { coefficients } = coefficientsWithin({
      x: rows.map(({ x }) => x),
      y: rows.map(({ y }) => y),
      groups: rows.map(({ group }) => group),
    });
    expect(new Set(alone).size).toBeGreaterThan(5);
    expect(coefficients.pearson).toHaveLength(sizes.length);
    alone.forEach((value, group) => void expect(coefficients.pearson[group]).toBeCloseTo(value, 12));
  });

  test("does not depend on the order of rows or on the groups' names", () => {
    const result = groupedCorrelation({ x, y, groups });
    expect(groupedCorrelation({ x: x.toReversed(), y: y.toReversed(), groups: groups.toReversed() })).toEqual(result);
    const renamed = groupedCorrelation({ x, y, groups: groups.map((group) => `other ${group}`) });
    expect(renamed.pearson.value).toBeCloseTo(result.pearson.value as number, 14);
    const boot = { interval: "percentile" as const, resamples: 100, seed: 2 };
    expect(groupedCorrelation({ x: x.toReversed(), y: y.toReversed(), groups: groups.toReversed(), ...boot })).toEqual(
      groupedCorrelation({ x, y, groups, ...boot }),
    );
  });

  test("deletes groups, or clusters of groups", () => {
    const single = groupedCorrelation({ x, y, groups, clusters: groups });
    expect(single).toEqual(groupedCorrelation({ x, y, groups }));
    expect(single.pearson.interval?.method).toBe("jackknife-fisher-z");
    const coarse = groupedCorrelation({ x, y, groups, clusters: groups.map((group) => Number(group.slice(1)) % 4) });
    expect(coarse.pearson.value).toBe(single.pearson.value);
    expect(coarse.pearson.interval).not.toEqual(single.pearson.interval);
    expect(() => groupedCorrelation({ x, y, groups, clusters: groups.map((_, i) => i) })).toThrow(
      /clusters: row 20: group g0 lies in cluster 0 and in cluster 20/,
    );
  });

  test("says why nothing is defined", () => {
    expect(groupedCorrelation({ x: [], y: [], groups: [] }).pearson).toMatchObject({ value: null, why: "too-few", totalGroups: 0 });
    expect(groupedCorrelation({ x: [1, 2], y: [1, 2], groups: ["a", "b"] }).pearson).toMatchObject({ why: "too-few", definedGroups: 0 });
    expect(groupedCorrelation({ x: [1, 1], y: [1, 2], groups: ["a", "a"] }).pearson.why).toBe("constant-input");
    expect(groupedCorrelation({ x: [1, 2], y: [1, 2], groups: ["a", "a"] }).pearson).toMatchObject({ value: 1, intervalWhy: "too-few" });
    expect(groupedCorrelation({ x: [1, 2], y: [1, 2], groups: ["a", "a"] }).pearson.why).toBeNull();
    expect(() => groupedCorrelation({ x: [1], y: [1], groups: [null as unknown as string] })).toThrow(/groups: row 0/);
    const two = { x: [1, 2], y: [1, 2], groups: ["a", "a"] };
    expect(() => groupedCorrelation({ ...two, y: [1] })).toThrow("y: has 1 values where x has 2");
    expect(() => groupedCorrelation({ ...two, x: [1, "2"] as never })).toThrow("x: row 1");
    expect(() => groupedCorrelation({ ...two, y: [1, "2"] as never })).toThrow("y: row 1");
    expect(() => groupedCorrelation({ ...two, clusters: ["a"] })).toThrow("clusters: has 1 labels for 2 units");
  });

  test("its example", () => {
    expect(groupedCorrelation({ x: [1, 2, 3, 4], y: [1, 3, 9, 7], groups: ["a", "a", "b", "b"] }).pearson.value).toBe(0);
  });
});

test("the interval by hand: without a cluster, the mean of the other groups' coefficients, on Fisher's z", () => {
  // Four groups of three pairs with coefficients .5, 1, -.5 and .5; the first two are one cluster.
  const y3 = [
    [1, 3, 2],
    [1, 2, 3],
    [2, 3, 1],
    [2, 1, 3],
  ];
  const rows = y3.flatMap((y, group) => y.map((score, i) => ({ x: i + 1, y: score, group: `g${group}`, cluster: Math.max(1, group) })));
  const result = groupedCorrelation({
    x: rows.map((row) => row.x),
    y: rows.map((row) => row.y),
    groups: rows.map((row) => row.group),
    clusters: rows.map((row) => row.cluster),
  });
  const value = (0.5 + 1 - 0.5 + 0.5) / 4;
  const without = [(-0.5 + 0.5) / 2, (0.5 + 1 + 0.5) / 3, (0.5 + 1 - 0.5) / 3].map(Math.atanh);
  const centre = without.reduce((sum, z) => sum + z, 0) / 3;
  const se = Math.sqrt((2 / 3) * without.reduce((sum, z) => sum + (z - centre) ** 2, 0));
  expect(result.n).toBe(12);
  expect(result.pearson.value).toBeCloseTo(value, 14);
  for (const { interval } of [result.pearson, result.spearman]) {
    // t(2) = 4.3027.
    expect(interval?.low).toBeCloseTo(Math.tanh(Math.atanh(value) - 4.302652729911275 * se), 10);
    expect(interval?.high).toBeCloseTo(Math.tanh(Math.atanh(value) + 4.302652729911275 * se), 10);
  }
});

test("where only perfect correlations are left, the interval is the bootstrap's, whatever rounding a sum of coefficients leaves", () => {
  // The second group's coefficient is 1; that of the first is .6764814..., and 1.6764814... less it is less than 1 in doubles.
  const x = [-2, 0, 3, 2, 1, -1];
  const y = [0, 0, 2, 0, 3, 1];
  const groups = ["a", "a", "a", "a", "b", "b"];
  for (const [byX, sign] of [
    [1, 1],
    [1 / 3, 1],
    [-0.7, -1],
  ] as const) {
    // biome-ignore format: one row
    const { value, interval } = groupedCorrelation({ x: x.map((score) => score * byX), y, groups }).pearson;
    const first = pearson({ x: x.slice(0, 4), y: y.slice(0, 4) }).value as number;
    expect(value).toBeCloseTo((sign * (first + 1)) / 2, 14);
    expect(interval?.method).toBe("bca");
    expect([interval?.low, interval?.high].map((end) => Math.abs(end as number)).sort()).toEqual([expect.closeTo(first, 14), 1]);
  }
});
