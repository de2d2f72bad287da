import { describe, expect, it } from "vitest";
import { clusteredDistance } from "./clustered-distance";
import { distributionDistance } from "./distribution";
import { seededRandom } from "./random";

const random = seededRandom(8);
const inputs = Array.from({ length: 12 }, (_, input) => input);
/** Three people's scores of each input and the judge's one, which is kinder. */
const first = inputs.flatMap(() => [0, 1, 2].map(() => 1 + random.int(4)));
const firstClusters = inputs.flatMap((input) => [input, input, input]);
const second = inputs.map(() => 2 + random.int(4));
const secondClusters = inputs;
const data = { first, firstClusters, second, secondClusters };
const scale = [1, 2, 3, 4, 5];
const countsOf = (values: number[]) => scale.map((value) => values.filter((one) => one === value).length);
const distanceOf = (a: number[], b: number[]) => distributionDistance({ first: countsOf(a), second: countsOf(b), scale });
const distances = ["jensenShannonBits", "wasserstein"] as const;

describe("the distance between clustered values", () => {
  it.each(distances)("%s is that of their counts, with a jackknife that leaves an input out of both sides", (name) => {
    const found = clusteredDistance(data);
    expect(found).toMatchObject({ firstN: 36, secondN: 12 });
    const value = distanceOf(first, second)[name].value as number;
    expect(found[name]).toMatchObject({ value, why: null, n: 48, intervalWhy: null });
    const values = inputs.map(
      (left) =>
        distanceOf(
          first.filter((_, at) => firstClusters[at] !== left),
          second.filter((_, at) => secondClusters[at] !== left),
        )[name].value as number,
    );
    const middle = values.reduce((sum, one) => sum + one, 0) / 12;
    const error = Math.sqrt((11 / 12) * values.reduce((sum, one) => sum + (one - middle) ** 2, 0));
    // t(11) at .975.
    expect(found[name].interval).toEqual({
      low: expect.closeTo(Math.max(0, value - 2.200985160082949 * error), 10),
      high: expect.closeTo(value + 2.200985160082949 * error, 10),
      ...{ confidence: 0.95, method: "jackknife", resamples: null, seed: null },
    });
  });

  it("does not depend on the order of values or the names of clusters, and stretches with the scale", () => {
    const plain = clusteredDistance(data);
    const named = (labels: number[]) => labels.map((label) => `input ${99 - label}`).reverse();
    const turned = clusteredDistance({
      ...{ first: first.toReversed(), firstClusters: named(firstClusters) },
      ...{ second: second.toReversed(), secondClusters: named(secondClusters) },
    });
    const stretched = clusteredDistance({ ...data, first: first.map((one) => 25 * one - 3), second: second.map((one) => 25 * one - 3) });
    const exchanged = clusteredDistance({
      ...{ first: second, firstClusters: secondClusters, second: first, secondClusters: firstClusters },
    });
    for (const name of distances) {
      expect(turned[name].value).toBe(plain[name].value);
      expect(turned[name].interval?.high).toBeCloseTo(plain[name].interval?.high as number, 12);
      expect(exchanged[name].interval?.high).toBeCloseTo(plain[name].interval?.high as number, 12);
    }
    expect(stretched.jensenShannonBits.interval?.high).toBeCloseTo(plain.jensenShannonBits.interval?.high as number, 12);
    expect(stretched.wasserstein.interval?.high).toBeCloseTo(25 * (plain.wasserstein.interval?.high as number), 10);
  });

  it("says why there is no value or interval, and cuts ends where the distance does", () => {
    const none = { value: null, why: "no-units", interval: null, intervalWhy: "undefined-estimate" };
    expect(clusteredDistance({ ...data, second: [], secondClusters: [] })).toMatchObject({ jensenShannonBits: none, wasserstein: none });
    expect(clusteredDistance({ ...data, first: [], firstClusters: [] })).toMatchObject({ jensenShannonBits: none, wasserstein: none });
    const empty = clusteredDistance({ first: [], firstClusters: [], second: [], secondClusters: [] });
    expect(empty).toMatchObject({ firstN: 0, secondN: 0, jensenShannonBits: none, wasserstein: none });
    const lone = clusteredDistance({ first: [1, 2], firstClusters: ["a", "a"], second: [2], secondClusters: ["a"] });
    expect(lone.wasserstein).toMatchObject({ value: 0.5, interval: null, intervalWhy: "too-few" });
    const onlyOne = clusteredDistance({ first: [1, 2], firstClusters: ["a", "b"], second: [2], secondClusters: ["a"] });
    expect(onlyOne.wasserstein).toMatchObject({ value: 0.5, interval: null, intervalWhy: "undefined-replicates" });
    // Without that cluster one side is empty, even where all values are one and nothing can be apart.
    const [two, one] = [
      { first: [2, 2], firstClusters: ["a", "b"] },
      { second: [2], secondClusters: ["a"] },
    ];
    const turned = { first: one.second, firstClusters: one.secondClusters, second: two.first, secondClusters: two.firstClusters };
    for (const alike of [clusteredDistance({ ...two, ...one }), clusteredDistance(turned)])
      expect(alike.wasserstein).toMatchObject({ value: 0, interval: null, intervalWhy: "undefined-replicates" });
    const same = clusteredDistance({ first: [1, 1], firstClusters: [1, 2], second: [2, 2], secondClusters: [1, 2] });
    expect(same.jensenShannonBits).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
    for (const seed of [1, 2, 3, 4]) {
      const next = seededRandom(seed);
      const of = (values: number) => inputs.map(() => next.int(values));
      const few = { firstClusters: inputs, secondClusters: inputs };
      for (const { interval } of [
        clusteredDistance({ first: of(2), second: of(2), ...few }).jensenShannonBits,
        clusteredDistance({ first: of(9), second: of(9), ...few }).wasserstein,
      ]) {
        expect(interval?.low ?? 0).toBeGreaterThanOrEqual(0);
        expect(interval?.high ?? 0).toBeLessThanOrEqual(9);
      }
    }
    const far = clusteredDistance({
      ...{ first: inputs.map((one) => (one === 0 ? 2 : 1)), firstClusters: inputs },
      ...{ second: inputs.map(() => 2), secondClusters: inputs },
    });
    expect(far.jensenShannonBits.interval?.high).toBe(1);
  });

  it("leaves groups of clusters out where there are very many different values", () => {
    const many = Array.from({ length: 3000 }, (_, at) => at + random.next());
    const labels = many.map((_, at) => at);
    const moved = many.map((value) => value + 40 * random.next());
    const { wasserstein } = clusteredDistance({ first: many, firstClusters: labels, second: moved, secondClusters: labels });
    const groups = Math.floor(2_000_000 / 6000);
    const values = Array.from({ length: groups }, (_, group) => {
      const stay = (list: number[]) => list.filter((_, at) => at % groups !== group).sort((a, b) => a - b);
      // Of equally many values, the distance is the mean difference of the sorted ones.
      const [a, b] = [stay(many), stay(moved)];
      return a.reduce((sum, one, at) => sum + Math.abs(one - (b[at] as number)), 0) / a.length;
    });
    const middle = values.reduce((sum, one) => sum + one, 0) / groups;
    const error = Math.sqrt(((groups - 1) / groups) * values.reduce((sum, one) => sum + (one - middle) ** 2, 0));
    // Clusters are taken in the order of their labels, whatever that of the values.
    const mixed = <T>(list: T[]) => list.map((_, at) => list[(at * 7919) % 3000] as T);
    const [first, second, firstClusters] = [mixed(many), mixed(moved), mixed(labels)];
    const again = clusteredDistance({ first, second, firstClusters, secondClusters: firstClusters });
    expect(again.wasserstein.interval?.high).toBeCloseTo(wasserstein.interval?.high as number, 12);
    // t(332) at .975.
    expect(((wasserstein.interval?.high as number) - (wasserstein.value as number)) / error).toBeCloseTo(1.96713, 3);
  });

  it("gives values alone where they are asked for, and names what it cannot read", () => {
    const alone = clusteredDistance({ ...data, interval: "none" });
    for (const name of distances)
      expect(alone[name]).toEqual({ ...clusteredDistance(data)[name], interval: null, intervalWhy: "not-requested" });
    const narrow = clusteredDistance({ ...data, confidence: 0.5 }).wasserstein.interval;
    expect(narrow?.low).toBeGreaterThan(clusteredDistance(data).wasserstein.interval?.low as number);
    expect(() => clusteredDistance({ ...data, secondClusters: [1] })).toThrow("secondClusters: has 1 labels for 12 units");
    expect(() => clusteredDistance({ ...data, firstClusters: [1] })).toThrow("firstClusters: has 1 labels for 36 units");
    const gaps = inputs.map(() => Number.NaN);
    expect(() => clusteredDistance({ ...data, first: gaps })).toThrow("first: row 0: must not be missing");
    expect(() => clusteredDistance({ ...data, second: gaps })).toThrow("second: row 0: must not be missing");
    expect(() => clusteredDistance({ ...data, interval: "bca" as "none" })).toThrow("interval: must be one of jackknife, none");
  });

  it("gives the value of its example", () => {
    const example = clusteredDistance({ first: [1, 2], firstClusters: [1, 2], second: [2, 2], secondClusters: [1, 2] });
    expect(example.wasserstein.value).toBe(0.5);
  });
});
