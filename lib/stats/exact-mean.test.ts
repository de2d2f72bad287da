import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean";
import { exactMean, exactMeanOfMeans, wholeMultiples } from "./exact-mean";

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

  test("means of means share one denominator", () => {
    expect(
      exactMeanOfMeans({
        parts: [
          { sum: 7, count: 3 },
          { sum: 11, count: 3 },
        ],
      }),
    ).toBe(3);
    const thirds = exactMeanOfMeans({
      parts: [
        { sum: 1, count: 3 },
        { sum: 1, count: 5 },
        { sum: 1, count: 7 },
      ],
    });
    expect(
      exactMeanOfMeans({
        parts: [
          { sum: 2, count: 14 },
          { sum: 3, count: 9 },
          { sum: 20, count: 100 },
        ],
      }),
    ).toBe(thirds);
    expect(
      exactMeanOfMeans({
        parts: [
          { sum: 4, count: 2 },
          { sum: 0, count: 0 },
        ],
      }),
    ).toBe(2);
  });

  test("an empty list has no mean, and values that are not scores are refused by row", () => {
    expect(exactMean({ values: [] })).toBeNull();
    expect(exactMeanOfMeans({ parts: [{ sum: 0, count: 0 }] })).toBeNull();
    expect(() => exactMean({ values: [1, Number.NaN] })).toThrow(/values: row 1/);
    expect(() => exactMeanOfMeans({ parts: [{ sum: 1, count: 0.5 }] })).toThrow(/parts: row 0/);
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
  });
});
