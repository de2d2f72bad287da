import { describe, expect, it } from "vitest";
import { centredMoments, compensatedSum, conditioned, meanOf, variance } from "./sums";

describe("sums", () => {
  it("keep what plain addition loses", () => {
    expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2);
    expect(compensatedSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(compensatedSum([])).toBe(0);
  });

  it("have a mean that does not overflow", () => {
    expect(meanOf([1.5e308, 1.7e308])).toBeCloseTo(1.6e308, -295);
    expect(() => meanOf([])).toThrow(/at least one/);
  });

  it("give variances far from zero", () => {
    expect(centredMoments([1e15 + 1, 1e15 + 2, 1e15 + 3])).toEqual({ n: 3, mean: 1e15 + 2, squares: 2 });
    expect(variance([2, 4, 4, 4, 5, 5, 7, 9], 0)).toBe(4);
    expect(variance([3])).toBeNull();
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
  });

  it("keep the differences of small values beside a huge one on either side", () => {
    for (const outlier of [1e19, -1e19]) {
      const values = conditioned([1, 2, 4, outlier, 3]);
      expect((values[1] ?? 0) - (values[0] ?? 0)).toBe(1);
      expect((values[2] ?? 0) - (values[0] ?? 0)).toBe(3);
    }
  });
});
