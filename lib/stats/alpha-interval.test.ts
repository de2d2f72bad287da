import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { krippendorffAlpha, prepareAlpha } from "./alpha";
import { cellSource } from "./alpha-cells";
import { momentSource } from "./alpha-moments";
import { observedAnew } from "./alpha-ordinal-jackknife";
import { resolveBlocks } from "./blocks";
import { ALPHA_LEVELS, encodeRatings } from "./encoded-ratings";
import { observedBySpans } from "./ordinal-spans";
import { seededRandom } from "./random";
import { boxSums, directSums } from "./ratio-sums";
import { unitTable } from "./unit-table";

const RATINGS = [
  [1, 2, 1],
  [2, 2, 3],
  [4, 5, 4],
  [3, 3, null],
  [5, 4, 5],
  [1, 1, 2],
  [2, null, 2],
  [4, 4, 4],
  [3, 2, 3],
  [5, 5, 5],
];
const CLUSTERS = ["a", "a", "b", "b", "c", "c", "d", "d", "e", "e"];

function sameNumber(a: number | undefined, b: number | undefined): void {
  if (Number.isNaN(a) || Number.isNaN(b)) expect(a).toBe(b);
  else expect(a).toBeCloseTo(b ?? Number.NaN, 10);
}

describe("the interval of alpha", () => {
  it("by patterns is the interval that deleting the units one by one gives", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom(...ALPHA_LEVELS), (ratings, level) => {
        const pairable = ratings.filter((row) => row.filter((x) => x !== null).length > 1);
        if (pairable.length < 2) return;
        const { values, weights } = prepareAlpha({ ratings: pairable }).source.leaveOneOut(level);
        const byPattern = Float64Array.from([...values].flatMap((value, i) => new Array<number>(weights[i] ?? 0).fill(value))).sort();
        const byUnit = pairable.map((_, left) => {
          const rest = pairable.filter((__, i) => i !== left);
          return krippendorffAlpha({ ratings: rest, level, interval: "none" }).value ?? Number.NaN;
        });
        Float64Array.from(byUnit)
          .sort()
          .forEach((value, i) => {
            sameNumber(byPattern[i], value);
          });
      }),
    );
  });

  it("is the same from the table of coincidences as from sums over units, by unit and by cluster", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom(...ALPHA_LEVELS), fc.boolean(), (ratings, level, clustered) => {
        const encoded = encodeRatings({ ratings });
        const enough = (unit: number): boolean => (ratings[unit] ?? []).filter((x) => x !== null).length > 1;
        const clusters = clustered ? ratings.map((_, unit) => unit % 4) : null;
        const blocks = resolveBlocks(ratings.length, clusters, enough);
        const [cells, moments] = [cellSource(encoded, blocks), momentSource(encoded, blocks)];
        sameNumber(moments.estimate(level), cells.estimate(level));
        const [a, b] = [cells.leaveOneOut(level).values, moments.leaveOneOut(level).values];
        a.forEach((value, i) => {
          sameNumber(b[i], value);
        });
        const [c, d] = [cells.replicates(level, 5, seededRandom(3)), moments.replicates(level, 5, seededRandom(3))];
        if (blocks.members.length === 0) return;
        c.forEach((value, i) => {
          sameNumber(d[i], value);
        });
      }),
    );
  });

  it("is the same for ordinal alpha by counted spans as by ranking the rest anew", () => {
    fc.assert(
      fc.property(arbitraryRatings({ values: 40 }), fc.boolean(), (ratings, clustered) => {
        const encoded = encodeRatings({ ratings });
        const enough = (unit: number): boolean => (ratings[unit] ?? []).filter((x) => x !== null).length > 1;
        const blocks = clustered
          ? resolveBlocks(
              ratings.length,
              ratings.map((_, unit) => unit % 3),
              enough,
            )
          : null;
        const table = unitTable(encoded, blocks);
        const bySpans = observedBySpans(table);
        observedAnew(table).forEach((value, i) => {
          expect(bySpans[i]).toBeCloseTo(value, 7);
        });
      }),
    );
  });

  it("is the same for ratio alpha by boxes of values as by all pairs of values", () => {
    const random = seededRandom(5);
    const makers = [() => random.next() * 100, () => Math.exp(30 * random.next() - 15), () => 1e6 + random.next(), () => random.int(900)];
    for (const make of makers) {
      const numbers = Float64Array.from(new Set(Array.from({ length: 400 }, make)));
      const marginals = numbers.map(() => 1 + random.int(4));
      const boxes = boxSums(numbers)(marginals);
      directSums(numbers, marginals).forEach((sum, i) => {
        expect((boxes[i] ?? 0) / sum).toBeCloseTo(1, 12);
      });
    }
  });

  it("deletes whole clusters when clusters are given", () => {
    const got = krippendorffAlpha({ ratings: RATINGS, clusters: CLUSTERS, level: "ordinal" });
    const without = ["a", "b", "c", "d", "e"].map(
      (left) =>
        krippendorffAlpha({ ratings: RATINGS.filter((_, i) => CLUSTERS[i] !== left), level: "ordinal", interval: "none" }).value ?? 0,
    );
    const mean = without.reduce((a, b) => a + b, 0) / 5;
    const se = Math.sqrt((4 / 5) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    expect(got.interval?.low).toBeCloseTo((got.value ?? 0) - 2.7764451051977987 * se, 10);
    expect(got.interval).toMatchObject({ method: "jackknife", resamples: null, seed: null, confidence: 0.95 });
  });

  it("by bootstrap is the same to the byte for the same seed, whatever the order of units and raters, and differs for another seed", () => {
    for (const interval of ["bca", "percentile"] as const) {
      const options = { level: "ordinal", interval, resamples: 300, seed: 11 } as const;
      const one = krippendorffAlpha({ ...options, ratings: RATINGS });
      const turned = krippendorffAlpha({ ...options, ratings: RATINGS.map((row) => [...row].reverse()).reverse() });
      expect(JSON.stringify(turned)).toBe(JSON.stringify(one));
      expect(one.interval).toMatchObject({ method: interval, resamples: 300, seed: 11 });
      expect(krippendorffAlpha({ ...options, seed: 12, ratings: RATINGS }).interval).not.toEqual(one.interval);
    }
  });

  it("by multinomial draws of patterns says what index draws of units say", () => {
    const many = Array.from({ length: 60 }, () => RATINGS).flat();
    const byPattern = krippendorffAlpha({ ratings: many, level: "interval", interval: "percentile", resamples: 4000 });
    const byIndex = krippendorffAlpha({
      ratings: many,
      level: "interval",
      interval: "percentile",
      resamples: 1000,
      clusters: many.map((_, i) => i),
    });
    expect(byPattern.interval?.low).toBeCloseTo(byIndex.interval?.low ?? 0, 2);
    expect(byPattern.interval?.high).toBeCloseTo(byIndex.interval?.high ?? 0, 2);
  });

  it("is cut at 1, never the estimate; perfect agreement has none, by any method", () => {
    const close = krippendorffAlpha({
      ratings: [
        [1, 1],
        [2, 2],
        [3, 3],
        [1, 2],
      ],
      level: "interval",
    });
    expect(close.interval?.high).toBe(1);
    const perfect = RATINGS.map(([first]) => [first, first]);
    for (const interval of ["jackknife", "bca", "percentile"] as const) {
      for (const clusters of [null, CLUSTERS]) {
        const got = krippendorffAlpha({ ratings: perfect, level: "ordinal", interval, clusters });
        expect(got).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
      }
    }
  });

  it("is absent with the reason: not asked for, no estimate, one unit, nothing left to vary", () => {
    const why = (ratings: number[][], interval?: "none"): unknown => krippendorffAlpha({ ratings, level: "nominal", interval }).intervalWhy;
    expect(why(RATINGS as number[][], "none")).toBe("not-requested");
    expect(why([[1, 1]])).toBe("undefined-estimate");
    expect(why([[1, 2]])).toBe("too-few");
    expect(
      why([
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 2],
      ]),
    ).toBe("undefined-replicates");
  });

  it("falls back to the jackknife, saying so, when too many resamples do not vary", () => {
    const ratings = [
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 2],
      [1, 2],
    ];
    const got = krippendorffAlpha({ ratings, level: "nominal", interval: "percentile" });
    expect(got).toMatchObject({ interval: { method: "jackknife" }, intervalWhy: "degenerate-replicates" });
  });

  it("refuses senseless requests", () => {
    const ask = (options: object) => () => krippendorffAlpha({ ratings: RATINGS, level: "nominal", ...options });
    expect(ask({ confidence: 95 })).toThrow(/confidence: must be between 0 and 1/);
    expect(ask({ resamples: 0 })).toThrow(/resamples/);
    expect(ask({ seed: 0.5 })).toThrow(/seed/);
    expect(ask({ interval: "wald" })).toThrow(/interval: must be one of/);
    expect(ask({ clusters: ["a"] })).toThrow(/clusters: has 1 labels for 10 units/);
    expect(ask({ clusters: CLUSTERS.map((label, i) => (i === 3 ? null : label)) })).toThrow(/clusters: row 3/);
    expect(ask({ level: "metric" })).toThrow(/level: must be one of/);
  });
});
