import { expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean";
import { clusteredShare } from "./clustered-share";
import { wilson } from "./wilson";

const hits = [2, 0, 1, 4];
const sizes = [3, 2, 1, 4];

test("is the clustered mean of ones and zeros", () => {
  const values = hits.flatMap((hit, g) => Array.from({ length: sizes[g] ?? 0 }, (_, i) => (i < hit ? 1 : 0)));
  const clusters = hits.flatMap((_, g) => Array.from({ length: sizes[g] ?? 0 }, () => `c${g}`));
  const [share, mean] = [clusteredShare({ hits, sizes, confidence: 0.5 }), clusteredMean({ values, clusters, confidence: 0.5 })];
  expect([share.value, share.n]).toEqual([0.7, 10]);
  expect(share.interval?.low).toBeCloseTo(mean.interval?.low ?? 0, 13);
  expect(share.interval?.high).toBeCloseTo(mean.interval?.high ?? 0, 13);
});

test("does not depend on the order of the clusters, nor on empty ones", () => {
  expect(clusteredShare({ hits: hits.toReversed(), sizes: sizes.toReversed() })).toEqual(clusteredShare({ hits, sizes }));
  expect(clusteredShare({ hits: [0, ...hits], sizes: [0, ...sizes] })).toEqual(clusteredShare({ hits, sizes }));
});

test("single things get Wilson's interval, and ends are cut at 0 and 1", () => {
  expect(clusteredShare({ hits: [1, 0, 1, 0], sizes: [1, 1, 1, 0] })).toEqual(wilson({ successes: 2, n: 3 }));
  expect(clusteredShare({ hits, sizes }).interval?.high).toBe(1);
});

test("an interval that would reach below 0 begins there", () => {
  // p = 1/6; the squares sum to (4/9 + 1/9 + 1/9) / 36, times 3/2: se = 1/6; t(2) at .975.
  const { interval } = clusteredShare({ hits: [1, 0, 0], sizes: [2, 2, 2] });
  expect(interval).toMatchObject({ low: 0, method: "t", confidence: 0.95, resamples: null, seed: null });
  expect(interval?.high).toBeCloseTo((1 + 4.302652729911275) / 6, 10);
});

test("says why there is nothing", () => {
  expect(clusteredShare({ hits: [], sizes: [] })).toMatchObject({
    ...{ value: null, why: "no-units", n: 0, interval: null, intervalWhy: "undefined-estimate" },
  });
  expect(clusteredShare({ hits: [0, 0], sizes: [0, 0] })).toEqual(clusteredShare({ hits: [], sizes: [] }));
  expect(() => clusteredShare({ hits: [0], sizes: [null as never] })).toThrow(/sizes: row 0: must not be missing/);
  expect(clusteredShare({ hits: [2], sizes: [3] })).toMatchObject({ value: 2 / 3, interval: null, intervalWhy: "too-few" });
  expect(clusteredShare({ hits: [2, 4], sizes: [2, 4] })).toMatchObject({ value: 1, intervalWhy: "degenerate-replicates" });
  expect(() => clusteredShare({ hits: [2], sizes: [1] })).toThrow(/hits: row 0: 2 is more/);
  expect(() => clusteredShare({ hits: [2], sizes: [] })).toThrow(/sizes: has 0 values/);
});

test("gives the value of its example", () => {
  expect(clusteredShare({ hits: [2, 0, 1], sizes: [2, 2, 1] }).value).toBe(0.6);
});
