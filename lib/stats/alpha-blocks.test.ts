import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { alphaThresholds, krippendorffAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";
import { resolveBlocks } from "./blocks";
import { ALPHA_LEVELS } from "./encoded-ratings";
import { meanAlpha } from "./mean-alpha";
import { seededRandom } from "./random";
import type { IntervalEstimate } from "./result";

const RATINGS = [
  [1, 2, 1],
  [2, 2, 3],
  [4, 5, 4],
  [3, 3, null],
  [5, 4, 5],
  [null, 1, 2],
  [2, null, 2],
  [4, 4, 4],
];
const LABELS = ["a", "a", "b", "b", "c", "c", "d", "d"];
/** Nothing in them can be compared. */
const SINGLE = [
  [3, null, null],
  [null, 5, null],
  [null, null, null],
  [null, null, 1],
];

function sameInterval(a: IntervalEstimate, b: IntervalEstimate): void {
  expect(a.intervalWhy).toBe(b.intervalWhy);
  expect(a.value ?? 9).toBeCloseTo(b.value ?? 9, 12);
  expect(a.interval?.low ?? 0).toBeCloseTo(b.interval?.low ?? 0, 10);
  expect(a.interval?.high ?? 0).toBeCloseTo(b.interval?.high ?? 0, 10);
}

/** Ratings on a slider: more values than the table of coincidences takes. */
function slider(units: number, shift = 0): (number | null)[][] {
  const random = seededRandom(4);
  return Array.from({ length: units }, () => {
    const centre = random.int(80);
    return [0, 1, 2].map(() => (random.next() < 0.1 ? null : centre + random.int(20) + shift));
  });
}

describe("what the interval of alpha leaves out", () => {
  it("is one unit, if each unit is its own cluster, whichever of its raters rated it", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom(...ALPHA_LEVELS), (ratings, level) => {
        const clusters = ratings.map((_, unit) => unit);
        sameInterval(krippendorffAlpha({ ratings, level, clusters }), krippendorffAlpha({ ratings, level }));
      }),
    );
  });

  it("is one unit on a slider too, by jackknife and by bootstrap", () => {
    const ratings = slider(40);
    const clusters = ratings.map((_, unit) => unit);
    for (const level of ALPHA_LEVELS) {
      sameInterval(krippendorffAlpha({ ratings, level, clusters }), krippendorffAlpha({ ratings, level }));
    }
    const drawn = { ratings, level: "interval", interval: "percentile", resamples: 400 } as const;
    sameInterval(krippendorffAlpha({ ...drawn, clusters }), krippendorffAlpha(drawn));
    const low = krippendorffAlpha({ ...drawn, resamples: 2000 }).interval?.low ?? Number.NaN;
    expect(low).toBeCloseTo(krippendorffAlpha({ ratings, level: "interval" }).interval?.low ?? 0, 1);
  });

  it("is never a unit or cluster in which nothing can be compared", () => {
    const ratings = [...RATINGS, ...SINGLE];
    const clusters = [...LABELS, "e", "e", "f", "g"];
    for (const level of ALPHA_LEVELS) {
      sameInterval(krippendorffAlpha({ ratings, level, clusters }), krippendorffAlpha({ ratings: RATINGS, level, clusters: LABELS }));
      sameInterval(meanAlpha({ tables: [ratings], clusters })[level], meanAlpha({ tables: [RATINGS], clusters: LABELS })[level]);
      const second = (rows: (number | null)[][]) => rows.map(([a = null, b = null]) => [a, b]);
      sameInterval(
        alphaDifference({ first: ratings, second: second(ratings), clusters, level }),
        alphaDifference({ first: RATINGS, second: second(RATINGS), clusters: LABELS, level }),
      );
    }
  });

  it("may be one of two clusters", () => {
    const clusters = ["a", "a", "a", "a", "b", "b", "b", "b"];
    const without = [RATINGS.slice(4), RATINGS.slice(0, 4)].map(
      (ratings) => krippendorffAlpha({ ratings, level: "interval", interval: "none" }).value ?? Number.NaN,
    );
    // Two values: half their distance is the standard error; t(1) = 12.706.
    const reach = 12.706204736432095 * (Math.abs((without[0] ?? 0) - (without[1] ?? 0)) / 2);
    for (const got of [
      krippendorffAlpha({ ratings: RATINGS, level: "interval", clusters }),
      meanAlpha({ tables: [RATINGS], clusters }).interval,
    ]) {
      expect(got.interval?.low).toBeCloseTo((got.value ?? 0) - reach, 9);
      expect(got.interval?.high).toBe(1);
    }
    expect(alphaThresholds({ ratings: RATINGS, level: "interval", clusters, resamples: 100 }).why).toBeNull();
  });

  it("need not leave variation behind where all agree", () => {
    const perfect = [
      [1, 1],
      [2, 2],
    ];
    expect(krippendorffAlpha({ ratings: perfect, level: "nominal" })).toMatchObject({ value: 1, intervalWhy: "degenerate-replicates" });
    // Without its last unit the second table does not vary, but its raters still agree: 1.
    const nearly = RATINGS.map((_, unit) => (unit === 7 ? [2, 2] : [1, 1]));
    const without = RATINGS.map(
      (_, left) =>
        ((krippendorffAlpha({ ratings: RATINGS.filter((__, unit) => unit !== left), level: "ordinal", interval: "none" }).value ?? 0) + 1) /
        2,
    );
    const centre = without.reduce((sum, value) => sum + value, 0) / 8;
    const se = Math.sqrt((7 / 8) * without.reduce((sum, value) => sum + (value - centre) ** 2, 0));
    const { value, interval } = meanAlpha({ tables: [RATINGS, nearly] }).ordinal;
    expect(interval?.low).toBeCloseTo((value ?? 0) - 2.3646242515927844 * se, 10);
  });
});

describe("alpha on a slider", () => {
  it("has no ratio where a value is below 0, and one where none is", () => {
    expect(krippendorffAlpha({ ratings: slider(40, -50), level: "ratio" })).toMatchObject({ value: null, why: "negative-values" });
    expect(krippendorffAlpha({ ratings: slider(40), level: "ratio" }).why).toBeNull();
  });
});

describe("the thresholds", () => {
  it("count the samples that reach them, and those in which nothing varied as agreement", () => {
    // Two clusters, drawn aa, ab, ba or bb. Cluster a agrees on two values (1), b does not vary (1 by convention), together 1: always reached.
    const sure = {
      ratings: [
        [1, 1],
        [2, 2],
        [2, 2],
      ],
      clusters: ["a", "a", "b"],
    };
    const always = alphaThresholds({ ...sure, level: "nominal", resamples: 4000 });
    expect(always).toMatchObject({ value: 1, atLeast667: 1, atLeast800: 1 });
    expect(always.degenerateShare).toBeCloseTo(1 / 4, 1);
    // Cluster b alone: 1 2, alpha 0. Together values 1 1 2 2 1 2: Do = 2/6, De = 18/30, alpha = 4/9. Only aa reaches the thresholds.
    const often = alphaThresholds({
      ratings: [...sure.ratings.slice(0, 2), [1, 2]],
      clusters: ["a", "a", "b"],
      level: "nominal",
      resamples: 4000,
    });
    expect(often.atLeast667).toBeCloseTo(1 / 4, 1);
    expect(often).toMatchObject({ degenerateShare: 0, resamples: 4000, n: 6 });
  });

  it("are none without a value", () => {
    expect(alphaThresholds({ ratings: [[1, 1]], level: "nominal" })).toMatchObject({ value: null, why: "no-variation", atLeast667: null });
  });
});

it("clusters named by small whole numbers are the blocks that names in the same order give", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 60 }), fc.nat(7), (labels, skip) => {
      const keep = (unit: number) => unit % 8 !== skip;
      const named = labels.map((label) => String.fromCharCode(65 + label));
      const [numbers, names] = [resolveBlocks(labels.length, labels, keep), resolveBlocks(labels.length, named, keep)];
      expect(numbers.members.map((members) => [...members])).toEqual(names.members.map((members) => [...members]));
    }),
  );
});
