import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { icc } from "./icc";

const oracles = readOracles();
const FORMS = { ICC_1_1: "icc1", ICC_A_1: "iccA1", ICC_C_1: "iccC1", ICC_1_k: "icc1k", ICC_A_k: "iccAk", ICC_C_k: "iccCk" } as const;
const SHROUT_FLEISS = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

describe("intraclass correlation", () => {
  it("gives the value of its own example", () => {
    expect(
      icc({
        ratings: [
          [1, 2],
          [2, 3],
          [3, 4],
        ],
      }).iccC1.value,
    ).toBe(1);
  });

  it("prints Shrout and Fleiss' six values", () => {
    const got = icc({ ratings: SHROUT_FLEISS });
    const printed = [got.icc1, got.iccA1, got.iccC1, got.icc1k, got.iccAk, got.iccCk].map((form) => form.value?.toFixed(2));
    expect(printed).toEqual(["0.17", "0.29", "0.71", "0.44", "0.62", "0.91"]);
  });

  it("equals the reference values, mean squares and McGraw-Wong intervals", () => {
    for (const { id, data, expected } of oracles.icc) {
      const got = icc({ ratings: data });
      for (const [name, form] of Object.entries(FORMS))
        expect(tolerances(got[form].value, expected[name].value), `${id} ${name}`).toBeLessThanOrEqual(1);
      const squares = [got.meanSquares?.units, got.meanSquares?.raters, got.meanSquares?.residual, got.meanSquares?.within];
      ["MSR", "MSC", "MSE", "MSW"].forEach((name, i) => {
        expect(tolerances(squares[i], expected[name].value), `${id} ${name}`).toBeLessThanOrEqual(1);
      });
      for (const [name, form] of [
        ["ci_1_1", "icc1"],
        ["ci_C_1", "iccC1"],
        ["ci_A_1", "iccA1"],
      ] as const) {
        expect(tolerances(got[form].interval?.low, expected[name][0]), `${id} ${name}`).toBeLessThanOrEqual(1);
        expect(tolerances(got[form].interval?.high, expected[name][1]), `${id} ${name}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it("does not change under a x + b nor with the order of units and raters", () => {
    fc.assert(
      fc.property(
        arbitraryRatings({ missing: false }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -50, max: 50 }),
        (ratings, a, b) => {
          const one = icc({ ratings });
          const other = icc({ ratings: ratings.map((row) => row.map((x) => a * (x ?? 0) + b).reverse()).reverse() });
          for (const form of Object.values(FORMS)) {
            expect(other[form].why).toBe(one[form].why);
            if (one[form].value !== null) expect(other[form].value).toBeCloseTo(one[form].value, 8);
          }
        },
      ),
    );
  });

  it("leaves out units with a missing rating and says how many", () => {
    const got = icc({ ratings: [...SHROUT_FLEISS, [1, 2, null, 4], [3]] });
    expect([got.n, got.dropped, got.iccA1.value]).toEqual([6, 2, icc({ ratings: SHROUT_FLEISS }).iccA1.value]);
  });

  it("says why it has no value", () => {
    expect(icc({ ratings: [[1, 2]] }).iccA1).toMatchObject({ value: null, why: "too-few" });
    expect(icc({ ratings: [[1], [2]] }).icc1).toMatchObject({ value: null, why: "too-few" });
    expect(
      icc({
        ratings: [
          [3, 3],
          [3, 3],
        ],
      }).iccC1,
    ).toMatchObject({ value: null, why: "no-variation" });
    expect(
      icc({
        ratings: [
          [1, 2, 4],
          [1, 2, 4],
          [1, 2, 4],
        ],
      }).iccC1,
    ).toMatchObject({ value: null, why: "no-variation" });
    expect(() =>
      icc({
        ratings: [
          [1, 2],
          [1, Infinity],
        ],
      }),
    ).toThrow(/row 1, column 1: Infinity/);
  });

  it("gives the mean squares of scores with decimals too", () => {
    // In tenths: rows' means 9, 29 and 46 about 28, columns' 26 and 30; sums of squares 1372, 24 and 28 within units, 4 of them residual.
    const { meanSquares } = icc({ ratings: [[0.6, 1.2], [2.8, 3], [4.4, 4.8]] }); // biome-ignore format: one row
    expect(meanSquares?.units).toBeCloseTo(6.86, 12);
    expect(meanSquares?.raters).toBeCloseTo(0.24, 12);
    expect(meanSquares?.residual).toBeCloseTo(0.02, 12);
    expect(meanSquares?.within).toBeCloseTo(0.28 / 3, 12);
  });

  it("is right for huge and tiny values", () => {
    for (const factor of [1e307, 1e-307]) {
      const got = icc({ ratings: SHROUT_FLEISS.map((row) => row.map((x) => x * factor)) });
      expect(got.iccA1.value).toBeCloseTo(184 / 635, 10);
    }
  });
});
