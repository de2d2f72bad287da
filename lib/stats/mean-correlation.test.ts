import { describe, expect, it } from "vitest";
import { groupedCorrelation } from "./grouped-correlation";
import { kendall } from "./kendall";
import { type ClusteredPair, meanCorrelation, meanCorrelations } from "./mean-correlation";
import { pearson } from "./pearson";
import { seededRandom } from "./random";
import { spearman } from "./spearman";

const random = seededRandom(5);
const units = Array.from({ length: 24 }, (_, unit) => unit);
/** Three raters who share an opinion of each unit; two units of each cluster; the third left some out. */
const opinion = units.map(() => 1 + random.int(5));
const rater = (noise: number) => opinion.map((own) => Math.min(5, Math.max(1, own + random.int(2 * noise + 1) - noise)));
const [ann, bob] = [rater(1), rater(2)] as [number[], number[]];
const cleo = rater(1).map((score, unit) => (unit % 5 === 0 ? null : score));
const clusters = units.map((unit) => `c${unit >> 1}`);
const pairOf = (x: (number | null)[], y: (number | null)[], labels: ClusteredPair["clusters"] = clusters): ClusteredPair => ({
  ...{ x, y },
  clusters: labels,
});
const pairs = [pairOf(ann, bob), pairOf(ann, cleo), pairOf(bob, cleo)];
const of = { pearson, spearman, kendall: (pair: Parameters<typeof kendall>[0]) => kendall(pair).tauB };
// t(11) at .975.
const quantile = 2.200985160082949;

function without(left: string, pair: ClusteredPair): ClusteredPair {
  const stay = units.filter((unit) => pair.clusters[unit] !== left);
  const pick = <T>(list: ArrayLike<T>) => stay.map((unit) => list[unit] as T);
  return { x: pick(pair.x), y: pick(pair.y), clusters: pick(pair.clusters) };
}

const meanOf = (all: ClusteredPair[], statistic: keyof typeof of) =>
  all.reduce((sum, { x, y }) => sum + (of[statistic]({ x, y, interval: "none" }).value ?? 9), 0) / all.length;

describe("the mean of correlations that share their units", () => {
  it.each(["pearson", "spearman", "kendall"] as const)(
    "is that of each by %s, with a jackknife that leaves a cluster out of all of them",
    (statistic) => {
      const found = meanCorrelation({ pairs, statistic });
      expect(found).toMatchObject({ n: 3, totalPairs: 3, clusters: 12, why: null, intervalWhy: null });
      const value = meanOf(pairs, statistic);
      expect(found.value).toBeCloseTo(value, 13);
      const values = [...new Set(clusters)].map((left) =>
        Math.atanh(
          meanOf(
            pairs.map((pair) => without(left, pair)),
            statistic,
          ),
        ),
      );
      const middle = values.reduce((sum, one) => sum + one, 0) / 12;
      const error = Math.sqrt((11 / 12) * values.reduce((sum, one) => sum + (one - middle) ** 2, 0));
      expect(found.interval).toEqual({
        low: expect.closeTo(Math.tanh(Math.atanh(value) - quantile * error), 11),
        high: expect.closeTo(Math.tanh(Math.atanh(value) + quantile * error), 11),
        ...{ confidence: 0.95, method: "jackknife-fisher-z", resamples: null, seed: null },
      });
    },
  );

  it("is one correlation with its own interval where there is only that one", () => {
    for (const [x, y] of [
      [ann, bob],
      [ann, cleo],
    ] as const) {
      const own = pearson({ x, y, clusters, confidence: 0.8 });
      const found = meanCorrelation({ pairs: [pairOf([...x], [...y])], confidence: 0.8 });
      expect(found.value).toBeCloseTo(own.value as number, 13);
      expect(found.interval?.low).toBeCloseTo(own.interval?.low as number, 11);
      expect(found.interval).toMatchObject({ confidence: 0.8, method: "jackknife-fisher-z" });
    }
  });

  it("is the grouped correlation where no two correlations share a cluster", () => {
    const groups = units.map((unit) => unit % 4);
    const expected = groupedCorrelation({ x: ann, y: bob, groups }).pearson;
    const own = [0, 1, 2, 3].map((group) => {
      const pick = (list: number[]) => list.filter((_, unit) => unit % 4 === group);
      return { x: pick(ann), y: pick(bob), clusters: pick(groups) };
    });
    const found = meanCorrelation({ pairs: own });
    expect(found.value).toBeCloseTo(expected.value as number, 13);
    // Each cluster is a whole correlation, which is then left out of the mean; but six rows and four clusters are too few.
    expect(found).toMatchObject({ n: 4, clusters: 4, interval: null, intervalWhy: "too-few" });
    const longer = own.map(({ x, y, clusters: labels }) => ({ x: [...x, ...x], y: [...y, ...y], clusters: [...labels, ...labels] }));
    expect(meanCorrelation({ pairs: longer }).interval?.low).toBeCloseTo(expected.interval?.low as number, 11);
  });

  it("of a difference leaves a cluster out of both sides", () => {
    const minus = [pairOf(bob, ann), pairOf(cleo, bob), pairOf(ann, cleo)];
    const found = meanCorrelation({ pairs, minus, statistic: "spearman" });
    const gap = (first: ClusteredPair[], second: ClusteredPair[]) => meanOf(first, "spearman") - meanOf(second, "spearman");
    expect(found.value).toBeCloseTo(gap(pairs, minus), 13);
    const apart = [pairOf(ann, bob), pairOf(ann, bob), pairOf(ann, bob)];
    const { value, interval } = meanCorrelation({ pairs, minus: apart });
    const all = [...new Set(clusters)].map(
      (left) =>
        meanOf(
          pairs.map((pair) => without(left, pair)),
          "pearson",
        ) -
        meanOf(
          apart.map((pair) => without(left, pair)),
          "pearson",
        ),
    );
    const middle = all.reduce((sum, one) => sum + one, 0) / 12;
    const error = Math.sqrt((11 / 12) * all.reduce((sum, one) => sum + (one - middle) ** 2, 0));
    expect(interval?.low).toBeCloseTo((value as number) - quantile * error, 11);
    expect(interval).toMatchObject({ method: "jackknife" });
    // Both sides are the same correlations in another order: nothing varies.
    expect(found).toMatchObject({ interval: null, intervalWhy: "degenerate-replicates" });
  });

  it("of a difference of correlations on unlike clusters leaves each out where it is, and the rest as it is", () => {
    const late = { x: bob, y: ann.map((score, unit) => score + (unit % 3)), clusters: clusters.map((label) => `late ${label}`) };
    const { value, interval, clusters: count } = meanCorrelation({ pairs: [pairOf(ann, bob)], minus: [late] });
    expect(count).toBe(24);
    const one = [...new Set(clusters)].map((left) => meanOf([without(left, pairOf(ann, bob))], "pearson") - meanOf([late], "pearson"));
    const other = [...new Set(late.clusters)].map(
      (left) => meanOf([pairOf(ann, bob)], "pearson") - meanOf([without(left, late)], "pearson"),
    );
    const all = [...one, ...other];
    const middle = all.reduce((sum, each) => sum + each, 0) / 24;
    const error = Math.sqrt((23 / 24) * all.reduce((sum, each) => sum + (each - middle) ** 2, 0));
    // t(23) at .975.
    expect(interval?.high).toBeCloseTo((value as number) + 2.0686576104190406 * error, 10);
  });

  it("does not depend on the order of rows, pairs and sides, nor on the names of the clusters", () => {
    const { value, interval } = meanCorrelation({ pairs });
    const turned = pairs
      .toReversed()
      .map(({ x, y, clusters: own }) => ({ x: Array.from(y).reverse(), y: Array.from(x).reverse(), clusters: own.toReversed() }));
    const named = turned.map((pair) => ({ ...pair, clusters: pair.clusters.map((label) => -Number(String(label).slice(1))) }));
    const scaled = named.map(({ x, ...pair }) => ({ ...pair, x: Array.from(x, (one) => (one == null ? one : 100 - 7 * one)) }));
    for (const [own, sign] of [
      [turned, 1],
      [named, 1],
      [scaled, -1],
    ] as const) {
      const found = meanCorrelation({ pairs: own });
      expect(found.value).toBeCloseTo(sign * (value as number), 12);
      expect(sign === 1 ? found.interval?.low : -(found.interval?.high ?? 9)).toBeCloseTo(interval?.low as number, 10);
    }
  });

  it("leaves out what is not defined, also of a replicate alone", () => {
    const constant = pairOf(
      ann.map(() => 3),
      bob,
    );
    const plain = meanCorrelation({ pairs });
    expect(meanCorrelation({ pairs: [...pairs, constant] })).toEqual({ ...plain, totalPairs: 4 });
    // Constant without the first cluster: there, the mean is that of the others.
    const nearly = pairOf(
      ann.map((_, unit) => (unit < 2 ? unit : 3)),
      bob,
    );
    const found = meanCorrelation({ pairs: [...pairs, nearly] });
    const others = (left: string) =>
      [...pairs, nearly].map((pair) => without(left, pair)).filter(({ x }) => new Set(Array.from(x)).size > 1);
    const values = [...new Set(clusters)].map((left) => Math.atanh(meanOf(others(left), "pearson")));
    const middle = values.reduce((sum, one) => sum + one, 0) / 12;
    const error = Math.sqrt((11 / 12) * values.reduce((sum, one) => sum + (one - middle) ** 2, 0));
    expect(found.interval?.high).toBeCloseTo(Math.tanh(Math.atanh(found.value as number) + quantile * error), 11);
    const [one, lone] = [
      { x: [1, 2, 2], y: [1, 2, 3], clusters: ["a", "b", "c"] },
      { x: [1], y: [2], clusters: ["a"] },
    ];
    expect(meanCorrelation({ pairs: [one] })).toMatchObject({ n: 1, interval: null, intervalWhy: "too-few" });
    expect(meanCorrelation({ pairs: [lone] })).toMatchObject({ value: null, why: "too-few", n: 0, intervalWhy: "undefined-estimate" });
    expect(meanCorrelation({ pairs: [constant, lone] })).toMatchObject({ value: null, why: "constant-input", totalPairs: 2 });
    expect(meanCorrelation({ pairs: [one], minus: [lone] })).toMatchObject({ value: null, why: "too-few", n: 0 });
    const two = { x: [3, 3], y: [1, 2], clusters: ["a", "b"] };
    expect(meanCorrelation({ pairs: [two] })).toMatchObject({ value: null, why: "constant-input" });
    expect(meanCorrelation({ pairs: [one], minus: [two] })).toMatchObject({ value: null, why: "constant-input" });
    expect(meanCorrelation({ pairs: [] })).toMatchObject({ value: null, why: "too-few", totalPairs: 0 });
    const single = pairOf(ann, bob);
    expect(meanCorrelation({ pairs: [{ ...single, clusters: units.map(() => "all") }] }).intervalWhy).toBe("too-few");
  });

  it("has an interval from ten rows or ten clusters on, and none of a difference that ends beyond what there is", () => {
    // Pairs of so many rows, each row a cluster; of the next pair the first few clusters are the last few of the one before.
    const of = (rows: number, shared: number, count: number) =>
      Array.from({ length: count }, (_, place) => {
        const own = units.slice(0, rows);
        return pairOf(
          own.map((unit) => ann[unit] as number),
          own.map((unit) => bob[unit] as number),
          own.map((unit) => `${place * (rows - shared) + unit}`),
        );
      });
    const why = (all: ClusteredPair[]) => [meanCorrelation({ pairs: all }).clusters, meanCorrelation({ pairs: all }).intervalWhy];
    expect(why(of(9, 9, 2))).toEqual([9, "too-few"]);
    expect(why(of(9, 8, 2))).toEqual([10, null]);
    expect(why(of(9, 0, 2))).toEqual([18, null]);
    const halves = (rows: number) => [
      pairOf(
        ann.slice(0, rows),
        bob.slice(0, rows),
        units.slice(0, rows).map((unit) => unit % 3),
      ),
    ];
    expect([why(halves(9)), why(halves(10))]).toEqual([[3, "too-few"], [3, null]]); // biome-ignore format: one row
    // From nearly 1 and nearly -1, with two clusters that differ.
    const up = pairOf(units, units.map((unit) => unit + (unit % 2) * (unit % 5)), units.map((unit) => unit % 2)); // biome-ignore format: one row
    const down = { ...up, y: Array.from(up.y, (one) => -(one as number)) };
    const { value, interval } = meanCorrelation({ pairs: [up], minus: [down] });
    expect(value).toBeGreaterThan(1.9);
    expect([(interval?.low ?? 9) < 1.95, interval?.high]).toEqual([true, 2]);
    expect(meanCorrelation({ pairs: [down], minus: [up] }).interval?.low).toBe(-2);
  });

  it("of a difference leaves out what is not defined in a replicate on both sides", () => {
    const nearly = pairOf(
      ann.map((_, unit) => (unit < 2 ? unit : 3)),
      bob,
    );
    const [own, minus] = [
      [...pairs, nearly],
      [pairOf(bob, cleo), pairOf(ann, bob), pairOf(ann, cleo), pairOf(cleo, ann)],
    ];
    const { value, interval } = meanCorrelation({ pairs: own, minus });
    const values = [...new Set(clusters)].map((left) => {
      const both = own.map((pair, at) => [without(left, pair), without(left, minus[at] as ClusteredPair)] as const);
      const kept = both.filter(([{ x }]) => new Set(Array.from(x)).size > 1);
      return [0, 1]
        .map((side) =>
          meanOf(
            kept.map((pair) => pair[side] as ClusteredPair),
            "pearson",
          ),
        )
        .reduce((a, b) => a - b);
    });
    const middle = values.reduce((sum, one) => sum + one, 0) / 12;
    const error = Math.sqrt((11 / 12) * values.reduce((sum, one) => sum + (one - middle) ** 2, 0));
    expect(interval?.low).toBeCloseTo((value as number) - quantile * error, 11);
  });

  it("reads pairs one at a time, gives values alone, and names what it cannot read", () => {
    const { value, interval: _, ...rest } = meanCorrelation({ pairs });
    const alone = meanCorrelation({ pairs: pairs.values(), interval: "none" });
    expect(alone).toEqual({ ...rest, value, interval: null, intervalWhy: "not-requested" });
    const refused = (input: object, message: string) => expect(() => meanCorrelation(input as never)).toThrow(message);
    refused({ pairs: "text" }, "pairs: must be an array");
    refused({ pairs: null }, "pairs: must be an array");
    refused({ pairs, minus: "text" }, "minus: must be an array");
    refused({ pairs: [7] }, "pairs[0]: must be an object");
    refused({ pairs: [pairs[0], null] }, "pairs[1]: must be an object");
    refused({ pairs, minus: [7] }, "minus[0]: must be an object");
    refused({ pairs: [{ ...pairs[0], x: [true] }] }, "pairs[0].x: row 0");
    refused({ pairs, minus: pairs.slice(1) }, "minus: has fewer pairs");
    refused({ pairs: pairs.slice(1), minus: pairs }, "minus: has more pairs");
    refused({ pairs: [{ ...pairs[0], clusters: ["a"] }] }, "pairs[0].clusters: has 1 labels for 24 units");
    refused({ pairs: [{ ...pairs[0], y: [1] }] }, "pairs[0].y");
    refused({ pairs, interval: "bca" }, "interval: must be one of jackknife, none");
    refused({ pairs, statistic: "gamma" }, "statistic: must be one of pearson, spearman, kendall");
  });

  it("by several statistics is that by each, with the correlations that are defined", () => {
    const constant = pairOf(
      ann.map(() => 3),
      cleo,
    );
    const own = [constant, ...pairs];
    const statistics = ["kendall", "pearson", "spearman"] as const;
    for (const more of [{}, { minus: [...pairs, constant] }, { interval: "none" }] as const) {
      const all = meanCorrelations({ pairs: own.values(), ...more }, statistics);
      expect(Object.keys(all)).toEqual(statistics);
      for (const statistic of statistics) {
        const { values, ...mean } = all[statistic];
        expect(mean).toEqual(meanCorrelation({ pairs: own, statistic, ...more }));
        expect(values).toHaveLength(mean.n);
        expect(values.reduce((sum, value) => sum + value, 0) / mean.n).toBeCloseTo(mean.value as number, 14);
      }
    }
    const { values } = meanCorrelations({ pairs: own }, ["spearman"]).spearman;
    expect(values).toEqual(pairs.map(({ x, y }) => spearman({ x, y, interval: "none" }).value));
  });

  it("gives the value of its example", () => {
    const two = [
      { x: [1, 2, 3], y: [1, 3, 2], clusters: [1, 2, 3] },
      { x: [1, 2], y: [1, 2], clusters: [1, 2] },
    ];
    expect(meanCorrelation({ pairs: two }).value).toBe(0.75);
  });
});
