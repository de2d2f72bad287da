import { describe, expect, it } from "vitest";
import { alphaReplicates, alphaThresholds, krippendorffAlpha, prepareAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";

const RATINGS = [
  [1, 2],
  [2, 2],
  [1, 1],
  [3, 2],
  [3, 3],
  [1, 1],
];
const OTHERS = [
  [1, 1],
  [2, 3],
  [1, 3],
  [2, 2],
  [3, 3],
  [2, 1],
];

describe("alpha at the edges", () => {
  it("refuses clusters that are none also where no interval is asked for", () => {
    const ask = (clusters: string[]) => () => krippendorffAlpha({ ratings: RATINGS, level: "nominal", interval: "none", clusters });
    expect(ask(["a"])).toThrow(/clusters: has 1 labels for 6 units/);
    expect(ask(["a", "a", "b", "b", "c", "c"])().statistic).toBe("krippendorff-alpha");
  });

  it("has no interval of one unit, or one cluster, by any method", () => {
    for (const interval of ["jackknife", "bca", "percentile"] as const) {
      expect(krippendorffAlpha({ ratings: [[1, 2], [1]], level: "nominal", interval })).toMatchObject({ value: 0, intervalWhy: "too-few" });
      const clusters = RATINGS.map(() => "all");
      expect(krippendorffAlpha({ ratings: RATINGS, clusters, level: "nominal", interval }).intervalWhy).toBe("too-few");
    }
  });

  it("draws other samples at each level", () => {
    const { source, options } = prepareAlpha({ ratings: RATINGS.map((row) => row.map((x) => Math.min(x, 2))), resamples: 50 });
    const [nominal, interval] = (["nominal", "interval"] as const).map((level) => alphaReplicates(source, level, options).replicates);
    expect(nominal).not.toEqual(interval);
    expect(nominal?.toSorted()).not.toEqual(interval?.toSorted());
  });

  it("reaches a threshold that it equals", () => {
    // 16 of 248 units differ, values 100 and 396 times: 1 - 495 x 16 / (100 x 396) = .8, and the same of any two halves.
    const kinds = [
      { rows: 16, row: [1, 2] },
      { rows: 42, row: [1, 1] },
      { rows: 190, row: [2, 2] },
    ];
    const ratings = kinds.flatMap(({ rows, row }) => Array.from({ length: rows }, () => row));
    const clusters = ratings.map((_, unit) => unit % 2);
    const got = alphaThresholds({ ratings, clusters, level: "nominal", resamples: 20, seed: 4 });
    expect(got.value).toBeCloseTo(0.8, 15);
    expect(got).toMatchObject({ why: null, n: 496, atLeast667: 1, atLeast800: 1, degenerateShare: 0, resamples: 20, seed: 4 });
  });
});

it("the probability of reaching a threshold draws clusters whatever interval is asked for beside it", () => {
  const ask = { ratings: RATINGS.concat(OTHERS), clusters: [..."aabbccaabbcc"], level: "ordinal", resamples: 200 } as const;
  const drawn = alphaThresholds(ask);
  expect(drawn.atLeast667).not.toBe(alphaThresholds({ ...ask, clusters: null }).atLeast667);
  for (const interval of ["none", "percentile"] as const) expect(alphaThresholds({ ...ask, interval })).toEqual(drawn);
});

describe("the difference of two alphas at the edges", () => {
  type Rows = readonly (readonly number[])[];
  const differ = (first: Rows, second: Rows, interval?: "none" | "percentile" | "bca") =>
    alphaDifference({ first, second, level: "nominal", interval, resamples: 300 });

  it("has no interval without a value, of one unit, or unasked; and one of two units", () => {
    for (const [first, second] of [[[[1, 1]], [[1, 2]]], [[[1, 2]], [[1, 1]]]] as const) // biome-ignore format: one row
      expect(differ(first, second)).toMatchObject({ value: null, why: "no-variation", intervalWhy: "undefined-estimate", n: 1 });
    expect(() => differ(RATINGS, OTHERS.slice(1))).toThrow("second: has 5 rows, first has 6");
    expect(differ(RATINGS, OTHERS, "none")).toMatchObject({ intervalWhy: "not-requested", standardError: null, n: 6 });
    for (const interval of [undefined, "percentile"] as const)
      expect(differ([[1, 2]], [[2, 1]], interval)).toMatchObject({ value: 0, intervalWhy: "too-few" });
    const first = [
      [1, 2],
      [1, 2],
    ];
    const second = [
      [1, 2, 2, 2],
      [1, 1, 2, 2],
    ];
    // 1 - 7 (3/3 + 4/3) / (3 x 5) less 1 - 3 (1 + 1) / (2 x 2). A single unit has alpha 0, so that leaving either out says the same.
    expect(differ(first, second).value).toBeCloseTo(-4 / 45 + 1 / 2, 14);
    expect(differ(first, second).intervalWhy).toBe("degenerate-replicates");
  });

  it("says so where too many samples of both, or of one, do not vary, and gives the jackknife", () => {
    const few = [
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 2],
      [1, 2],
    ];
    const jackknife = differ(few, OTHERS).interval;
    for (const interval of ["percentile", "bca"] as const) {
      for (const [first, second] of [
        [few, few.toReversed()],
        [OTHERS, few],
        [few, OTHERS],
      ] as const) {
        expect(differ(first, second, interval)).toMatchObject({
          interval: { method: "jackknife" },
          intervalWhy: "degenerate-replicates",
        });
      }
      expect(differ(few, OTHERS, interval).interval).toEqual(jackknife);
      expect(differ(RATINGS.concat(OTHERS), OTHERS.concat(RATINGS.slice(1), [[1, 3]]), interval)).toMatchObject({
        interval: { method: interval, resamples: 300 },
        intervalWhy: null,
      });
    }
  });
});
