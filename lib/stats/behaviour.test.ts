import { describe, expect, test } from "vitest";
import { tolerances } from "../testing/oracles";
import { raterBehaviour, testRetest } from "./behaviour";

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
});
