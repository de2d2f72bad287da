import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean";
import { exactMean, wholeMultiples } from "./exact-mean";

describe("exact means", () => {
  test("equal means are equal doubles, whatever the number and order of the scores", () => {
    expect(exactMean({ values: [0.1, 0.2] })).toBe(exactMean({ values: [0.15] }));
    expect(exactMean({ values: [1, 2, 2] })).toBe(exactMean({ values: [2, 1, 2, 2, 2, 1] }));
    expect(exactMean({ values: [0.1, 0.2, 0.3] })).toBe(0.2);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 3 }),
        (steps, digits) => {
          const values = steps.map((step) => step / 10 ** digits);
          const mean = exactMean({ values });
          expect(exactMean({ values: values.toReversed() })).toBe(mean);
          expect(exactMean({ values: [...values, ...values] })).toBe(mean);
          expect(mean).toBe(steps.reduce((sum, step) => sum + step, 0) / (steps.length * 10 ** digits));
        },
      ),
      { seed: 4 },
    );
  });

  test("what has no whole steps is summed with compensation, in any order", () => {
    const thirds = [1 / 3, 2 ** 53, 1 / 7, -(2 ** 53)];
    for (const values of [thirds, thirds.toReversed()]) expect(exactMean({ values })).toBeCloseTo(10 / 21 / 4, 15);
  });

  test("anything but a list of scores is named, with its row", () => {
    expect(() => exactMean({ values: [1, "2"] as never })).toThrow('values: row 1: must be a finite number, got "2"');
    expect(() => exactMean({ values: "12" as never })).toThrow(/values: must be an array/);
  });

  test("an empty list has no mean, and values that are not scores are refused by row", () => {
    expect(exactMean({ values: [] })).toBeNull();
    expect(() => exactMean({ values: [1, Number.NaN] })).toThrow(/values: row 1/);
    expect(exactMean({ values: [1e308, 1e308] })).toBe(1e308);
    // On the way, 2^53 + 1 has no double.
    expect(exactMean({ values: [2 ** 53 - 1, 2, 1 - 2 ** 53] })).toBe(2 / 3);
    expect(clusteredMean({ values: [1 - 2 ** 53, -2, 2 ** 53 - 1] }).value).toBe(-2 / 3);
    expect(exactMean({ values: [Math.PI, 1] })).toBeCloseTo((Math.PI + 1) / 2, 15);
  });

  test("decimal steps", () => {
    expect(wholeMultiples([0.35, 0.33])).toEqual({ multiples: Float64Array.of(35, 33), digits: 2 });
    expect(wholeMultiples([1 / 3])).toBeNull();
    expect(wholeMultiples([-0])?.multiples).toEqual(Float64Array.of(0));
    expect(wholeMultiples([3, 0.000000001])).toEqual({ multiples: Float64Array.of(3e9, 1), digits: 9 });
    expect(wholeMultiples([3, 0.0000000001])).toBeNull();
    expect(wholeMultiples([0.5, -0.25], 50)).toEqual({ multiples: Float64Array.of(50, -25), digits: 2 });
    for (const value of [0.51, -0.51]) expect(wholeMultiples([0.25, value], 50)).toBeNull();
    expect(wholeMultiples([2 ** 53 - 1])?.digits).toBe(0);
    for (const value of [2 ** 53, -(2 ** 53), Infinity, Number.NaN]) expect(wholeMultiples([value])).toBeNull();
    expect(wholeMultiples([])).toEqual({ multiples: new Float64Array(0), digits: 0 });
  });
});
