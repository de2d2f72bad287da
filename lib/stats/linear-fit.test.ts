import { describe, expect, test } from "vitest";
import { linearFit } from "./linear-fit";

const columns = (...pairs: [x: number, y: number][]) =>
  [pairs.map(([x]) => x), pairs.map(([, y]) => y)].map((side) => Float64Array.from(side));
const lineOf = (pairs: [x: number, y: number][], confidence?: number) => {
  const [x = new Float64Array(), y = new Float64Array()] = columns(...pairs);
  return linearFit(x, y, confidence);
};
const points: [number, number][] = [
  [1, 2],
  [2, 4],
  [3, 5],
  [4, 4],
  [5, 5],
];

describe("a line through points", () => {
  test("has the slope, intercept, error, t and p that are computed by hand", () => {
    // Sxx = 10, Sxy = 6; residuals -.8 .6 1 -.6 -.2, squares 2.4, so se = sqrt(2.4 / 3 / 10).
    const line = lineOf(points);
    const standardError = Math.sqrt(0.08);
    const t = 0.6 / standardError;
    // Student's distribution function with 3 degrees of freedom in closed form.
    const angle = Math.atan(t / Math.sqrt(3));
    expect(line.value).toBeCloseTo(0.6, 14);
    expect(line.intercept).toBeCloseTo(2.2, 14);
    expect(line.standardError).toBeCloseTo(standardError, 14);
    expect(line.t).toBeCloseTo(t, 12);
    expect(line).toMatchObject({ df: 3, n: 5, why: null, intervalWhy: null });
    expect(line.p).toBeCloseTo(1 - (2 / Math.PI) * (angle + Math.sin(angle) * Math.cos(angle)), 12);
    expect(line.interval?.low).toBeCloseTo(0.6 - 3.182446305284263 * standardError, 10);
    expect(line.interval?.high).toBeCloseTo(0.6 + 3.182446305284263 * standardError, 10);
    expect(lineOf(points, 0.9).interval?.high).toBeCloseTo(0.6 + 2.3533634348018264 * standardError, 10);
  });

  test("does not depend on the order of the points, with clusters or without", () => {
    expect(lineOf(points.toReversed())).toEqual(lineOf(points));
    const labels = ["a", "a", "b", "c", "c"];
    const [x = new Float64Array(), y = new Float64Array()] = columns(...points);
    const clustered = linearFit(x, y, undefined, labels);
    const turned = linearFit(x.toReversed(), y.toReversed(), undefined, labels.toReversed());
    expect(turned.standardError).toBeCloseTo(clustered.standardError ?? 0, 14);
    // (x - 3) residual: 1.6, -.6 | 0 | -.6, -.4; sums 1, 0, -1; se^2 = 3/2 * 2 / 10^2.
    expect(clustered.standardError).toBeCloseTo(Math.sqrt(0.03), 14);
    expect(clustered.df).toBe(2);
  });

  test("through two points, or points in a row, has no interval", () => {
    const none = { interval: null, standardError: null, t: null, p: null, df: null };
    expect(lineOf(points.slice(0, 2))).toEqual({ ...none, value: 2, intercept: 0, n: 2, why: null, intervalWhy: "too-few" });
    const row: [number, number][] = [
      [1, 2],
      [2, 4],
      [3, 6],
    ];
    expect(lineOf(row)).toMatchObject({
      value: 2,
      standardError: 0,
      t: null,
      p: null,
      interval: null,
      intervalWhy: "degenerate-replicates",
    });
  });

  test("has neither interval nor p where only rounding keeps its points off a line", () => {
    // Differences of a tenth throughout, and steps of a tenth: in doubles neither is exact.
    const tenth = [0.3 - 0.2, 0.6 - 0.5, 0.4 - 0.3, 0.8 - 0.7, 0.2 - 0.1].map((y, i): [number, number] => [2 + i * i, y]);
    const steps = [0.1, 0.2, 0.3, 0.4, 0.5].map((y, i): [number, number] => [i / 10, y + 0.6]);
    expect(new Set(tenth.map(([, y]) => y)).size).toBeGreaterThan(1);
    for (const [pairs, slope] of [
      [tenth, 0],
      [steps, 1],
    ] as const) {
      // biome-ignore format: short
      const line = lineOf(pairs);
      expect(line.value).toBeCloseTo(slope, 14);
      expect(line).toMatchObject({ standardError: 0, t: null, p: null, interval: null, intervalWhy: "degenerate-replicates" });
    }
    // Rounding is as large beside a great x, and a slope is as real along a great range of it.
    expect(lineOf(tenth.map(([x, y]) => [x + 1e6, y])).intervalWhy).toBe("degenerate-replicates");
    expect(lineOf(points.map(([x, y]) => [x * 1e6, y])).interval?.low).toBeCloseTo((lineOf(points).interval?.low ?? 0) / 1e6, 14);
    // A millionth more at one point is no rounding.
    expect(lineOf(tenth.map(([x, y], i) => [x, i === 1 ? y + 1e-6 : y])).intervalWhy).toBeNull();
  });

  test("is undefined for fewer than two points, one x, or beyond the largest number", () => {
    const undefinedLine = { value: null, intercept: null, interval: null, intervalWhy: "undefined-estimate" };
    expect(lineOf([])).toMatchObject({ ...undefinedLine, why: "too-few", n: 0 });
    expect(lineOf([[1, 2]])).toMatchObject({ ...undefinedLine, why: "too-few", n: 1 });
    const upright: [number, number][] = [
      [3, 1],
      [3, 2],
      [3, 4],
    ];
    expect(lineOf(upright)).toMatchObject({ ...undefinedLine, why: "constant-input", n: 3 });
    const steep: [number, number][] = [
      [1e10, 0],
      [1e10 + 1, 1e300],
      [1e10 + 2, 2e300],
    ];
    expect(lineOf(steep)).toMatchObject({ ...undefinedLine, why: "overflow", n: 3 });
    const jagged: [number, number][] = [
      [1, 0],
      [2, 1e300],
      [3, 0],
    ];
    expect(lineOf(jagged)).toMatchObject({ value: 0, interval: null, intervalWhy: "overflow" });
  });
});
