import { describe, expect, it } from "vitest";
import { resolveBlocks } from "./blocks";
import { withoutEachCluster } from "./cell-interval";
import { jointCells } from "./joint-cells";
import { kendall } from "./kendall";
import { pearson } from "./pearson";
import { seededRandom } from "./random";
import { acceleration, bootstrapInterval, jackknifeInterval } from "./resampling";
import { spearman } from "./spearman";

type Column = (number | null)[];
const BOUNDS = { low: -1, high: 1 };

const random = seededRandom(61);
const x: Column = Array.from({ length: 40 }, (_, row) => (row % 9 === 8 ? null : 1 + random.int(6)));
const y: Column = x.map((score, row) => (row % 11 === 10 ? null : (score ?? 3) + random.int(4) / 2));
/** Rows 8 and 10 have a missing side, and are all of cluster "gap". */
const clusters = x.map((_, row) => (row === 8 || row === 10 ? "gap" : `c${row % 6}`));

const of = {
  pearson: (a: Column, b: Column) => pearson({ x: a, y: b, interval: "none" }).value ?? Number.NaN,
  spearman: (a: Column, b: Column) => spearman({ x: a, y: b, interval: "none" }).value ?? Number.NaN,
  kendall: (a: Column, b: Column) => kendall({ x: a, y: b, interval: "none" }).tauB.value ?? Number.NaN,
};
const at = (rows: ArrayLike<number>, column: Column): Column => Array.from(rows, (row) => column[row] ?? null);
const complete = (row: number) => x[row] !== null && y[row] !== null;
const blocks = resolveBlocks(40, clusters, complete).members;

describe("a correlation's interval by clusters", () => {
  it("leaves out one cluster that has a pair at a time", () => {
    expect(blocks.length).toBe(6);
    for (const name of ["pearson", "spearman", "kendall"] as const) {
      const leaveOneOut = blocks.map((left) => {
        const rows = [...x.keys()].filter((row) => !left.includes(row));
        return of[name](at(rows, x), at(rows, y));
      });
      const wanted = jackknifeInterval({ estimate: of[name](x, y), leaveOneOut, confidence: 0.9, scale: "fisher-z", bounds: BOUNDS });
      const input = { x, y, clusters, confidence: 0.9 };
      const got = name === "kendall" ? kendall(input).tauB : { pearson, spearman }[name](input);
      expect(got.interval?.low).toBeCloseTo(wanted.interval?.low ?? Number.NaN, 10);
      expect(got.interval?.high).toBeCloseTo(wanted.interval?.high ?? Number.NaN, 10);
      expect(got.interval?.method).toBe("jackknife-fisher-z");
    }
  });

  it("draws as many clusters as there are, in the order of their labels", () => {
    const options = { confidence: 0.8, resamples: 60, seed: 5 };
    const draws = seededRandom(5);
    const replicates = Float64Array.from({ length: 60 }, () => {
      const rows = blocks.flatMap(() => [...(blocks[draws.int(6)] ?? [])]);
      return of.spearman(at(rows, x), at(rows, y));
    });
    const estimate = of.spearman(x, y);
    const leaveOneOut = blocks.map((left) => {
      const rows = [...x.keys()].filter((row) => !left.includes(row));
      return of.spearman(at(rows, x), at(rows, y));
    });
    for (const interval of ["percentile", "bca"] as const) {
      const wanted = bootstrapInterval({
        ...{ estimate, replicates: replicates.slice(), acceleration: acceleration(leaveOneOut), method: interval },
        ...{ confidence: 0.8, seed: 5, bounds: BOUNDS },
      });
      const got = spearman({ x, y, clusters, interval, ...options }).interval;
      expect(got?.low).toBeCloseTo(wanted.interval?.low ?? Number.NaN, 10);
      expect(got?.high).toBeCloseTo(wanted.interval?.high ?? Number.NaN, 10);
      expect(got).toMatchObject({ method: interval, resamples: 60, seed: 5, confidence: 0.8 });
    }
  });

  it("knows clusters of the same pairs, in whichever order, and large ones", () => {
    // Three clusters of 25 rows over 30 cells (31^25 is text), two of them the same in another order.
    const first = Array.from({ length: 25 }, (_, i) => [i % 6, (i * i) % 5]);
    const third = Array.from({ length: 25 }, (_, i) => [(i * 5) % 6, (i * 3) % 5]);
    const rows = [...first, ...first.toReversed(), ...third, [2, 4], [2, 4], [5, 0]] as [number, number][];
    const labels = rows.map((_, row) => (row < 75 ? Math.floor(row / 25) : row));
    const [a, b] = [rows.map(([left]) => left), rows.map(([, right]) => right)];
    const leaveOneOut = [...new Set(labels)].map((label) => {
      const kept = rows.filter((_, row) => labels[row] !== label);
      return of.kendall(
        kept.map(([left]) => left),
        kept.map(([, right]) => right),
      );
    });
    const wanted = jackknifeInterval({ estimate: of.kendall(a, b), leaveOneOut, confidence: 0.95, scale: "fisher-z", bounds: BOUNDS });
    const got = kendall({ x: a, y: b, clusters: labels }).tauB.interval;
    expect(got?.low).toBeCloseTo(wanted.interval?.low ?? Number.NaN, 12);
    expect(got?.high).toBeCloseTo(wanted.interval?.high ?? Number.NaN, 12);
  });

  it("never takes one cluster for another", () => {
    const draw = seededRandom(62);
    const cells = jointCells(
      Array.from({ length: 30 }, (_, i) => i % 5),
      Array.from({ length: 30 }, (_, i) => Math.floor(i / 5)),
    );
    // Weighs each cell by a number of its own.
    const value = (weights: ArrayLike<number>) => Array.from(weights).reduce((sum, weight, cell) => sum + weight * Math.sqrt(cell + 2), 0);
    const coefficient = { value, leaveOneOut: () => new Float64Array(0) };
    const small = Array.from({ length: 300 }, () => Int32Array.from({ length: 1 + draw.int(3) }, () => draw.int(draw.int(2) ? 4 : 30)));
    // The same thirty cells but for one of them: as digits of one number beyond 2^53 they would look alike.
    const large = Array.from({ length: 30 }, (_, i) => Int32Array.from({ length: 31 }, (__, place) => (place === 30 ? i : 29 - place)));
    const ends = [[29], [0, 0], [1, 29], [0, 29], [29, 1, 29], [29, 1, 0], [0]].map((members) => Int32Array.from(members));
    const clusters = [...small, ...large, ...ends];
    const found = withoutEachCluster(cells, coefficient, clusters);
    clusters.forEach((members, place) => {
      const weights = cells.counts.slice();
      for (const cell of members) weights[cell] = (weights[cell] as number) - 1;
      expect(found[place]).toBeCloseTo(value(weights), 9);
    });
    expect(Array.from(withoutEachCluster(cells, { ...coefficient, value: () => null }, ends.slice(0, 1)))).toEqual([Number.NaN]);
    const fast = { ...coefficient, withoutCluster: () => (members: Int32Array) => members.length };
    expect(Array.from(withoutEachCluster(cells, fast, [...ends]))).toEqual([1, 2, 2, 2, 3, 3, 1]);
  });

  it("is given from ten pairs and two clusters on", () => {
    const some = (pairs: number, groups: number) => {
      const input = { x: Array.from({ length: pairs }, (_, i) => (i * 7) % 11), y: Array.from({ length: pairs }, (_, i) => (i * i) % 5) };
      return (["jackknife", "percentile"] as const).map(
        (interval) => pearson({ ...input, interval, resamples: 200, clusters: input.x.map((_, i) => i % groups) }).intervalWhy,
      );
    };
    expect(some(9, 9)).toEqual(["too-few", "too-few"]);
    expect(some(10, 10)).toEqual([null, null]);
    expect(some(12, 1)).toEqual(["too-few", "too-few"]);
    expect(some(12, 2)).toEqual([null, null]);
  });

  it("says why there is no coefficient, and none without one", () => {
    const of = (a: Column, b: Column) => pearson({ x: a, y: b });
    expect(of([3, null], [1, 2])).toMatchObject({ value: null, why: "too-few", n: 1, intervalWhy: "undefined-estimate" });
    expect(of([3, 3], [1, 2])).toMatchObject({ value: null, why: "constant-input", n: 2, intervalWhy: "undefined-estimate" });
    expect(of([3, 4], [2, 1])).toMatchObject({ value: -1, why: null, n: 2, intervalWhy: "too-few" });
    const line = Array.from({ length: 12 }, (_, i) => i);
    // Without its last pair r is 1, which has no Fisher z.
    expect(pearson({ x: line, y: [...line.slice(1), 5].map((value) => value - 1), resamples: 300 }).interval?.method).toBe("bca");
  });

  it("is refused with clusters that are none, and has no reason but the request where none is asked for", () => {
    expect(() => pearson({ x, y, interval: "none", clusters: ["a"] })).toThrow("clusters: has 1 labels for 40 units");
    expect(pearson({ x, y, interval: "none", clusters })).toMatchObject({ interval: null, intervalWhy: "not-requested" });
  });
});

describe("a correlation's interval by bootstrap", () => {
  it("is none where more than one sample in a hundred is constant", () => {
    const rare = { x: Array.from({ length: 12 }, (_, i) => i), y: Array.from({ length: 12 }, (_, i) => (i === 3 ? 1 : 0)) };
    for (const interval of ["percentile", "bca"] as const) {
      // (11/12)^12, a third of the samples, have no 1 among them.
      expect(pearson({ ...rare, interval, resamples: 200 })).toMatchObject({ interval: null, intervalWhy: "undefined-replicates" });
    }
  });

  it("drops the few constant ones, and still says how many were drawn", () => {
    // A sample has none of the five rows with 1 with probability (11/16)^16, a quarter of a percent.
    const some = { x: Array.from({ length: 16 }, (_, i) => (i * 5) % 16), y: Array.from({ length: 16 }, (_, i) => (i < 5 ? 1 : 0)) };
    const { interval } = pearson({ ...some, interval: "percentile", resamples: 2000 });
    expect(interval).toMatchObject({ method: "percentile", resamples: 2000 });
    expect(Number.isFinite((interval?.low ?? Number.NaN) + (interval?.high ?? Number.NaN))).toBe(true);
  });

  it("draws single pairs about as the clusters of one row are drawn", () => {
    const [single, grouped] = [undefined, x.map((_, row) => row)].map(
      (labels) => pearson({ x, y, clusters: labels, interval: "percentile", resamples: 4000 }).interval,
    );
    expect(single?.low).toBeCloseTo(grouped?.low ?? Number.NaN, 1);
    expect(single?.high).toBeCloseTo(grouped?.high ?? Number.NaN, 1);
  });
});
