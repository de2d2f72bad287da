import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings, transposed } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { gwetAc } from "./gwet";

const oracles = readOracles();

describe("Gwet's AC1 and AC2", () => {
  it("has a cluster-robust interval where units come in clusters, and the same as without where each is its own", () => {
    const ratings = Array.from({ length: 12 }, (_, unit) => [1 + (unit % 3), 1 + ((unit * 5) % 3), unit % 4 === 0 ? null : 1 + (unit % 2)]);
    const [plain, each] = [gwetAc({ ratings }), gwetAc({ ratings, clusters: ratings.map((_, unit) => unit) })];
    expect(each.value).toBe(plain.value);
    expect(each.standardError).toBeCloseTo(plain.standardError ?? Number.NaN, 12);
    expect(each.interval?.low).toBeCloseTo(plain.interval?.low ?? Number.NaN, 12);
    // Every unit twice, the copies in one cluster: twice the units, and no more information.
    const twice = gwetAc({ ratings: [...ratings, ...ratings], clusters: [...ratings, ...ratings].map((_, unit) => unit % 12) });
    expect(twice.standardError).toBeCloseTo(plain.standardError ?? Number.NaN, 12);
    expect(twice.interval?.high).toBeCloseTo(plain.interval?.high ?? Number.NaN, 12);
    expect(gwetAc({ ratings, clusters: ratings.map(() => "one") })).toMatchObject({ interval: null, intervalWhy: "too-few" });
  });

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

  it("names itself, counts its units and gives the interval of Student's t, cut at 1", () => {
    // Two categories, half of eight pairs agree: pa = pe = 1/2, each unit is 1 or -1, so se = sqrt(8 / (8 * 7)). Quantiles of t(7) and t(2): R's qt.
    const counts = [
      [2, 0],
      [0, 2],
      [1, 1],
      [1, 1],
      [2, 0],
      [0, 2],
      [1, 1],
      [1, 1],
    ];
    const se = Math.sqrt(1 / 7);
    for (const [confidence, t] of [
      [0.95, 2.364624251592785],
      [0.9, 1.894578605061305],
    ] as const) {
      const { brennanPrediger, ...ac1 } = gwetAc({ counts, confidence });
      expect(ac1.statistic).toBe("gwet-ac1");
      for (const got of [ac1, brennanPrediger]) {
        expect(got).toMatchObject({ value: 0, why: null, n: 8, observedAgreement: 0.5, expectedAgreement: 0.5, intervalWhy: null });
        expect(got.standardError).toBeCloseTo(se, 14);
        expect(got.interval).toEqual({
          low: expect.closeTo(-t * se, 9),
          high: expect.closeTo(t * se, 9),
          confidence,
          method: "t",
          resamples: null,
          seed: null,
        });
      }
    }
    const cut = gwetAc({
      counts: [
        [2, 0],
        [0, 2],
        [1, 1],
      ],
    }).interval;
    expect(cut?.low).toBeCloseTo(1 / 3 - (4.302652729749464 * 2) / 3, 9);
    expect(cut?.high).toBe(1);
    expect(gwetAc({ counts, weights: "linear" }).statistic).toBe("gwet-ac2");
  });

  it("gives every line beside it the same reason and number of units when it has no value", () => {
    const nothing = (why: string, n: number) => {
      const ac = {
        value: null,
        why,
        n,
        interval: null,
        intervalWhy: "undefined-estimate",
        observedAgreement: null,
        expectedAgreement: null,
        standardError: null,
      };
      return { statistic: "gwet-ac1", ...ac, brennanPrediger: ac, generalisedFleiss: { value: null, why, n, expectedAgreement: null } };
    };
    expect(gwetAc({ ratings: [[1], [2], [null]] })).toEqual(nothing("no-pairable-units", 2));
    expect(
      gwetAc({
        ratings: [
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      }),
    ).toEqual(nothing("no-variation", 3));
    expect(
      gwetAc({
        counts: [
          [3, 0],
          [2, 0],
        ],
      }).generalisedFleiss,
    ).toEqual({ value: null, why: "no-variation", n: 2, expectedAgreement: 1 });
  });
});
