import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { krippendorffAlpha } from "./alpha";
import { ALPHA_LEVELS, encodeRatings } from "./encoded-ratings";
import { liveAlpha } from "./live-alpha";

const SCALE = [1, 2, 3, 4];
const table = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
const changes = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 2 }), fc.integer({ min: 0, max: 4 })), { maxLength: 30 });

describe("alpha that follows each new rating", () => {
  it("gives the value of its own example", () => {
    const live = liveAlpha(
      encodeRatings({
        ratings: [
          [1, 1],
          [2, null],
        ],
        scale: [1, 2],
      }),
    );
    expect(live.estimate("nominal")).toMatchObject({ value: null, why: "no-variation" });
    live.set(1, 1, 2);
    expect(live.estimate("nominal")).toEqual({ value: 1, why: null, n: 4 });
  });

  it("is after any changes what alpha of the changed table is, at every level", () => {
    fc.assert(
      fc.property(table, changes, (rows, steps) => {
        const codes = rows.map((row) => [...row]);
        const live = liveAlpha(encodeRatings({ ratings: codes.map((row) => row.map((code) => code || null)), scale: SCALE }));
        for (const [unit, rater, code] of steps) {
          const row = codes[unit];
          if (!row) continue;
          row[rater] = code;
          live.set(unit, rater, code);
        }
        const all = live.estimates();
        for (const level of ALPHA_LEVELS) {
          const fresh = krippendorffAlpha({
            ratings: codes.map((row) => row.map((code) => code || null)),
            scale: SCALE,
            level,
            interval: "none",
          });
          expect([all[level].why, all[level].n]).toEqual([fresh.why, fresh.n]);
          if (fresh.value !== null) expect(all[level].value).toBeCloseTo(fresh.value, 12);
        }
      }),
    );
  });

  it("leaves no rounding behind after a hundred thousand changes", () => {
    const ratings = [
      [1, 2, 3],
      [2, 2, 2],
      [4, 4, 1],
    ];
    const live = liveAlpha(encodeRatings({ ratings, scale: SCALE }));
    const before = live.estimates();
    for (let i = 0; i < 100_000; i++) live.set(i % 3, (i >> 2) % 3, 1 + (i % 4));
    ratings.forEach((row, unit) => {
      row.forEach((value, rater) => {
        live.set(unit, rater, value);
      });
    });
    expect(live.estimates()).toEqual(before);
  });

  it("leaves the table it started from alone", () => {
    const start = encodeRatings({
      ratings: [
        [1, 2],
        [2, 2],
      ],
      scale: SCALE,
    });
    liveAlpha(start).set(0, 0, 4);
    expect([...start.codes]).toEqual([1, 2, 2, 2]);
  });

  it("refuses what is not in the table", () => {
    const live = liveAlpha(encodeRatings({ ratings: [[1, -1]], scale: [-1, 1] }));
    expect(live.estimate("ratio").why).toBe("negative-values");
    expect(() => live.set(5, 0, 1)).toThrow(/row 5, column 0 is not in a table of 1 units/);
    expect(() => live.set(0, 0, 3)).toThrow(/code: 3 is not in 0\.\.2/);
    for (const [unit, rater] of [[1, 0], [-1, 0], [0.5, 0], [0, 2], [0, -1], [0, 0.5]] as const) // biome-ignore format: one row
      expect(() => live.set(unit, rater, 1)).toThrow(`unit: row ${unit}, column ${rater} is not in a table of 1 units and 2 raters`);
    for (const code of [-1, 0.5, 3]) expect(() => live.set(0, 0, code)).toThrow(`code: ${code} is not in 0..2`);
    live.set(0, 0, 2);
    expect(live.estimate("ratio")).toEqual({ value: null, why: "negative-values", n: 2 });
    for (const level of ["nominal", "ordinal", "interval"] as const) expect(live.estimate(level)).toEqual({ value: 0, why: null, n: 2 });
    live.set(0, 1, 0);
    expect(live.estimate("ratio")).toEqual({ value: null, why: "no-pairable-units", n: 0 });
  });

  it("knows no distances of names, and no categories beyond 256", () => {
    const named = liveAlpha(encodeRatings({ ratings: [["b", "a", "b"]], scale: ["a", "b"] }));
    expect(named.estimate("nominal").value).toBe(0);
    expect(named.estimate("ordinal").value).toBe(0);
    expect(() => named.estimate("interval")).toThrow(/names need the nominal level, or ordinal with a declared scale/);
    // In the order of their letters "bad" would be below "good", but above "average".
    const undeclared = liveAlpha(encodeRatings({ ratings: [["good", "bad"], ["average", "bad"]] })); // biome-ignore format: one row
    expect(undeclared.estimate("nominal").value).toBeCloseTo(1 - (3 * 2) / 5, 14);
    expect(() => undeclared.estimate("ordinal")).toThrow(/names need the nominal level, or ordinal with a declared scale/);
    expect(() => named.estimate("metric" as "ratio")).toThrow(/level: must be one of/);
    const wide = (values: number) => () => liveAlpha(encodeRatings({ ratings: [Array.from({ length: values }, (_, i) => i)] }));
    expect(wide(256)).not.toThrow();
    expect(wide(257)).toThrow(/257 different values are no categories/);
  });

  it("has no ratio alpha only while a value below zero can be compared", () => {
    const live = liveAlpha(encodeRatings({ ratings: [[0, 3], [3, 3], [-1, null]], scale: [-1, 0, 3] })); // biome-ignore format: one row
    // Values 0 once, 3 three times: 1 - 3 x 1 / 3.
    expect(live.estimate("ratio")).toEqual({ value: 0, why: null, n: 4 });
    live.set(2, 1, 1);
    expect(live.estimate("ratio")).toEqual({ value: null, why: "negative-values", n: 6 });
  });
});
