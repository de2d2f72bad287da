import { describe, expect, test } from "vitest";
import { tolerances } from "../testing/oracles";
import { clusteredMean } from "./clustered-mean";
import { severityDrift } from "./drift";
import { encodeRatings } from "./encoded-ratings";
import { raterSeverity } from "./severity";

const ratings = [
  [5, 3, 3],
  [4, 4, 2],
  [3, null, 1],
  [2, 2, 2],
];

describe("severity", () => {
  test("is the mean distance to the others, with the interval of a mean", () => {
    const { raters, units } = raterSeverity({ ratings });
    expect(units).toBe(4);
    // By hand: 2, 1, 2, 0 for the first rater.
    expect(raters[0]?.severity).toMatchObject({ value: 1.25, n: 4 });
    expect(raters[0]?.severity.interval).toEqual(clusteredMean({ values: [2, 1, 2, 0] }).interval);
    expect(raters[1]).toMatchObject({ ratings: 3, mean: 3, outsideOne: 0 });
    expect(raters[0]?.outsideOne).toBe(0.5);
  });

  test("each rater has the own distance, mean and share beyond one point", () => {
    // -1, 1, none, 0 for the second rater; -1, -2, -2, 0 for the third.
    const [, second, third] = raterSeverity({ ratings, confidence: 0.8 }).raters;
    expect(second).toMatchObject({ rater: 1, ratings: 3, mean: 3, severity: { value: 0, n: 3, why: null }, outsideOne: 0 });
    expect(third).toMatchObject({ rater: 2, ratings: 4, mean: 2, severity: { value: -1.25, n: 4 }, outsideOne: 0.5 });
    expect(third?.severity.interval).toEqual(clusteredMean({ values: [-1, -2, -2, 0], confidence: 0.8 }).interval);
    const clusters = ["a", "a", "b", "b"];
    expect(raterSeverity({ ratings, clusters }).raters[2]?.severity.interval).toEqual(
      clusteredMean({ values: [-1, -2, -2, 0], clusters }).interval,
    );
    expect(raterSeverity({ ratings: encodeRatings({ ratings }), confidence: 0.8 })).toEqual(raterSeverity({ ratings, confidence: 0.8 }));
    expect(raterSeverity({ ratings: [[0.5, 0.25, 0]] }).raters[0]?.severity.value).toBe(0.375);
  });

  test("order of units and shift change nothing; raters keep their figures when they change places", () => {
    const plain = raterSeverity({ ratings }).raters;
    expect(raterSeverity({ ratings: ratings.toReversed() }).raters).toEqual(plain);
    const moved = raterSeverity({ ratings: ratings.map((row) => row.map((score) => (score === null ? null : score + 10))) }).raters;
    moved.forEach((rater, i) => {
      expect(rater.severity).toEqual(plain[i]?.severity);
    });
    const turned = raterSeverity({ ratings: ratings.map((row) => row.toReversed()) }).raters.toReversed();
    turned.forEach((rater, i) => {
      expect(rater.severity).toEqual(plain[i]?.severity);
    });
  });

  test("one point away is not beyond one point, in decimals and from means in thirds", () => {
    expect(2.2 - 1.2).toBeGreaterThan(1);
    // The first is 1 from the other, 1.1, and 1 again, from the mean 4/3 of two thirds.
    const outside = (ratings: number[][]) => raterSeverity({ ratings }).raters[0]?.outsideOne;
    expect(outside([[2.2, 1.2], [2.2, 1.1]])).toBe(0.5); // biome-ignore format: one row
    expect(outside([[7 / 3, 4 / 3]])).toBe(0);
  });

  test("one rater, nobody, one unit, ragged rows", () => {
    expect(raterSeverity({ ratings: [[1], [2]] }).raters[0]).toMatchObject({
      ...{ ratings: 2, mean: 1.5, outsideOne: null, severity: { value: null, why: "no-pairable-units", n: 0 } },
    });
    expect(() => raterSeverity({ ratings: "none" as never })).toThrow("ratings: must be an array of units");
    expect(() => raterSeverity({ ratings: encodeRatings({ ratings: [["a", "b"]] }) })).toThrow(
      "is a name; the interval level needs numbers",
    );
    expect(raterSeverity({ ratings: [] })).toEqual({ units: 0, raters: [] });
    expect(raterSeverity({ ratings: [[1, 2], [3]] }).raters[1]?.severity).toMatchObject({ value: 1, intervalWhy: "too-few" });
    expect(() => raterSeverity({ ratings: [[1, Infinity]] })).toThrow(/ratings\[0\]: row 1/);
    expect(
      raterSeverity({
        ratings: [
          [5, 3, 3],
          [4, 4, 2],
        ],
      }).raters[0]?.severity.value,
    ).toBe(1.5);
  });
});

describe("drift", () => {
  test("is the slope on the order, in steps or in time", () => {
    expect(severityDrift({ values: [0, 0.5, 1, 1.5] }).value).toBe(0.5);
    expect(severityDrift({ values: [0, null, 1, 1.5] }).value).toBeCloseTo(0.5, 14);
    // R: lm(c(1, 3, 2, 5) ~ seq(4)): slope 1.1, se 0.5196152.
    const result = severityDrift({ values: [1, 3, 2, 5] });
    expect(result.value).toBeCloseTo(1.1, 14);
    expect(result.standardError).toBeCloseTo(Math.sqrt(0.27), 13);
    expect(severityDrift({ values: [1, 3, 2, 5], order: [10, 20, 30, 40] }).value).toBeCloseTo(0.11, 14);
    expect(severityDrift({ values: [5, 2, 3, 1], order: [4, 3, 2, 1] }).value).toBeCloseTo(1.1, 14);
    // The first value has the place 1, and a gap keeps its place: the line through (1, 2), (2, 4) and (4, 8) is 2 x.
    const gap = severityDrift({ values: [2, 4, null, 8], confidence: 0.8 });
    expect(gap).toMatchObject({ value: 2, intercept: 0, n: 3 });
    expect(severityDrift({ values: [1, 3, 2, 5], confidence: 0.8 }).interval?.confidence).toBe(0.8);
  });

  test("too few values or one moment", () => {
    expect(severityDrift({ values: [1] })).toMatchObject({ value: null, why: "too-few" });
    expect(severityDrift({ values: [1, 2], order: [3, 3] })).toMatchObject({ value: null, why: "constant-input" });
    expect(severityDrift({ values: [1, 2] })).toMatchObject({ value: 1, interval: null, intervalWhy: "too-few" });
    expect(() => severityDrift({ values: [1, 2], order: [1] })).toThrow(/^order\b.*has 1 values where values has 2/);
    expect(() => severityDrift({ values: [1, 2], order: [1, Number.NaN] })).toThrow(/^order\b.*row 1/);
    expect(() => severityDrift({ values: ["x" as never, 2] })).toThrow(/^values\b.*row 0/);
  });
});

describe("clustered mean", () => {
  test("independent figures of twelve scores in five clusters", () => {
    const result = clusteredMean({ values: [1, 2, 1, 4, 5, 3, 3, 4, 2, 5, 5, 2], clusters: [0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4] });
    expect(tolerances(result.value, 3.0833333333333335)).toBeLessThanOrEqual(1);
    expect(tolerances(result.standardErrorIid, 0.43446821087695964)).toBeLessThanOrEqual(1);
    expect(tolerances(result.standardErrorUncorrected, 0.5984322367447368)).toBeLessThanOrEqual(1);
    expect(tolerances(result.standardError, 0.6690675806442394)).toBeLessThanOrEqual(1);
  });

  test("order, shift, single-unit clusters, edges", () => {
    const values = [1, 2, 4, 5];
    const clusters = ["a", "a", "b", "b"];
    const plain = clusteredMean({ values, clusters });
    expect(plain.value).toBe(3);
    expect(clusteredMean({ values: values.toReversed(), clusters: clusters.toReversed() })).toEqual(plain);
    expect(clusteredMean({ values: values.map((x) => x + 7), clusters }).standardError).toBeCloseTo(plain.standardError as number, 14);
    expect(clusteredMean({ values }).standardError).toBeCloseTo(clusteredMean({ values }).standardErrorIid as number, 15);
    expect(clusteredMean({ values: [null] })).toMatchObject({ value: null, why: "no-units" });
    expect(clusteredMean({ values, clusters: [1, 1, 1, 1] })).toMatchObject({ value: 3, intervalWhy: "too-few" });
    expect(clusteredMean({ values: [1e308, -1e308] }).interval).toBeNull();
  });
});
