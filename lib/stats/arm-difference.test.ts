import { expect, test } from "vitest";
import { armDifference } from "./arm-difference";

type Arm = [values: (number | null)[], clusters: (string | number)[]];
const between = ([values, clusters]: Arm, [others, theirs]: Arm, confidence = 0.95) =>
  armDifference({ name: "first", values, clusters }, { name: "second", values: others, clusters: theirs }, confidence);

test("the difference of arms that share a cluster has the error, t, p and interval that are computed by hand", () => {
  // Means 2 and 4. By cluster: a (1 - 2) / 2 - (2 - 4) / 2 = 1/2, b 1/2, c -1; squares 3/2, times 3/2: se = 3/2.
  const result = between([[1, null, 3], ["a", "d", "b"]], [[2, 6], ["a", "c"]]); // biome-ignore format: one row
  expect(result).toMatchObject({ value: -2, n: 4, df: 2, why: null, intervalWhy: null });
  expect(result.t).toBeCloseTo(-4 / 3, 14);
  // Student's distribution with 2 degrees of freedom in closed form.
  expect(result.p).toBeCloseTo(1 - 4 / Math.sqrt(34), 12);
  expect(result.interval).toMatchObject({ method: "t", confidence: 0.95 });
  expect(result.interval?.low).toBeCloseTo(-2 - 4.302652729911275 * 1.5, 9);
  const wide = between([[1, 3], ["a", "b"]], [[2, 6], ["a", "c"]], 0.8); // biome-ignore format: one row
  expect(wide.interval?.high).toBeCloseTo(-2 + 1.8856180831641267 * 1.5, 9);
});

test("two clusters are enough", () => {
  // Means 2 and 4. By cluster: a -1/2 + 1 = 1/2, b 1/2 - 1: se^2 = 2 / 4 * 2.
  const result = between([[1, 3], ["a", "b"]], [[2, 6], ["a", "b"]]); // biome-ignore format: one row
  expect(result).toMatchObject({ value: -2, df: 1, t: expect.closeTo(-2, 14) });
});

test("an arm in one cluster has a difference and no interval, as Welch's of one value: its own mean is not known exactly", () => {
  const many: Arm = [[0, 1, 2, 4, 5], [1, 2, 3, 4, 5]]; // biome-ignore format: one row
  const none = { t: null, df: null, p: null, interval: null, why: null, intervalWhy: "too-few" };
  for (const inOne of [
    [[9], [6]],
    [
      [7, 11],
      [6, 6],
    ],
    [
      [7, 11],
      [1, 1],
    ],
    [
      [7, null, 11],
      [6, 7, 6],
    ],
  ] as Arm[]) {
    // biome-ignore format: one row
    expect(between(inOne, many)).toMatchObject({ ...none, value: expect.closeTo(6.6, 12) });
    expect(between(many, inOne)).toMatchObject({ ...none, value: expect.closeTo(-6.6, 12) });
  }
  expect(between([[7, 11], [6, 7]], many)).toMatchObject({ df: 6, intervalWhy: null }); // biome-ignore format: one row
});

test("without an arm, clusters, variance or finite numbers it says why", () => {
  const none = { t: null, df: null, p: null, interval: null };
  for (const [one, other] of [
    [
      [[], []],
      [
        [1, null],
        [1, 2],
      ],
    ],
    [
      [
        [1, null],
        [1, 2],
      ],
      [[], []],
    ],
  ] as [Arm, Arm][]) {
    // biome-ignore format: one row
    expect(between(one, other)).toEqual({ ...none, value: null, why: "no-units", n: 1, intervalWhy: "undefined-estimate" });
  }
  expect(between([[1, 3], ["a", "a"]], [[4], ["a"]])).toEqual({ ...none, value: -2, why: null, n: 3, intervalWhy: "too-few" }); // biome-ignore format: one row
  const constant = { ...none, value: expect.closeTo(0.2, 12), why: null, n: 4, intervalWhy: "degenerate-replicates" };
  expect(between([[3, 3], [1, 2]], [[2, 2], [3, 4]])).toEqual({ ...constant, value: 1 }); // biome-ignore format: one row
  expect(between([[0.1 + 0.2, 0.3], [1, 2]], [[0.1, 0.1], [3, 4]])).toEqual(constant); // biome-ignore format: one row
  const huge = between([[1.7e308], [1]], [[-1.7e308], [2]]); // biome-ignore format: one row
  expect(huge).toEqual({ ...none, value: null, why: "overflow", n: 2, intervalWhy: "undefined-estimate" });
  const spread = between([[1e308, -1e308], [1, 2]], [[0, 1], [3, 4]]); // biome-ignore format: one row
  expect(spread).toEqual({ ...none, value: -0.5, why: null, n: 4, intervalWhy: "overflow" });
});

test("what is wrong is named by the arm or the labels", () => {
  expect(() => between([["x" as never], [1]], [[1], [2]])).toThrow(/^first\b/);
  expect(() => between([[1], [1]], [["x" as never], [2]])).toThrow(/^second\b/);
  expect(() => between([[1], [1, 2]], [[1], [2]])).toThrow("clusters: has 2 labels for 1 units");
});
