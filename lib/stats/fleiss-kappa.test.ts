import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { krippendorffAlpha } from "./alpha";
import { fleissKappa } from "./fleiss-kappa";

const oracles = readOracles();

describe("Fleiss' kappa", () => {
  it("gives the value of its own example", () => {
    expect(
      fleissKappa({
        counts: [
          [2, 0],
          [0, 2],
          [1, 1],
        ],
      }).value,
    ).toBeCloseTo(1 / 3, 14);
  });

  it("equals the published values, Randolph's and z under independence too", () => {
    for (const { id, counts, expected } of oracles.fleiss_kappa) {
      const got = fleissKappa({ counts });
      expect(tolerances(got.value, expected.value), id).toBeLessThanOrEqual(1);
      expect(tolerances(got.randolph, expected.randolph), id).toBeLessThanOrEqual(1);
      if (expected.Po !== undefined) expect(tolerances(got.observedAgreement, expected.Po), id).toBeLessThanOrEqual(1);
      if (expected.Pe !== undefined) expect(tolerances(got.expectedAgreement, expected.Pe), id).toBeLessThanOrEqual(1);
      if (expected.z_null !== undefined) expect(tolerances(got.z, expected.z_null), id).toBeLessThanOrEqual(1);
    }
  });

  it("of two raters is Scott's pi: nominal alpha = pi + (1 - pi) / 2U for U units, and the reference value", () => {
    const entry = oracles.cohen_kappa.find(({ id }: { id: string }) => id === "own_3x3");
    const both = entry.table.flatMap((row: number[], i: number) => row.flatMap((units, j) => Array.from({ length: units }, () => [i, j])));
    expect(tolerances(fleissKappa({ ratings: both }).value, entry.scott_pi.value)).toBeLessThanOrEqual(1);
    fc.assert(
      fc.property(arbitraryRatings({ missing: false, maxRaters: 2, values: 3 }), (ratings) => {
        const pi = fleissKappa({ ratings }).value;
        const alpha = krippendorffAlpha({ ratings, level: "nominal", interval: "none" }).value;
        if (pi === null) expect(alpha).toBeNull();
        else expect(alpha).toBeCloseTo(pi + (1 - pi) / (2 * ratings.length), 12);
      }),
    );
  });

  it("does not change with the order of units, raters or names of the categories", () => {
    fc.assert(
      fc.property(arbitraryRatings({ missing: false }), (ratings) => {
        const one = fleissKappa({ ratings });
        const renamed = ratings.map((row) => row.map((value) => `c${7 - (value ?? 0)}`).reverse()).reverse();
        const other = fleissKappa({ ratings: renamed });
        expect(other.why).toBe(one.why);
        if (one.value !== null) expect(other.value).toBeCloseTo(one.value, 12);
        if (one.interval !== null) expect(other.interval?.low).toBeCloseTo(one.interval.low, 9);
      }),
    );
  });

  it("has the interval that deleting the units one by one gives", () => {
    const ratings = [
      [1, 1, 2],
      [2, 2, 2],
      [1, 3, 3],
      [1, 1, 1],
      [3, 2, 1],
      [2, 2, 2],
    ];
    const without = ratings.map(
      (_, left) => fleissKappa({ ratings: ratings.filter((_, i) => i !== left), scale: [1, 2, 3] }).value ?? Number.NaN,
    );
    const mean = without.reduce((a, b) => a + b, 0) / 6;
    const se = Math.sqrt((5 / 6) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    const all = fleissKappa({ ratings });
    expect(all.interval?.low).toBeCloseTo((all.value ?? 0) - 2.570581835636314 * se, 10);
  });

  describe("with clusters", () => {
    const ratings = [
      [1, 1, 2],
      [2, 2, 2],
      [1, 3, 3],
      [1, null, null],
      [1, 1, 1],
      [3, 2, 1],
      [2, 2, 2],
    ];
    const clusters = ["b", "a", "b", "alone", "c", "c", "a"];

    it("has the interval that deleting whole clusters gives, and no z, which assumes independent units", () => {
      const without = ["a", "b", "c"].map(
        (left) => fleissKappa({ ratings: ratings.filter((_, i) => clusters[i] !== left), scale: [1, 2, 3] }).value ?? Number.NaN,
      );
      const mean = without.reduce((a, b) => a + b, 0) / 3;
      const se = Math.sqrt((2 / 3) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
      const all = fleissKappa({ ratings, clusters });
      // t(2) at .975. The unit with one rating, and its cluster with it, plays no part.
      expect(all.interval?.low).toBeCloseTo((all.value ?? 0) - 4.302652729911275 * se, 9);
      expect(all).toMatchObject({ n: 6, z: null, value: fleissKappa({ ratings }).value });
      expect(fleissKappa({ ratings }).z).not.toBeNull();
      const counts = [
        [2, 0],
        [0, 2],
        [1, 1],
        [2, 0],
      ];
      expect(fleissKappa({ counts, clusters: [1, 2, 3, 4] }).interval).toEqual(fleissKappa({ counts }).interval);
    });

    it("has none of one cluster or where none is asked for, and refuses labels that do not fit", () => {
      expect(fleissKappa({ ratings, clusters: ratings.map(() => "one") })).toMatchObject({ interval: null, intervalWhy: "too-few" });
      expect(fleissKappa({ ratings, clusters, interval: "none" })).toMatchObject({ interval: null, intervalWhy: "not-requested" });
      expect(() => fleissKappa({ ratings, clusters: ["a"] })).toThrow(/clusters: has 1 labels for 7 units/);
    });
  });

  it("has no upper end beyond 1, and no reason for a value that is there", () => {
    const ratings = [...Array.from({ length: 9 }, (_, unit) => [unit % 2, unit % 2]), [0, 1]];
    const { value, interval, why } = fleissKappa({ ratings });
    expect(interval?.high).toBe(1);
    expect((value ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(1 - (value ?? 0));
    expect(why).toBeNull();
  });

  it("says why it has no value", () => {
    const none = { statistic: "fleiss-kappa", value: null, interval: null, intervalWhy: "undefined-estimate", z: null, randolph: null };
    expect(fleissKappa({ ratings: [] })).toMatchObject({ ...none, why: "no-pairable-units" });
    expect(fleissKappa({ ratings: [[1, 2, 2], [1, 1, null]] })).toMatchObject({ ...none, why: "unequal-raters", raters: null }); // biome-ignore format: one row
    expect(fleissKappa({ ratings: [[1, 1], [1, 1]] })).toMatchObject({ ...none, why: "no-variation", raters: 2 }); // biome-ignore format: one row
    expect(fleissKappa({ ratings: [] })).toMatchObject({ value: null, why: "no-pairable-units", n: 0 });
    expect(
      fleissKappa({
        ratings: [
          [1, 2, 2],
          [1, 1, null],
        ],
      }),
    ).toMatchObject({ value: null, why: "unequal-raters" });
    expect(
      fleissKappa({
        ratings: [
          [1, 1],
          [1, 1],
        ],
      }),
    ).toMatchObject({ value: null, why: "no-variation", observedAgreement: 1 });
    expect(fleissKappa({ ratings: [[1, 2]] })).toMatchObject({ intervalWhy: "too-few" });
  });

  it("names what is wrong with its input", () => {
    expect(() => fleissKappa({ counts: [[1, 2], [1]] })).toThrow(/counts: row 1 must have 2 counts/);
    expect(() => fleissKappa({ counts: [[1, 0.5]] })).toThrow(/row 0, column 1: 0.5 is not a count/);
    expect(() => fleissKappa({ ratings: [Array.from({ length: 300 }, (_, i) => i)] })).toThrow(/300 different values/);
  });
});
