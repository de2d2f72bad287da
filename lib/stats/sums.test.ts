import { describe, expect, it } from "vitest";
import { centredMoments, compensatedSum, compensatedSumAt, conditioned, meanOf, variance } from "./sums";

describe("sums", () => {
  it("keep what plain addition loses", () => {
    expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2);
    expect(compensatedSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(compensatedSum([])).toBe(0);
    // A small one after a great one, and before it, with either sign.
    for (const values of [
      [2 ** 53, 1, -(2 ** 53)],
      [1, 2 ** 53, -(2 ** 53)],
      [-(2 ** 53), 1, 2 ** 53],
      [1, -(2 ** 53), 2 ** 53],
    ]) {
      expect(compensatedSum(values)).toBe(1);
      expect(compensatedSumAt([9, ...values, 7], Int32Array.of(1, 2, 3))).toBe(1);
    }
    expect(compensatedSumAt([3, 5, 11], Int32Array.of(2, 0))).toBe(14);
    expect(compensatedSumAt([1, 1e100, 1, -1e100], Int32Array.of(0, 1, 2, 3))).toBe(2);
    expect(compensatedSumAt([3, 5, 11], new Int32Array(0))).toBe(0);
  });

  it("have a mean that does not overflow", () => {
    expect(meanOf([1.5e308, 1.7e308])).toBeCloseTo(1.6e308, -295);
    expect(() => meanOf([])).toThrow(/at least one/);
  });

  it("give variances far from zero", () => {
    expect(centredMoments([1e15 + 1, 1e15 + 2, 1e15 + 3])).toEqual({ n: 3, mean: 1e15 + 2, squares: 2 });
    expect(variance([2, 4, 4, 4, 5, 5, 7, 9], 0)).toBe(4);
    expect(variance([2, 4, 4, 4, 5, 5, 7, 9])).toBe(32 / 7);
    expect([variance([3]), variance([3], 0), variance([], 0)]).toEqual([null, 0, null]);
    // Around means that are no doubles.
    expect(centredMoments([1 - 2 ** -53, 1]).squares).toBe(2 ** -107);
    expect(centredMoments([0.1, 0.1, 0.1]).squares).toBe(0);
  });

  it("condition values so that their squares stay in range and their differences in proportion", () => {
    for (const factor of [1, 1e308, 5e-324, 2 ** -1000]) {
      const values = conditioned([1, 0, -1, 1].map((x) => x * factor));
      const [a, b, c, d] = values;
      expect((a ?? 0) - (b ?? 0)).toBe((b ?? 0) - (c ?? 0));
      expect(a).toBe(d);
      const square = ((a ?? 0) - (c ?? 0)) ** 2;
      expect(square > 0 && Number.isFinite(square)).toBe(true);
    }
    expect([...conditioned([3, 3])]).toEqual([0, 0]);
    expect(conditioned([])).toHaveLength(0);
    // Ordinary numbers are only moved, by the middle one.
    expect([...conditioned([7, 1, 3, 12, 5])]).toEqual([2, -4, -2, 7, 0]);
    expect([...conditioned([-6, -2, 0])]).toEqual([-4, 0, 2]);
    expect([...conditioned([2 ** 299, 0, -(2 ** 299)])]).toEqual([2 ** 299, 0, -(2 ** 299)]);
    expect([...conditioned([2 ** -299, 0, -(2 ** -299)])]).toEqual([2 ** -299, 0, -(2 ** -299)]);
  });

  it("are moved by the middle one, of many different values and of few that repeat", () => {
    const least = 300;
    for (const different of [2, 3, 255, 256, 257, 1000]) {
      const length = least + different;
      for (const least of [-100, 0, different]) {
        const values = Array.from({ length }, (_, n) => ((n * 7919) % different) + least);
        const middle = values.toSorted((a, b) => a - b)[length >> 1] ?? 0;
        expect([...conditioned(values)]).toEqual(values.map((value) => value - middle));
      }
    }
  });

  it("keep the differences of small values beside a huge one on either side", () => {
    for (const outlier of [1e19, -1e19]) {
      const values = conditioned([1, 2, 4, outlier, 3]);
      expect((values[1] ?? 0) - (values[0] ?? 0)).toBe(1);
      expect((values[2] ?? 0) - (values[0] ?? 0)).toBe(3);
    }
  });
});
