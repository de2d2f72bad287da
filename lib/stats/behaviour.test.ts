import { describe, expect, test } from "vitest";
import { tolerances } from "../testing/oracles";
import { raterBehaviour, testRetest } from "./behaviour";
import { cohenKappa } from "./cohen-kappa";

const scores = [3, 3, 3, 3, 4, 4, 2, 3, 5, 3, 3, 3, 3, 3, 3, 1, 2, 3, 4, 3];
const durationMs = [4100, 3900, 5200, 800, 700, 6100, 9900, 4000, 12000, 3500, 650, 600, 580, 620, 640, 8000, 7000, 5100, 4300, 4800];
const close = (actual: number | null | undefined, expected: number): void => expect(tolerances(actual, expected)).toBeLessThanOrEqual(1);

describe("one rater's behaviour", () => {
  test("independent figures of twenty scores", () => {
    const result = raterBehaviour({ scores, durationMs, scalePoints: 5 });
    close(result.entropyBits.value, 1.578897902987479);
    close(result.entropyNormalised.value, 0.6799943144079456);
    close(result.modalShare.value, 0.65);
    close(result.mean.value, 3.05);
    close(result.sd.value, 0.8255779474818965);
    close(result.lag1Autocorrelation.value, 0.15040650406504066);
    close(result.time?.positionSpearman.value, 0.010526315789473684);
    expect(result.longestRun).toBe(6);
    expect(result.time).toMatchObject({ medianMs: 4050, madMs: 3100, fast: 7, fastBelowMs: 1000 });
  });

  test("relabelling the scale keeps entropy and runs; reversing the order keeps all but the times' trend", () => {
    const plain = raterBehaviour({ scores, scalePoints: 5 });
    const relabelled = raterBehaviour({ scores: scores.map((score) => (score * 7) % 11), scalePoints: 5 });
    expect(relabelled).toMatchObject({ entropyBits: plain.entropyBits, longestRun: plain.longestRun, modalShare: plain.modalShare });
    expect(raterBehaviour({ scores: scores.toReversed(), scalePoints: 5 }).lag1Autocorrelation.value).toBeCloseTo(0.15040650406504066, 12);
  });

  test("nothing, one score, one value, gaps, and refused input", () => {
    expect(raterBehaviour({ scores: [], scalePoints: 5 })).toMatchObject({
      n: 0,
      longestRun: 0,
      entropyBits: { value: null, why: "no-units" },
    });
    expect(raterBehaviour({ scores: [4], scalePoints: 5 })).toMatchObject({ mean: { value: 4 }, sd: { value: null, why: "too-few" } });
    expect(raterBehaviour({ scores: [3, 3, null, 3], scalePoints: 5 })).toMatchObject({
      longestRun: 3,
      lag1Autocorrelation: { why: "no-variation" },
    });
    expect(raterBehaviour({ scores: [3, 3], scalePoints: 5 }).entropyBits.value).toBe(0);
    expect(() => raterBehaviour({ scores: [1, 2, 3], scalePoints: 2 })).toThrow(/scalePoints: is 2, but there are 3 different scores/);
    expect(() => raterBehaviour({ scores, scalePoints: 5, durationMs: [-1] })).toThrow(/durationMs: row 0/);
    expect(raterBehaviour({ scores: [3, 3, 3, 4], scalePoints: 5 }).longestRun).toBe(3);
  });

  test("repeated scores: independent figures, order, edges", () => {
    const first = [4, 2, 5, 3, 1, 4, 2, 3];
    const second = [4, 3, 5, 3, 2, 4, 2, 3];
    const result = testRetest({ first, second });
    close(result.exact.value, 0.75);
    close(result.meanShift.value, 0.25);
    close(result.alphaOrdinal.value, 0.9222417840375586);
    close(result.quadraticKappa.value, 0.9);
    expect(testRetest({ first: first.toReversed(), second: second.toReversed() })).toEqual(result);
    expect(testRetest({ first: [], second: [] }).exact).toMatchObject({ value: null, why: "no-units" });
    expect(testRetest({ first: [4, 2], second: [4, 3] }).exact.value).toBe(0.5);
  });

  test("scales of one point, zeros of both signs, three scores, and sizes beyond the largest number", () => {
    const zeros = raterBehaviour({ scores: [0, -0, 0], scalePoints: 1 });
    expect(zeros).toMatchObject({
      n: 3,
      modalShare: { value: 1 },
      entropyNormalised: { value: null, why: "no-variation", n: 3 },
      time: null,
    });
    expect(raterBehaviour({ scores: [1, 2, 3], scalePoints: 3 }).lag1Autocorrelation).toEqual({ value: 1, why: null, n: 3 });
    expect(raterBehaviour({ scores: [1, 2], scalePoints: 3 }).lag1Autocorrelation).toEqual({ value: null, why: "no-variation", n: 2 });
    expect(raterBehaviour({ scores: [1, 2], scalePoints: 3 }).sd.value).toBeCloseTo(Math.SQRT1_2, 14);
    expect(raterBehaviour({ scores: [1, 2, 2, 3, 3, 3], scalePoints: 5 }).modalShare.value).toBe(0.5);
    expect(raterBehaviour({ scores: [1.7e308, -1.7e308], scalePoints: 2 }).sd).toEqual({ value: null, why: "overflow", n: 2 });
    expect(raterBehaviour({ scores: [], scalePoints: 5 })).toMatchObject({
      ...{ mean: { value: null, why: "no-units" }, sd: { why: "no-units" }, modalShare: { why: "no-units" } },
      ...{ entropyNormalised: { why: "no-units" }, lag1Autocorrelation: { why: "no-units" } },
    });
    for (const points of [0, 1.5]) {
      expect(() => raterBehaviour({ scores, scalePoints: points })).toThrow(`scalePoints: must be a whole number from 1, got ${points}`);
    }
    expect(() => raterBehaviour({ scores, scalePoints: "5" as never })).toThrow(/scalePoints: must be a finite number/);
    expect(() => raterBehaviour({ scores: ["x" as never], scalePoints: 5 })).toThrow(/^scores: row 0/);
  });

  test("times: gaps, the threshold itself, and none at all", () => {
    const timed = (durations: (number | null)[], fastBelowMs?: number) =>
      raterBehaviour({ scores: [1, 2, 3, 4], scalePoints: 5, durationMs: durations, fastBelowMs }).time;
    // Median 300, distances 200, 0, 600; places 0, 1, 3 of rising times.
    expect(timed([100, 300, null, 900], 300)).toEqual({
      ...{ n: 3, medianMs: 300, madMs: 200, fast: 1, fastBelowMs: 300 },
      positionSpearman: { value: 1, why: null, n: 3 },
    });
    expect(timed([0, 1000, 999, 1001])).toMatchObject({ fast: 2, fastBelowMs: 1000 });
    expect(timed([null, null])).toEqual({
      ...{ n: 0, medianMs: null, madMs: null, fast: 0, fastBelowMs: 1000 },
      positionSpearman: { value: null, why: "too-few", n: 0 },
    });
    expect(() => timed([5, -1])).toThrow("durationMs: row 1: must be at least 0, got -1");
    expect(() => timed(["x" as never])).toThrow(/^durationMs: row 0: must be a number/);
    expect(() => timed([1], Number.NaN)).toThrow(/^fastBelowMs: must be a finite number/);
  });

  test("repeats: the declared scale weighs kappa, gaps are dropped, and there is a reason for each figure that is missing", () => {
    const given = { first: [1, 2, 5, 1, null], second: [2, 2, 5, 1, 3] };
    const kappa = cohenKappa({ first: [1, 2, 5, 1], second: [2, 2, 5, 1], scale: [1, 2, 3, 4, 5], weights: "quadratic" }).value;
    const [seen, declared] = [testRetest(given), testRetest({ ...given, scale: [1, 2, 3, 4, 5] })];
    expect(declared).toMatchObject({
      n: 4,
      exact: { value: 0.75, n: 4 },
      meanShift: { value: 0.25, why: null, n: 4 },
      quadraticKappa: { value: kappa, n: 4 },
    });
    expect(testRetest({ ...given, scale: null })).toEqual(seen);
    expect(testRetest({ first: [], second: [] })).toEqual({
      ...{ n: 0, exact: { value: null, why: "no-units", n: 0 }, meanShift: { value: null, why: "no-units", n: 0 } },
      alphaOrdinal: { value: null, why: "no-pairable-units", n: 0 },
      quadraticKappa: { value: null, why: "no-pairable-units", n: 0 },
    });
    expect(testRetest({ first: [-1.5e308], second: [1.5e308] }).meanShift).toEqual({ value: null, why: "overflow", n: 1 });
    expect(() => testRetest({ first: ["x" as never], second: [1] })).toThrow(/^first: row 0/);
    expect(() => testRetest({ first: [1], second: ["x" as never] })).toThrow(/^second: row 0/);
  });
});
