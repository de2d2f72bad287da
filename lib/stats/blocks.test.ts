import { describe, expect, it } from "vitest";
import { type ClusterLabel, checkClusters, compareLabels, resolveBlocks } from "./blocks";
import { clusterVariance } from "./cluster-variance";
import { seededRandom } from "./random";

const listed = (units: number, clusters?: readonly ClusterLabel[] | null, keep?: (unit: number) => boolean) => {
  const { members, clustered } = resolveBlocks(units, clusters, keep);
  return { members: members.map((block) => [...block]), clustered };
};

describe("blocks of units", () => {
  it("without labels are the units that are kept", () => {
    expect(listed(3)).toEqual({ members: [[0], [1], [2]], clustered: false });
    expect(listed(4, null, (unit) => unit % 2 === 1)).toEqual({ members: [[1], [3]], clustered: false });
    expect(listed(0, [])).toEqual({ members: [], clustered: true });
  });

  it.each([
    ["small whole numbers", [4, 0, 4, 2, 0]],
    ["as large as twice the rows", [10, 0, 10, 2, 0]],
    ["larger", [11, 0, 11, 2, 0]],
    ["huge", [1e15, -0, 1e15, 7, 0]],
    ["below zero", [3, -2, 3, 0.5, -2]],
    ["below zero and whole", [3, -2, 3, 1, -2]],
    ["decimals", [0.3, 0.1, 0.3, 0.2, 0.1]],
    ["names", ["c", "a", "c", "b", "a"]],
    ["names that look like numbers", ["20", "1", "20", "11", "1"]],
    ["numbers and names", ["x", 5, "x", 40, 5]],
    ["numbers of which one is written as a name", ["1", 1, "1", 2, 1]],
  ] as [string, ClusterLabel[]][])("by labels that are %s come in the labels' order", (_, labels) => {
    expect(listed(5, labels)).toEqual({ members: [[1, 4], [3], [0, 2]], clustered: true });
    // Without unit 3 and 4, blocks that would be empty go too.
    expect(listed(5, [...labels], (unit) => unit < 3).members).toEqual([[1], [0, 2]]);
    // Asked for anew, with the same list: whole, in part, whole again.
    expect(listed(5, labels, () => true).members).toEqual([[1, 4], [3], [0, 2]]);
    expect(listed(5, labels, (unit) => unit !== 0).members).toEqual([[1, 4], [3], [2]]);
    expect(listed(5, labels, () => false).members).toEqual([]);
    expect(listed(5, labels).members).toEqual([[1, 4], [3], [0, 2]]);
    expect(() => resolveBlocks(4, labels)).toThrow("clusters: has 5 labels for 4 units");
  });

  it("are those made before where lists of their own have the same labels of the same units, and others otherwise", () => {
    const keep = (unit: number) => unit !== 2;
    const made = resolveBlocks(4, [31, 30, 31, 30], keep);
    expect(resolveBlocks(4, [31, 30, 31, 30], keep)).toBe(made);
    expect(listed(4, [31, 30, 31, 30])).toEqual({
      members: [
        [1, 3],
        [0, 2],
      ],
      clustered: true,
    });
    expect(listed(4, [31, 30, 31, 30], (unit) => unit !== 1)).toEqual({ members: [[3], [0, 2]], clustered: true });
    expect(listed(4, [31, 30, 31, 29], keep)).toEqual({ members: [[3], [1], [0]], clustered: true });
    expect(listed(4, ["31", "30", "31", "30"], keep)).toEqual({ members: [[1, 3], [0]], clustered: true });
    expect(listed(5, [31, 30, 31, 30, 30], keep)).toEqual({ members: [[1, 3, 4], [0]], clustered: true });
    // Few are kept: after so many others they are made anew.
    expect(resolveBlocks(4, [31, 30, 31, 30], keep)).not.toBe(made);
    expect(resolveBlocks(4, [31, 30, 31, 30], keep)).toEqual(made);
  });

  it("have numbers before names, each in its own order", () => {
    expect(["b", 10, "a", 9, -1, "B", "10"].sort((a, b) => compareLabels(a as ClusterLabel, b as ClusterLabel))).toEqual([
      ...[-1, 9, 10],
      ...["10", "B", "a", "b"],
    ]);
    const pairs = [["a", "a"], [3, 3], ["a", 1], [1, "a"], ["b", "a"], [10, 9]] as const; // biome-ignore format: one row
    expect(pairs.map(([a, b]) => compareLabels(a, b))).toEqual([0, 0, 1, -1, 1, 1]);
  });

  it("are refused where a label names no cluster, by row and argument", () => {
    expect(() => checkClusters("ab" as unknown as unknown[], 2)).toThrow("clusters: must be an array with one label per unit");
    expect(() => checkClusters([1, 2, 3], 2, "groups")).toThrow("groups: has 3 labels for 2 units");
    for (const [label, said] of [
      [null, "null"],
      [Number.NaN, "NaN"],
      [Number.POSITIVE_INFINITY, "Infinity"],
      [true, "true"],
    ])
      expect(() => resolveBlocks(2, ["a", label as string])).toThrow(
        `clusters: row 1: a label must be a string or a finite number, got ${said}`,
      );
    expect(() => resolveBlocks(2, [0, Number.NaN])).toThrow(/row 1/);
  });
});

describe("the variance of clustered influences", () => {
  it("is G / (G - 1) times the squares of the clusters' sums", () => {
    // Sums 3, -5 and 2: 3/2 (9 + 25 + 4).
    expect(clusterVariance([1, -5, 2, 2], ["a", "b", "a", "c"])).toEqual({ variance: 57, groups: 3 });
    expect(clusterVariance([1, -1], [7, 8])).toEqual({ variance: 4, groups: 2 });
  });

  it("is missing for one cluster or none", () => {
    expect(clusterVariance([1, -1], ["a", "a"])).toEqual({ variance: Number.NaN, groups: 1 });
    expect(clusterVariance([], [])).toEqual({ variance: Number.NaN, groups: 0 });
  });

  it("does not depend on the order of rows in clusters of any size", () => {
    const random = seededRandom(81);
    for (const size of [3, 15, 16, 17, 18, 40]) {
      // Of many magnitudes, and nearly all cancelled: the order of their sum would show.
      const half = Array.from({ length: size >> 1 }, () => 2 ** (random.int(121) - 60) * (1 + random.next()));
      const own = [...half, ...half.map((x) => -x), random.next()].slice(-size);
      const influence = [...own, ...own.map((x) => x / 3)];
      const variances = Array.from({ length: 20 }, () => {
        const order = influence.map((_, row) => [random.next(), row] as const);
        order.sort(([a], [b]) => a - b);
        return clusterVariance(
          order.map(([, row]) => influence[row] as number),
          order.map(([, row]) => (row < size ? 0 : 1)),
        ).variance;
      });
      expect(new Set(variances).size).toBe(1);
    }
  });
});
