import { sortedMean } from "./clustered-mean";
import { tQuantile, withWidth } from "./resampling";
import type { IntervalEstimate } from "./result";
import { tTwoSidedP } from "./special-functions";
import { variance } from "./sums";

/** The difference of two means without assuming equal variances. */
export interface WelchResult extends IntervalEstimate {
  t: number | null;
  df: number | null;
  p: number | null;
}

/**
 * Welch's t: value = mean(first) - mean(second), se^2 = v1/n1 + v2/n2, df by Welch-Satterthwaite.
 *
 * Undefined for an empty side (`no-units`); with one value on a side there is a difference and no interval (`too-few`); without any
 * variance beyond rounding there is neither t nor interval (`degenerate-replicates`). Source: Welch 1947.
 */
export function welch(first: Float64Array, second: Float64Array, confidence: number): WelchResult {
  const [a, b] = [first.toSorted(), second.toSorted()];
  const n = a.length + b.length;
  const none = { t: null, df: null, p: null, interval: null };
  if (a.length === 0 || b.length === 0) return { value: null, why: "no-units", n, intervalWhy: "undefined-estimate", ...none };
  const value = sortedMean(a) - sortedMean(b);
  if (!Number.isFinite(value)) return { value: null, why: "overflow", n, intervalWhy: "undefined-estimate", ...none };
  const [va, vb] = [(variance(a) ?? Number.NaN) / a.length, (variance(b) ?? Number.NaN) / b.length];
  if (Number.isNaN(va + vb)) return { value, why: null, n, intervalWhy: "too-few", ...none };
  if (va + vb === 0) return { value, why: null, n, intervalWhy: "degenerate-replicates", ...none };
  const standardError = Math.sqrt(va + vb);
  if (!Number.isFinite(standardError)) return { value, why: null, n, intervalWhy: "overflow", ...none };
  const [shareA, shareB] = [va / (va + vb), vb / (va + vb)];
  const df = 1 / (shareA ** 2 / (a.length - 1) + shareB ** 2 / (b.length - 1));
  const reach = tQuantile(0.5 + confidence / 2, df) * standardError;
  const t = value / standardError;
  if (!Number.isFinite(reach) || !Number.isFinite(t)) return { value, why: null, n, intervalWhy: "overflow", ...none };
  const interval = { low: value - reach, high: value + reach, confidence, method: "t" as const, resamples: null, seed: null };
  const outcome = withWidth(interval, Math.max(Math.abs(sortedMean(a)), Math.abs(sortedMean(b))));
  if (outcome.interval === null) return { value, why: null, n, ...none, ...outcome };
  return { value, why: null, n, t, df, p: tTwoSidedP(t, df), ...outcome };
}
