import { describe, expect, it } from "vitest";
import { alphaAtAllLevels, krippendorffAlpha } from "./alpha";
import { encodeRatings, type RatingValue } from "./encoded-ratings";
import { seededRandom } from "./random";

describe("reading ratings", () => {
  it("gives codes in the order of the scale, 0 for missing", () => {
    const encoded = encodeRatings({ ratings: [[10, 2], [null, 10], [Number.NaN], [2, undefined]] });
    expect(encoded).toMatchObject({ units: 4, raters: 2, values: [2, 10], declared: false });
    expect([...encoded.codes]).toEqual([2, 1, 0, 2, 0, 0, 1, 0]);
  });

  it("takes -0 for 0", () => {
    expect(encodeRatings({ ratings: [[-0, 0]] }).values).toEqual([0]);
  });

  it("names row and column of values that are not ratings", () => {
    const read = (ratings: unknown, scale?: (number | string)[]) => () => encodeRatings({ ratings: ratings as RatingValue[][], scale });
    expect(
      read([
        [1, 2],
        [1, Infinity],
      ]),
    ).toThrow("ratings: row 1, column 1: Infinity is not a rating");
    expect(read([[1, true]])).toThrow(/row 0, column 1: true/);
    expect(read([[1], 5])).toThrow(/row 1 is not an array/);
    expect(read("abc")).toThrow(/must be an array of rows/);
    expect(read([[1, 7]], [1, 2, 3])).toThrow(/row 0, column 1: 7 is not on the declared scale/);
    expect(read([[1, "1"]])).toThrow(/row 0, column 1: "1" mixes numbers and names/);
    expect(read([[1]], [1, 1])).toThrow(/scale: value 1: 1 occurs twice/);
    expect(read([[1]], [])).toThrow(/scale: must be a list/);
    expect(read([[1]], [Number.NaN])).toThrow(/scale: value 0/);
  });

  it("refuses names where the level needs numbers or an order", () => {
    const ratings = [
      ["good", "bad"],
      ["good", "good"],
    ];
    expect(krippendorffAlpha({ ratings, level: "nominal" }).value).not.toBeNull();
    expect(() => krippendorffAlpha({ ratings, level: "ordinal" })).toThrow(/names need the nominal level/);
    expect(krippendorffAlpha({ ratings, level: "ordinal", scale: ["bad", "good"] }).value).not.toBeNull();
    expect(() => krippendorffAlpha({ ratings, level: "interval", scale: ["bad", "good"] })).toThrow(/names need/);
  });

  it("refuses encoded tables that do not fit together", () => {
    const table = { codes: Uint8Array.from([1, 2, 3, 1]), units: 2, raters: 2, values: [1, 2], declared: true };
    expect(() => krippendorffAlpha({ ratings: table, level: "nominal" })).toThrow(/row 1, column 0: code 3 has no value/);
    expect(() => krippendorffAlpha({ ratings: { ...table, units: 3 }, level: "nominal" })).toThrow(/an encoded table needs/);
  });

  it("is right for huge, tiny and mixed values", () => {
    const plain = [
      [1, 2, 1],
      [2, 2, 3],
      [4, 5, 4],
      [3, 3, 2],
    ];
    const want = alphaAtAllLevels({ ratings: plain });
    for (const factor of [1e307, 1e-300, 2 ** -1060]) {
      const got = alphaAtAllLevels({ ratings: plain.map((row) => row.map((x) => x * factor)) });
      for (const level of ["nominal", "ordinal", "interval", "ratio"] as const) {
        expect(got[level].value).toBeCloseTo(want[level].value ?? Number.NaN, 12);
        expect(got[level].interval?.low).toBeCloseTo(want[level].interval?.low ?? Number.NaN, 10);
      }
    }
    // Two ends of the doubles in one table: the interval level sees two places only.
    const ends = alphaAtAllLevels({
      ratings: [
        [-1e308, 1e308],
        [1e308, 1e308],
        [-1e308, -1e308],
      ],
    });
    expect(ends.interval.value).toBeCloseTo(ends.nominal.value ?? Number.NaN, 12);
    expect(ends.ratio).toMatchObject({ value: null, why: "negative-values" });
  });

  it("reads a million ratings, few values or all different, without losing its way", () => {
    const random = seededRandom(1);
    const likert = Array.from({ length: 500_000 }, () => {
      const base = random.int(5);
      const rate = (): number => 1 + (random.next() < 0.6 ? base : random.int(5));
      return [rate(), rate()];
    });
    const got = krippendorffAlpha({ ratings: likert, level: "nominal" });
    expect(got.value).toBeCloseTo(0.36, 2);
    expect(got.ratings).toBe(1_000_000);
    const continuous = Array.from({ length: 5_000 }, () => {
      const base = random.next();
      return [base + random.next(), base + random.next()];
    });
    expect(krippendorffAlpha({ ratings: continuous, level: "interval" }).value).toBeCloseTo(0.5, 1);
    expect(krippendorffAlpha({ ratings: continuous, level: "ordinal" }).interval).not.toBeNull();
  });

  it("takes 300 raters and 2,000 values", () => {
    const random = seededRandom(2);
    const wide = Array.from({ length: 8 }, () => Array.from({ length: 300 }, () => random.int(2000)));
    const { nominal, interval } = alphaAtAllLevels({ ratings: wide });
    expect(Math.abs(interval.value ?? 1)).toBeLessThan(0.03);
    expect(Math.abs(nominal.value ?? 1)).toBeLessThan(0.03);
  });
});
