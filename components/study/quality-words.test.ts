import { expect, test } from "vitest";
import { checkWords, driftWords, retestWords, shareWords } from "./quality-words";

const interval = (low: number, high: number) => ({ low, high, confidence: 0.95, method: "t", resamples: null, seed: null });
const figure = (value: number | null, n: number, range?: [number, number]) => ({
  ...{ value, why: value === null ? "no-units" : null, n, interval: range ? interval(...range) : null, intervalWhy: null },
});

test("a share is shown with its interval and its number, and says when that is small", () => {
  expect(shareWords(figure(0.75, 40, [0.6, 0.86]))).toBe("75.0\u00a0% (60–86\u00a0%), n 40");
  expect(shareWords(figure(0.5, 4))).toBe("50.0\u00a0%, n 4, few");
  expect(shareWords(figure(null, 0))).toBe("–");
});

test("a change over time is claimed only where the interval excludes none", () => {
  expect(driftWords(figure(-0.002, 60, [-0.003, -0.001]))).toBe("stricter: 20.0 % of the scale in 100 samples (−30–−10\u00a0%), n 60");
  expect(driftWords(figure(0.001, 80, [0.0002, 0.002]))).toMatch(/^more lenient: 10\.0 % of the scale in 100 samples/);
  expect(driftWords(figure(0.001, 60, [-0.001, 0.003]))).toBe("no change shown, n 60");
  expect(driftWords(figure(0.1, 2))).toBe("too few samples (n 2)");
  expect(driftWords(figure(null, 0))).toBe("–");
});

test("repeats and checks are counted in words", () => {
  const retest = { n: 12, exact: figure(0.5, 12), difference: figure(0.125, 12), correlation: figure(0.8, 12, [0.5, 0.95]) };
  expect(retestWords(retest)).toBe("50.0\u00a0%, n 12 the same; 12.5\u00a0% of the scale apart; correlation 0.80 (0.50 to 0.95)");
  expect(checkWords({ checks: 3, checksFailed: 1 })).toBe("1 of 3 failed");
  expect(checkWords({ checks: 0, checksFailed: 0 })).toBe("–");
});
