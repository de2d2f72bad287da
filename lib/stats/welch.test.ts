import { expect, test } from "vitest";
import { welch } from "./welch";

const welchOf = (first: number[], second: number[], confidence = 0.95) =>
  welch(Float64Array.from(first), Float64Array.from(second), confidence);

test("the difference, its t, degrees of freedom and interval are those of the formula, of equal variances too", () => {
  // Variances 2 and 4 of two and three values: 1 and 4/3, so se^2 = 7/3 and df = (7/3)^2 / (1 + (16/9) / 2).
  const unequal = welchOf([3, 1], [6, 2, 4]);
  expect(unequal).toMatchObject({ value: -2, n: 5, why: null, intervalWhy: null });
  expect(unequal.t).toBeCloseTo(-2 / Math.sqrt(7 / 3), 14);
  expect(unequal.df).toBeCloseTo(49 / 17, 14);
  // Variance 4 on both sides; t(4) at .975 and .95.
  const equal = welchOf([1, 3, 5], [2, 4, 6]);
  expect(equal).toMatchObject({ value: -1, n: 6, df: 4 });
  expect(equal.interval?.low).toBeCloseTo(-1 - 2.7764451051977934 * Math.sqrt(8 / 3), 9);
  expect(welchOf([1, 3, 5], [2, 4, 6], 0.9).interval?.high).toBeCloseTo(-1 + 2.1318467863266504 * Math.sqrt(8 / 3), 9);
});

test("an empty side, a single value, no variance beyond rounding, and sizes beyond the largest number say why", () => {
  const none = { t: null, df: null, p: null, interval: null };
  for (const [first, second] of [
    [[], [1, 2]],
    [[1, 2], []],
  ] as const) {
    // biome-ignore format: short
    expect(welchOf([...first], [...second])).toEqual({ ...none, value: null, why: "no-units", n: 2, intervalWhy: "undefined-estimate" });
  }
  expect(welchOf([4], [1, 2])).toEqual({ ...none, value: 2.5, why: null, n: 3, intervalWhy: "too-few" });
  expect(welchOf([0.1 + 0.2, 0.3], [0.1, 0.1])).toEqual({
    ...none,
    ...{ value: expect.closeTo(0.2, 12), why: null, n: 4, intervalWhy: "degenerate-replicates" },
  });
  expect(welchOf([1.7e308], [-1.7e308])).toEqual({ ...none, value: null, why: "overflow", n: 2, intervalWhy: "undefined-estimate" });
  expect(welchOf([1e308, -1e308], [0, 1])).toEqual({ ...none, value: -0.5, why: null, n: 4, intervalWhy: "overflow" });
});
