import fc from "fast-check";
import { alpha as npmAlpha } from "krippendorff";
import { describe, expect, it } from "vitest";
import { arbitraryRatings, transposed } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { alphaAtAllLevels, alphaThresholds, krippendorffAlpha } from "./alpha";
import { ALPHA_LEVELS, type AlphaLevel, encodeRatings, type RatingValue } from "./encoded-ratings";
import { quantileOfSorted } from "./quantile";

const oracles = readOracles();

/** Krippendorff (2011), example C: four observers, twelve units. */
const EXAMPLE_C = transposed([
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
]);

const point = (ratings: readonly (readonly RatingValue[])[], level: AlphaLevel): number | null =>
  krippendorffAlpha({ ratings, level, interval: "none" }).value;

function expectSame(a: number | null, b: number | null): void {
  if (a === null || b === null) expect(a).toBe(b);
  else expect(a).toBeCloseTo(b, 11);
}

describe("Krippendorff's alpha", () => {
  it("gives the value of its own example", () => {
    expect(
      point(
        [
          [1, 1],
          [2, 2],
          [1, 2],
        ],
        "nominal",
      ),
    ).toBeCloseTo(4 / 9, 14);
  });

  it("prints the four values of Krippendorff's example C", () => {
    const printed = ALPHA_LEVELS.map((level) => point(EXAMPLE_C, level)?.toFixed(3));
    expect(printed).toEqual(["0.743", "0.815", "0.849", "0.797"]);
  });

  it("equals every reference value at every level, with its jackknife interval", () => {
    let checked = 0;
    for (const { id, data, expected, value_order: scale } of [...oracles.alpha, ...oracles.alpha_random]) {
      for (const [level, want] of Object.entries<{ value: number; jackknife?: { ci95: [number, number] } }>(expected)) {
        const got = krippendorffAlpha({ ratings: transposed<RatingValue>(data), level: level as AlphaLevel, scale });
        expect(tolerances(got.value, want.value), `${id} ${level}`).toBeLessThanOrEqual(1);
        checked += 1;
        if (!want.jackknife) continue;
        expect(tolerances(got.interval?.low, want.jackknife.ci95[0]), `${id} ${level} low`).toBeLessThanOrEqual(1);
        expect(tolerances(got.interval?.high, want.jackknife.ci95[1]), `${id} ${level} high`).toBeLessThanOrEqual(1);
      }
    }
    expect(checked).toBeGreaterThan(40);
  });

  it("says about each degenerate table what the reference says", () => {
    for (const { id, data, expected } of oracles.alpha_degenerate) {
      const ratings = transposed<RatingValue>(data).map((row) => row.map((value) => (value === "NaN" ? Number.NaN : value)));
      const got = krippendorffAlpha({ ratings, level: "nominal" });
      if (expected.value === null) expect([id, got.value, got.why]).toEqual([id, null, expected.status]);
      else expect(tolerances(got.value, expected.value), id).toBeLessThanOrEqual(1);
    }
  });

  it("recomputes marginals, expected disagreement and ordinal distances in each resample", () => {
    const { resamples, percentile_type7_ordinal: percentiles } = oracles.alpha_bootstrap_deterministic;
    const ordinal: number[] = [];
    for (const { units, ...levels } of resamples) {
      const ratings = units.map((unit: number) => EXAMPLE_C[unit]);
      for (const [level, want] of Object.entries<{ value: number }>(levels)) {
        expect(tolerances(point(ratings, level as AlphaLevel), want.value)).toBeLessThanOrEqual(1);
      }
      ordinal.push(levels.ordinal.value);
    }
    const sorted = Float64Array.from(ordinal).sort();
    for (const [share, value] of Object.entries<number>(percentiles)) {
      expect(tolerances(quantileOfSorted(sorted, Number(share)), value)).toBeLessThanOrEqual(1);
    }
  });

  it("agrees with the npm package krippendorff where that package is right", () => {
    const metrics: Record<string, (a: number, b: number) => number> = {
      nominal: (a, b) => (a === b ? 0 : 1),
      interval: (a, b) => (a - b) ** 2,
      ratio: (a, b) => ((a - b) / (a + b)) ** 2,
    };
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom("nominal", "interval", "ratio"), (ratings, level) => {
        // Its domain: numbers, undefined for missing, rows as raters, something to compare, values seen in pairs only.
        const paired = ratings.filter((row) => row.filter((x) => x !== null).length > 1);
        const ours = point(paired, level as AlphaLevel);
        if (ours === null) return;
        const theirs = npmAlpha(
          transposed(paired).map((row) => row.map((value) => value ?? undefined)) as number[][],
          metrics[level] as (a: number, b: number) => number,
        );
        expect(ours).toBeCloseTo(theirs, 11);
      }),
    );
  });

  it("does not change with the order of units or of raters, nor with units of one rating or none", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom(...ALPHA_LEVELS), (ratings, level) => {
        const turned = [...ratings.map((row) => [...row].reverse()).reverse(), [3], [null, null]];
        expectSame(point(turned, level), point(ratings, level));
      }),
    );
  });

  it("at each level does not change under the maps that level allows", () => {
    const map = (ratings: readonly (readonly (number | null)[])[], f: (x: number) => number) =>
      ratings.map((row) => row.map((x) => (x === null ? null : f(x))));
    fc.assert(
      fc.property(arbitraryRatings(), fc.integer({ min: 1, max: 7 }), fc.integer({ min: -9, max: 9 }), (ratings, a, b) => {
        expectSame(
          point(
            map(ratings, (x) => [4, 1, 5, 2, 3][x - 1] ?? 0),
            "nominal",
          ),
          point(ratings, "nominal"),
        );
        expectSame(
          point(
            map(ratings, (x) => x ** 3),
            "ordinal",
          ),
          point(ratings, "ordinal"),
        );
        expectSame(
          point(
            map(ratings, (x) => -x),
            "ordinal",
          ),
          point(ratings, "ordinal"),
        );
        expectSame(
          point(
            map(ratings, (x) => -a * x + b),
            "interval",
          ),
          point(ratings, "interval"),
        );
        expectSame(
          point(
            map(ratings, (x) => a * x),
            "ratio",
          ),
          point(ratings, "ratio"),
        );
      }),
    );
  });

  it("with two values is the same at nominal, ordinal and interval level", () => {
    fc.assert(
      fc.property(arbitraryRatings({ values: 2 }), (ratings) => {
        const { nominal, ordinal, interval } = alphaAtAllLevels({ ratings, interval: "none" });
        expectSame(ordinal.value, nominal.value);
        expectSame(interval.value, nominal.value);
      }),
    );
  });

  it("at the ordinal level is the interval level on the mid-ranks of the pairable ratings", () => {
    fc.assert(
      fc.property(arbitraryRatings(), (ratings) => {
        const pairable = ratings.filter((row) => row.filter((x) => x !== null).length > 1);
        const all = pairable.flat().filter((x): x is number => x !== null);
        const rank = (x: number): number => all.filter((y) => y < x).length + all.filter((y) => y === x).length / 2;
        const ranked = pairable.map((row) => row.map((x) => (x === null ? null : rank(x))));
        expectSame(point(pairable, "ordinal"), point(ranked, "interval"));
      }),
    );
  });

  it("is 1 exactly when every pairable unit is unanimous and the values vary", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom(...ALPHA_LEVELS), (ratings, level) => {
        const pairable = ratings.map((row) => row.filter((x) => x !== null)).filter((row) => row.length > 1);
        const value = point(ratings, level);
        if (value === null) return;
        expect(value).toBeLessThanOrEqual(1);
        expect(value === 1).toBe(pairable.every((row) => row.every((x) => x === row[0])));
      }),
    );
  });

  it("rises by the known factor when every unit is there k times", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.integer({ min: 2, max: 4 }), fc.constantFrom(...ALPHA_LEVELS), (ratings, k, level) => {
        const once = krippendorffAlpha({ ratings, level, interval: "none" });
        if (once.value === null) return;
        const many = point(Array.from({ length: k }, () => ratings).flat(), level);
        const { n } = once;
        expectSame(many, 1 - ((1 - once.value) * (1 - 1 / (k * n))) / (1 - 1 / n));
      }),
    );
  });

  it("takes the values of an unused scale point as no change at the ordinal level", () => {
    expectSame(
      krippendorffAlpha({ ratings: EXAMPLE_C, level: "ordinal", scale: [0, 1, 2, 3, 4, 5, 6] }).value,
      point(EXAMPLE_C, "ordinal"),
    );
  });

  it("counts units, raters and ratings as they are", () => {
    const got = krippendorffAlpha({ ratings: [[1, 2, null], [1, null], [null], [2, 2]], level: "nominal" });
    expect(got).toMatchObject({ units: 3, pairableUnits: 2, raters: 2, ratings: 5, n: 4 });
  });

  it("reads encoded ratings as it reads plain ones", () => {
    const encoded = encodeRatings({ ratings: EXAMPLE_C });
    expect(krippendorffAlpha({ ratings: encoded, level: "ordinal" })).toEqual(krippendorffAlpha({ ratings: EXAMPLE_C, level: "ordinal" }));
  });

  it("gives the probabilities of reaching .667 and .8 from the bootstrap", () => {
    const sure = alphaThresholds({ ratings: EXAMPLE_C, level: "ordinal", resamples: 500 });
    expect(sure.atLeast667).toBeGreaterThan(sure.atLeast800 ?? 1);
    expect(sure.atLeast800).toBeGreaterThan(0.3);
    expect(alphaThresholds({ ratings: [[1, 2]], level: "nominal" })).toMatchObject({ value: 0, why: "too-few", atLeast800: null });
  });
});
