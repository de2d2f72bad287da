import { expect, test } from "vitest";
import { clusteredMean } from "./clustered-mean";

const clusters = ["a", "a", "b", "b", "b"];

test("the mean of clustered values has the three standard errors that are computed by hand", () => {
  // Deviations from 3: -2, -1 | 1, 2; over n = 4 the clusters' sums are -.75 and .75.
  const got = clusteredMean({ values: [1, 2, 4, null, 5], clusters });
  expect(got).toMatchObject({ value: 3, why: null, n: 4, clusters: 2, intervalWhy: null });
  expect(got.standardErrorUncorrected).toBeCloseTo(Math.sqrt(2 * 0.75 ** 2), 14);
  expect(got.standardError).toBeCloseTo(Math.sqrt(2 * 2 * 0.75 ** 2), 14);
  expect(got.standardErrorIid).toBeCloseTo(Math.sqrt(10 / 3 / 4), 14);
  expect(got.interval?.low).toBeCloseTo(3 - 12.706204736432095 * 1.5, 9);
  expect(got.interval).toMatchObject({ method: "t", confidence: 0.95 });
});

test("without an interval only the value and the counts come", () => {
  const got = clusteredMean({ values: [1, 2, 4, null, 5], clusters, interval: "none" });
  expect(got).toMatchObject({ value: 3, n: 4, clusters: 2, interval: null, intervalWhy: "not-requested", standardError: null });
  expect(() => clusteredMean({ values: [1], interval: "jackknife" as "t" })).toThrow("interval");
});

test("a list of clusters asked again counts for its own rows: with other ones missing, and of another length", () => {
  const [values, six] = [
    [1, 2, 4, 3, 5],
    [1, 2, 4, 3, 5, 9],
  ];
  expect(clusteredMean({ values, clusters }).clusters).toBe(2);
  expect(clusteredMean({ values: [1, 2, null, null, null], clusters }).clusters).toBe(1);
  expect(clusteredMean({ values, clusters }).clusters).toBe(2);
  expect(() => clusteredMean({ values: six, clusters })).toThrow("5 labels for 6 units");
});

test("single units have sd / sqrt(n), at any size of the numbers", () => {
  const plain = clusteredMean({ values: [1, 2, 4, Number.NaN, 5], confidence: 0.9 });
  expect(plain).toMatchObject({ n: 4, clusters: 4 });
  expect(plain.standardError).toBeCloseTo(Math.sqrt(10 / 3 / 4), 14);
  expect(plain.standardErrorIid).toBeCloseTo(Math.sqrt(10 / 3 / 4), 14);
  // t(3) at .95.
  expect(plain.interval?.high).toBeCloseTo(3 + 2.3533634348018264 * Math.sqrt(10 / 12), 10);
  for (const size of [2 ** 600, 2 ** -600]) {
    const scaled = clusteredMean({ values: [1, 2, 4, null, 5].map((value) => value && value * size), clusters });
    expect((scaled.standardErrorIid ?? 0) / size).toBeCloseTo(Math.sqrt(10 / 12), 12);
    expect((scaled.standardErrorUncorrected ?? 0) / size).toBeCloseTo(Math.sqrt(1.125), 12);
    expect((scaled.interval?.low ?? 0) / size).toBeCloseTo(3 - 12.706204736432095 * 1.5, 9);
  }
});

test("huge values beside zeros keep their error", () => {
  expect((clusteredMean({ values: [0, 3e300] }).standardError ?? Number.NaN) / 1e300).toBeCloseTo(1.5, 12);
});

test("decimals have their exact mean", () => {
  expect(clusteredMean({ values: [0.1, 0.2, 0.3] }).value).toBe(0.2);
  expect(clusteredMean({ values: [0.7, 0.1, 0.1] }).value).toBe(0.3);
  expect(clusteredMean({ values: [Math.PI, Math.PI] }).value).toBe(Math.PI);
});

test("values that are no decimals have the same mean in any order", () => {
  const values = [1e200, -1e200, 1e30, -1e30, 1];
  expect(clusteredMean({ values, interval: "none" }).value).toBe(
    clusteredMean({ values: values.toSorted((a, b) => a - b), interval: "none" }).value,
  );
});

test("nothing, one cluster, no variation and numbers beyond the largest say why there is no interval", () => {
  const none = { interval: null, standardError: null, standardErrorUncorrected: null, standardErrorIid: null };
  expect(clusteredMean({ values: [null] })).toEqual({
    ...none,
    ...{ value: null, why: "no-units", n: 0, clusters: 0, intervalWhy: "undefined-estimate" },
  });
  expect(clusteredMean({ values: [1, 4], clusters: ["a", "a"] })).toEqual({
    ...none,
    ...{ value: 2.5, why: null, n: 2, clusters: 1, intervalWhy: "too-few" },
  });
  expect(clusteredMean({ values: [0, 0] })).toMatchObject({ value: 0, interval: null, intervalWhy: "degenerate-replicates" });
  expect(clusteredMean({ values: [1.5e308, -1.5e308] })).toEqual({
    ...none,
    ...{ value: 0, why: null, n: 2, clusters: 2, intervalWhy: "overflow" },
  });
});
