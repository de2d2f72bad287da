import { describe, expect, it } from "vitest";
import { median, quantileOfSorted, sortedCopy } from "./quantile";

describe("quantiles of type 7", () => {
  it("interpolate between the neighbours", () => {
    expect(quantileOfSorted([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantileOfSorted([1, 2, 3, 4], 0.1)).toBeCloseTo(1.3, 14);
    expect(quantileOfSorted([1, 2, 9], 0.75)).toBe(5.5);
    expect(quantileOfSorted([-1.5e308, 1.5e308], 0)).toBe(-1.5e308);
    expect([quantileOfSorted([1, 2, 9], 0), quantileOfSorted([1, 2, 9], 1), quantileOfSorted([5], 0.3)]).toEqual([1, 9, 5]);
  });

  it("give the median of any order, null for nothing", () => {
    expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([])]).toEqual([5, 2.5, null]);
    expect([...sortedCopy([10, 9, 2])]).toEqual([2, 9, 10]);
  });

  it("refuse an empty list and a share outside 0..1", () => {
    expect(() => quantileOfSorted([], 0.5)).toThrow(/at least one value/);
    for (const share of [1.01, -0.01, Number.NaN]) expect(() => quantileOfSorted([1], share)).toThrow(`in 0..1, got ${share}`);
  });
});
