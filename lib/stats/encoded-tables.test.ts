import { describe, expect, it } from "vitest";
import { ALPHA_LEVELS, checkLevel, type EncodedRatings, encodeRatings, isEncoded, numericScale, type RatingValue } from "./encoded-ratings";

const encode = (ratings: unknown, scale?: unknown) => encodeRatings({ ratings, scale } as Parameters<typeof encodeRatings>[0]);
const codes = (ratings: unknown, scale?: unknown) => [...encode(ratings, scale).codes];

describe("ratings as codes", () => {
  it("follow a declared scale in its order, and say that it was declared", () => {
    const encoded = encode([["c", "a", null], ["b"], []], ["c", "b", "a"]);
    expect(encoded).toEqual({
      codes: Uint8Array.of(1, 3, 0, 2, 0, 0, 0, 0, 0),
      units: 3,
      raters: 3,
      values: ["c", "b", "a"],
      declared: true,
    });
    expect(codes([[3, 1, 2]], [3, 1, 2])).toEqual([1, 2, 3]);
    // A declared scale may hold numbers and names.
    expect(codes([["none", 2], [0]], ["none", 0, 2])).toEqual([1, 3, 2, 0]);
  });

  it("without one rise with the values seen: numbers by size, names by their characters", () => {
    expect(encode([[10, 9], [-1, 10], [0.5]])).toEqual({
      codes: Uint8Array.of(4, 3, 1, 4, 2, 0),
      units: 3,
      raters: 2,
      values: [-1, 0.5, 9, 10],
      declared: false,
    });
    expect(encode([["b", "10", "a", "9", "B"]]).values).toEqual(["10", "9", "B", "a", "b"]);
  });

  it("take 0, an empty name and 0.1 + 0.2 as they are", () => {
    expect(encode([[0, 1]]).values).toEqual([0, 1]);
    expect(encode([["", "a"]]).values).toEqual(["", "a"]);
    expect(() => encode([[0, ""]])).toThrow('ratings: row 0, column 1: "" mixes numbers and names; declare a scale');
    expect(() => encode([["", null], [0]])).toThrow("ratings: row 1, column 0: 0 mixes numbers and names; declare a scale");
    expect(encode([[0.1 + 0.2, 0.3]]).values).toEqual([0.3, 0.1 + 0.2]);
    const [zero] = encode([[1, -0]], [-0, 1]).values;
    expect(Object.is(zero, 0)).toBe(true);
    expect(codes([[1, -0, 0]], [-0, 1])).toEqual([2, 1, 1]);
    expect(Object.is(encode([[-0]]).values[0], 0)).toBe(true);
  });

  it("are kept in the smallest numbers that hold them", () => {
    const distinct = (count: number) => encode([Array.from({ length: count }, (_, i) => i)]).codes.BYTES_PER_ELEMENT;
    expect([255, 256, 65_535, 65_536].map(distinct)).toEqual([1, 2, 2, 4]);
    const declared = (count: number) =>
      encode(
        [[count - 1]],
        Array.from({ length: count }, (_, i) => i),
      ).codes;
    expect([255, 256, 65_535, 65_536].map((count) => declared(count)[0])).toEqual([255, 256, 65_535, 65_536]);
  });

  it("refuse what is no scale", () => {
    const message = (scale: unknown) => () => encode([[1]], scale);
    expect(message("123")).toThrow("scale: must be a list of at least one value");
    expect(message([])).toThrow("scale: must be a list of at least one value");
    expect(message([1, null])).toThrow("scale: value 1: null is neither a finite number nor a string");
    expect(message([1, Number.POSITIVE_INFINITY])).toThrow("scale: value 1: Infinity is neither a finite number nor a string");
    expect(message([0, -0])).toThrow(/scale: value 1: .*0 occurs twice/);
    expect(message(["1", 1])).not.toThrow();
    expect(message(null)).not.toThrow();
    expect(() => encode([[2, 1]], [1, "2"])).toThrow("ratings: row 0, column 0: 2 is not on the declared scale");
  });
});

describe("a table that is encoded already", () => {
  const table: EncodedRatings = { codes: Uint8Array.of(1, 2, 0, 1), units: 2, raters: 2, values: ["a", "b"], declared: true };

  it("is taken as it is", () => {
    expect(isEncoded(table)).toBe(true);
    expect([isEncoded(null), isEncoded([[1]]), isEncoded("codes"), isEncoded(undefined)]).toEqual([false, false, false, false]);
    expect(encode(table)).toBe(table);
    for (const empty of [
      { units: 0, raters: 2 },
      { units: 3, raters: 0 },
    ])
      expect(() => encode({ ...table, ...empty, codes: new Uint8Array(0) })).not.toThrow();
  });

  it("is refused where its parts do not fit together", () => {
    for (const wrong of [
      { units: 1.5 },
      { units: -2, raters: -2 },
      { raters: 0.5 },
      { raters: 2.5 },
      { codes: [1, 2, 0, 1] },
      { codes: Uint8Array.of(1, 2, 0) },
      { values: "ab" },
      { units: -1, raters: 0, codes: new Uint8Array(0) },
      { units: 0, raters: -1, codes: new Uint8Array(0) },
      { units: 0, raters: 0.5, codes: new Uint8Array(0) },
      { units: 0.5, raters: 0, codes: new Uint8Array(0) },
    ])
      expect(() => encode({ ...table, ...wrong }), JSON.stringify(wrong)).toThrow(
        "ratings: an encoded table needs codes (a typed array of units x raters), units, raters and values",
      );
    expect(() => encode({ ...table, codes: Uint8Array.of(1, 2, 2, 3) })).toThrow("ratings: row 1, column 1: code 3 has no value");
    expect(() => encode({ ...table, codes: Uint8Array.of(1, 9, 2, 3) })).toThrow("ratings: row 0, column 1: code 9 has no value");
  });
});

describe("levels", () => {
  const of = (values: RatingValue[], scale?: RatingValue[]) => encode([values], scale);

  it("need numbers, but for nominal, and ordinal with a declared scale", () => {
    const allowed = (encoded: EncodedRatings) =>
      ALPHA_LEVELS.filter((level) => {
        try {
          checkLevel(encoded, level);
          return true;
        } catch {
          return false;
        }
      });
    expect(allowed(of([1, 2]))).toEqual(["nominal", "ordinal", "interval", "ratio"]);
    expect(allowed(of(["a", "b"]))).toEqual(["nominal"]);
    expect(allowed(of(["a"], ["a", "b"]))).toEqual(["nominal", "ordinal"]);
    expect(allowed(of([1], [1, "b"]))).toEqual(["nominal", "ordinal"]);
    expect(() => checkLevel(of(["a"]), "ratio")).toThrow(
      "ratings: names need the nominal level, or ordinal with a declared scale; the level is ratio",
    );
    expect(() => checkLevel(of([1]), "metric" as "ratio")).toThrow('level: must be one of nominal, ordinal, interval, ratio, got "metric"');
  });

  it("that measure distances read the scale's numbers", () => {
    expect(numericScale(of([3, 1]), "interval")).toEqual(Float64Array.of(1, 3));
    expect(() => numericScale(of([1], [1, "b"]), "ratio")).toThrow('ratings: "b" is a name; the ratio level needs numbers');
  });
});
