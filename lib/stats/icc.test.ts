import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { encodeRatings } from "./encoded-ratings";
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

  it("has the intervals that are printed for Shrout and Fleiss' example, of the mean of four raters too", () => {
    const got = icc({ ratings: SHROUT_FLEISS });
    const ends = [got.icc1, got.iccA1, got.iccC1, got.icc1k, got.iccAk, got.iccCk].map(({ interval }) => [
      interval?.low.toFixed(3),
      interval?.high.toFixed(2),
    ]);
    // The help page of `ICC` in the R package psych.
    expect(ends).toEqual([["-0.133", "0.72"], ["0.019", "0.76"], ["0.342", "0.95"], ["-0.884", "0.91"], ["0.071", "0.93"], ["0.676", "0.99"]]); // biome-ignore format: one row
    expect(got.iccCk.interval).toMatchObject({ method: "f", confidence: 0.95 });
    // A mean of four has k r / (1 + (k - 1) r), and so have the ends of its interval.
    const wide = icc({ ratings: SHROUT_FLEISS, confidence: 0.8 });
    for (const [one, mean] of [
      [wide.icc1, wide.icc1k],
      [wide.iccA1, wide.iccAk],
      [wide.iccC1, wide.iccCk],
    ] as const) {
      // biome-ignore format: one row
      const { low = 0, high = 0 } = one.interval ?? {};
      expect(mean.interval?.low).toBeCloseTo((4 * low) / (1 + 3 * low), 12);
      expect(mean.interval?.high).toBeCloseTo((4 * high) / (1 + 3 * high), 12);
    }
    expect(wide.iccC1.interval?.low).toBeGreaterThan(got.iccC1.interval?.low ?? Number.NaN);
  });

  it("reads encoded ratings as it reads rows, gaps included", () => {
    const ratings = [...SHROUT_FLEISS, [1, 2, null, 4], [3, undefined, 7, 1], [5, 5, 5, 9]];
    expect(icc({ ratings: encodeRatings({ ratings }) })).toEqual(icc({ ratings }));
    expect(icc({ ratings })).toMatchObject({ n: 7, dropped: 2, raters: 4 });
  });

  it("has no interval where units leave no doubt, and no mean of raters where units do not differ", () => {
    const perfect = icc({ ratings: [[1, 1], [2, 2], [4, 4]] }); // biome-ignore format: one row
    const shifted = icc({ ratings: [[1, 2], [2, 3], [3, 4]] }); // biome-ignore format: one row
    for (const form of [perfect.icc1, perfect.icc1k, perfect.iccA1, perfect.iccAk, perfect.iccC1, shifted.iccC1, shifted.iccCk]) {
      expect(form).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
    }
    expect(shifted.iccA1.interval).not.toBeNull();
    // Every unit has the same mean but for rounding: MSR = 0, so ICC(C,1) = -1 / (k - 1), and its mean of raters has 0 below the line.
    const level = icc({ ratings: [[0.1, 0.2, 0.4], [0.2, 0.4, 0.1], [0.4, 0.1, 0.2]] }); // biome-ignore format: one row
    expect(level.iccC1.value).toBeCloseTo(-0.5, 12);
    for (const form of [level.icc1k, level.iccCk, level.iccAk]) {
      expect(form).toEqual({ value: null, why: "not-identifiable", n: 3, interval: null, intervalWhy: "undefined-estimate" });
    }
    // ICC(A,1) may be as low as -.59 here; below -.5 the mean of three has no lower end.
    const wide = icc({ ratings: [[1, 1, 4], [3, 4, 4], [4, 2, 2]] }); // biome-ignore format: one row
    expect(wide.iccA1.interval?.low).toBeLessThan(-0.5);
    expect(wide.iccAk).toMatchObject({ interval: null, intervalWhy: "not-identifiable" });
    expect(wide.iccAk.value).toBeCloseTo((3 * (wide.iccA1.value ?? 0)) / (1 + 2 * (wide.iccA1.value ?? 0)), 12);
  });

  it("finds no variation where only rounding tells units apart", () => {
    expect(icc({ ratings: Array.from({ length: 6 }, () => [1000.1, 2000.3]) })).toMatchObject({
      meanSquares: null,
      icc1: { why: "no-variation" },
    });
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
    expect(icc({ ratings: [[1, 2]] }).iccA1.intervalWhy).toBe("undefined-estimate");
    expect(() => icc({ ratings: "all" as never })).toThrow("ratings: must be an array of rows, ratings[unit][rater]");
    expect(() => icc({ ratings: [[1, 2], 3 as never] })).toThrow("ratings: row 1 is not an array");
    expect(() => icc({ ratings: [[1, "2" as never]] })).toThrow('ratings: row 0, column 1: "2" is not a finite number');
  });

  it("gives the mean squares of scores with decimals too", () => {
    // In tenths: rows' means 9, 29 and 46 about 28, columns' 26 and 30; sums of squares 1372, 24 and 28 within units, 4 of them residual.
    const { meanSquares } = icc({ ratings: [[0.6, 1.2], [2.8, 3], [4.4, 4.8]] }); // biome-ignore format: one row
    expect(meanSquares?.units).toBeCloseTo(6.86, 12);
    expect(meanSquares?.raters).toBeCloseTo(0.24, 12);
    expect(meanSquares?.residual).toBeCloseTo(0.02, 12);
    expect(meanSquares?.within).toBeCloseTo(0.28 / 3, 12);
  });

  it("has no interval where people disagree as far as they can, and does not fail", () => {
    const apart = [
      [1e9, 0.1, 1e9],
      [1e9, 1e9, 0.1],
    ];
    const { iccA1, iccAk } = icc({ ratings: apart });
    expect(iccA1).toMatchObject({ interval: null, intervalWhy: "not-identifiable" });
    expect(iccA1.value).toBeCloseTo(-1, 12);
    expect(iccAk).toMatchObject({ value: null, why: "not-identifiable" });
  });

  it("is right for huge and tiny values", () => {
    for (const factor of [1e307, 1e-307]) {
      const got = icc({ ratings: SHROUT_FLEISS.map((row) => row.map((x) => x * factor)) });
      expect(got.iccA1.value).toBeCloseTo(184 / 635, 10);
    }
  });
});
