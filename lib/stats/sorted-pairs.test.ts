import { describe, expect, test } from "vitest";
import { clusterVariance } from "./cluster-variance";
import { sortedPairs } from "./paired-values";

/** Pseudorandom whole numbers below `most`. */
function numbers(count: number, most: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  });
}

const oneByOne = (x: Float64Array, y: Float64Array) => {
  const order = Array.from(x.keys()).sort((i, j) => (x[i] as number) - (x[j] as number) || (y[i] as number) - (y[j] as number));
  return { x: Float64Array.from(order, (i) => x[i] as number), y: Float64Array.from(order, (i) => y[i] as number) };
};

describe("many pairs in order", () => {
  const whole = Float64Array.from(numbers(12_000, 21, 7));
  const columns: [string, Float64Array][] = [
    ["whole scores", Float64Array.from(numbers(12_000, 6, 1))],
    ["means of three", Float64Array.from(numbers(12_000, 16, 2), (sum) => sum / 3)],
    ["two doubles for one step", Float64Array.from(numbers(12_000, 2, 3), (one) => (one === 0 ? 0.3 : 0.1 + 0.2))],
    ["finer than the steps", Float64Array.from(numbers(12_000, 9999, 4), (part) => part / 9999)],
    ["below zero", Float64Array.from(numbers(12_000, 6, 5), (score) => score - 3)],
    ["above the steps", Float64Array.from(numbers(12_000, 101, 6))],
  ];
  test.each(columns)("%s come as they do one by one", (_, column) => {
    expect(sortedPairs(column, whole)).toEqual(oneByOne(column, whole));
    expect(sortedPairs(whole, column)).toEqual(oneByOne(whole, column));
  });
});

test("a cluster's influences are summed in rising order, whether it is small or large", () => {
  const influence = [1e16, 1, -1e16, 3, ...numbers(40, 1000, 8).map((part) => part / 7 - 70)];
  const clusters = influence.map((_, at) => (at < 4 ? 0 : 1));
  const shuffled = influence.map((_, at) => influence.length - 1 - at);
  const same = clusterVariance(
    shuffled.map((at) => influence[at] as number),
    shuffled.map((at) => clusters[at] as number),
  );
  expect(clusterVariance(influence, clusters)).toEqual(same);
  const [small, large] = [4, influence.slice(4).reduce((sum, part) => sum + part, 0)];
  expect(same.variance).toBeCloseTo(2 * (small ** 2 + large ** 2), 6);
});
