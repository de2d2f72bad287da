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

  test("means of means are the doubles nearest to the fractions", () => {
    const part = fc.record({ sum: fc.integer({ min: -90, max: 900 }), count: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 2 }), (parts, digits) => {
        // Over 2520, the least common multiple of 1 to 9.
        const above = parts.reduce((total, { sum, count }) => total + sum * (2520 / count), 0);
        const scaled = parts.map(({ sum, count }) => ({ sum: sum / 10 ** digits, count }));
        expect(exactMeanOfMeans({ parts: scaled })).toBe(above / (2520 * parts.length * 10 ** digits));
      }),
      { seed: 2 },
    );
    const thirds = (...sums: number[]) => exactMeanOfMeans({ parts: sums.map((sum) => ({ sum, count: 3 })) });
    expect([thirds(7, 15), thirds(9, 13)]).toEqual([11 / 3, 11 / 3]);
  });

  test("what has no common denominator is summed with compensation, in any order", () => {
    const thirds = [1 / 3, 2 ** 53, 1 / 7, -(2 ** 53)];
    for (const values of [thirds, thirds.toReversed()]) expect(exactMean({ values })).toBeCloseTo(10 / 21 / 4, 15);
    const parts = [{ sum: 1 / 3, count: 1 }, { sum: 2, count: 3 }, { sum: 0.5, count: 2 }]; // biome-ignore format: one row
    for (const some of [parts, parts.toReversed()]) expect(exactMeanOfMeans({ parts: some })).toBe((1 / 3 + 2 / 3 + 1 / 4) / 3);
    // Counts without a common multiple below 2^53, and numerators beyond it.
    const primes = [9_999_991, 9_999_973, 9_999_971];
    expect(exactMeanOfMeans({ parts: primes.map((count) => ({ sum: 2 * count, count })) })).toBe(2);
    const huge = [{ sum: 2 ** 52, count: 3 }, { sum: -(2 ** 52), count: 3 }, { sum: 9, count: 2 }]; // biome-ignore format: one row
    expect(exactMeanOfMeans({ parts: huge })).toBe(1.5);
    const rounded = [2 ** 53 - 1, 2, 1 - 2 ** 53].map((sum) => ({ sum, count: 1 }));
    expect(exactMeanOfMeans({ parts: rounded })).toBe(2 / 3);
  });

  test("what is no sum or no count is named with its row", () => {
    const bad = (part: unknown) => () => exactMeanOfMeans({ parts: [{ sum: 1, count: 1 }, part as never] });
    expect(bad(null)).toThrow("parts: row 1: needs a sum and a count");
    for (const [sum, count, said] of [
      [Infinity, 1, "got Infinity and 1"],
      ["x", 1, 'got "x" and 1'],
      [1, -1, "got 1 and -1"],
      [1, 1.5, "got 1 and 1.5"],
      [1, 2 ** 53, "got 1 and 9007199254740992"],
    ] as const)
      expect(bad({ sum, count })).toThrow(`parts: row 1: needs a finite sum and a whole count, ${said}`);
    expect(() => exactMeanOfMeans({ parts: 3 as never })).toThrow(/parts: must be an array, got 3/);
    expect(() => exactMean({ values: [1, "2"] as never })).toThrow('values: row 1: must be a finite number, got "2"');
    expect(() => exactMean({ values: "12" as never })).toThrow(/values: must be an array/);
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
    expect(wholeMultiples([3, 0.000000001])).toEqual({ multiples: Float64Array.of(3e9, 1), digits: 9 });
    expect(wholeMultiples([3, 0.0000000001])).toBeNull();
    expect(wholeMultiples([0.5, -0.25], 50)).toEqual({ multiples: Float64Array.of(50, -25), digits: 2 });
    for (const value of [0.51, -0.51]) expect(wholeMultiples([0.25, value], 50)).toBeNull();
    expect(wholeMultiples([2 ** 53 - 1])?.digits).toBe(0);
    for (const value of [2 ** 53, -(2 ** 53), Infinity, Number.NaN]) expect(wholeMultiples([value])).toBeNull();
    expect(wholeMultiples([])).toEqual({ multiples: new Float64Array(0), digits: 0 });
  });
});
