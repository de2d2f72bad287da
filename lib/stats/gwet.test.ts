import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings, transposed } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { gwetAc } from "./gwet";

const oracles = readOracles();

describe("Gwet's AC1 and AC2", () => {
  it("gives the value of its own example", () => {
    // pa = 2/3, pi = 1/2 each, pe = 1/2.
    expect(
      gwetAc({
        ratings: [
          [1, 1],
          [2, 2],
          [1, 2],
        ],
      }).value,
    ).toBeCloseTo(1 / 3, 14);
  });

  it("equals the published values with their standard errors, and Brennan-Prediger", () => {
    const data = transposed(oracles.alpha.find(({ id }: { id: string }) => id === "krippendorff2011_C").data) as number[][];
    for (const { id, expected, counts } of oracles.gwet) {
      const input = counts ? { counts } : { ratings: data };
      const got = gwetAc({ ...input, weights: expected.AC2 ? "quadratic" : "unweighted" });
      const want = expected.AC2 ?? expected.AC1;
      expect(tolerances(got.value, want.value), id).toBeLessThanOrEqual(1);
      expect(tolerances(got.standardError, want.se), id).toBeLessThanOrEqual(1);
      if (want.pa !== undefined) expect(tolerances(got.observedAgreement, want.pa), id).toBeLessThanOrEqual(1);
      if (want.pe !== undefined) expect(tolerances(got.expectedAgreement, want.pe), id).toBeLessThanOrEqual(1);
      const prediger = expected.brennan_prediger;
      if (prediger) expect(tolerances(got.brennanPrediger.value, prediger.value), id).toBeLessThanOrEqual(1);
    }
  });

  it("does not change with the order of units and raters, nor with the names of the categories", () => {
    fc.assert(
      fc.property(arbitraryRatings(), (ratings) => {
        const one = gwetAc({ ratings });
        const other = gwetAc({ ratings: ratings.map((row) => row.map((x) => (x === null ? null : `c${9 - x}`)).reverse()).reverse() });
        expect(other.why).toBe(one.why);
        if (one.value !== null) expect(other.value).toBeCloseTo(one.value, 12);
      }),
    );
  });

  it("is the same from ratings as from their counts", () => {
    fc.assert(
      fc.property(arbitraryRatings(), (ratings) => {
        const scale = [1, 2, 3, 4, 5];
        const counts = ratings.map((row) => scale.map((value) => row.filter((x) => x === value).length));
        const [a, b] = [gwetAc({ ratings, scale, weights: "linear" }), gwetAc({ counts, scale, weights: "linear" })];
        expect(b.n).toBe(a.n);
        if (a.value !== null) expect(b.value).toBeCloseTo(a.value, 12);
      }),
    );
  });

  it("counts single ratings for the prevalence only", () => {
    const pairs = gwetAc({
      ratings: [
        [1, 1],
        [2, 1],
      ],
    });
    const withSingle = gwetAc({
      ratings: [
        [1, 1],
        [2, 1],
        [2, null],
      ],
    });
    expect(withSingle.observedAgreement).toBe(pairs.observedAgreement);
    expect(withSingle.expectedAgreement).not.toBe(pairs.expectedAgreement);
    expect(withSingle.n).toBe(3);
  });

  it("says why it has no value", () => {
    expect(gwetAc({ ratings: [[1], [2]] })).toMatchObject({ value: null, why: "no-pairable-units" });
    expect(
      gwetAc({
        ratings: [
          [1, 1],
          [1, 1],
        ],
      }),
    ).toMatchObject({ value: null, why: "no-variation" });
    expect(gwetAc({ ratings: [[1, 2]] })).toMatchObject({ intervalWhy: "too-few", standardError: null });
  });

  it("gives Fleiss' kappa for unequal numbers of ratings beside it, and Fleiss' own where they are equal", () => {
    const data = [
      [1, 1, null, 1],
      [2, 2, 3, 2],
      [3, 3, 3, 3],
      [3, 3, 3, 3],
      [2, 2, 2, 2],
      [1, 2, 3, 4],
      [4, 4, 4, 4],
      [1, 1, 2, 1],
      [2, 2, 2, 2],
      [null, 5, 5, 5],
      [null, null, 1, 1],
      [null, null, 3, null],
    ];
    // The four-rater example of irrCAC's overview: 0.76117.
    const { generalisedFleiss } = gwetAc({ ratings: data });
    expect(generalisedFleiss.value).toBeCloseTo(7343 / 9647, 12);
    expect(generalisedFleiss.expectedAgreement).toBeCloseTo(0.2387152777777778, 12);
    const counts = [
      [6, 1, 0],
      [0, 7, 0],
    ];
    expect(gwetAc({ counts }).generalisedFleiss.value).toBeCloseTo(17 / 24, 12);
    expect(gwetAc({ counts: [[3, 0]] }).generalisedFleiss).toMatchObject({ value: null, why: "no-variation" });
  });
});
