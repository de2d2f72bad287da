import { confidenceOf } from "./arguments";
import type { ClusterLabel } from "./blocks";
import { clusterVariance } from "./cluster-variance";
import { sortedPairs } from "./paired-values";
import { centredSums } from "./pearson";
import { tQuantile, withWidth } from "./resampling";
import type { IntervalEstimate } from "./result";
import { tTwoSidedP } from "./special-functions";

/** A straight line through points, by least squares. */
export interface LinearFit extends IntervalEstimate {
  intercept: number | null;
  standardError: number | null;
  t: number | null;
  df: number | null;
  p: number | null;
}

/**
 * Ordinary least squares slope of y on x: value = Sxy / Sxx, se^2 = RSS / (n-2) / Sxx, interval and p by t(n-2). With `clusters`, se^2 is the
 * cluster-robust G/(G-1) sum over clusters of (sum of (x - mean) residual)^2 / Sxx^2, by t(G-1).
 *
 * Undefined for fewer than two points (`too-few`) or a constant x (`constant-input`); two points (or one cluster) give their slope and no interval,
 * nor do points on one line but for rounding (`degenerate-replicates`); a slope or intercept beyond the largest double is undefined (`overflow`).
 */
export function linearFit(
  xValues: Float64Array,
  yValues: Float64Array,
  confidence?: number,
  clusters?: readonly ClusterLabel[] | null,
): LinearFit {
  const { x, y } = sortedPairs(xValues, yValues);
  const level = confidenceOf(confidence);
  const n = x.length;
  const none = { intercept: null, standardError: null, t: null, df: null, p: null, interval: null };
  if (n < 2) return { value: null, why: "too-few", n, intervalWhy: "undefined-estimate", ...none };
  if (x.every((value) => value === x[0])) return { value: null, why: "constant-input", n, intervalWhy: "undefined-estimate", ...none };
  const { xMean, yMean, xx, xy } = centredSums(x, y, new Float64Array(n).fill(1));
  const value = xy / xx;
  const intercept = yMean - value * xMean;
  if (!Number.isFinite(value) || !Number.isFinite(intercept)) {
    return { value: null, why: "overflow", n, intervalWhy: "undefined-estimate", ...none };
  }
  const rest = (each: number, i: number, of: Float64Array): number => (of[i] as number) - yMean - value * (each - xMean);
  // Clusters are labelled in the order of the input, which the sorted pairs have lost.
  const robust =
    clusters &&
    clusterVariance(
      xValues.map((each, i) => ((each - xMean) * rest(each, i, yValues)) / xx),
      clusters,
    );
  const df = robust ? robust.groups - 1 : n - 2;
  if (df === 0) return { value, why: null, n, ...none, intercept, intervalWhy: "too-few" };
  const residual = x.reduce((sum, each, i) => sum + rest(each, i, y) ** 2, 0);
  const standardError = Math.sqrt(robust ? robust.variance : residual / df / xx);
  const reach = tQuantile(0.5 + level / 2, df) * standardError;
  if (!Number.isFinite(reach)) return { value, why: null, n, ...none, intercept, intervalWhy: "overflow" };
  const interval = { low: value - reach, high: value + reach, confidence: level, method: "t" as const, resamples: null, seed: null };
  const largest = y.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const outcome = withWidth(interval, largest / ((x[n - 1] as number) - (x[0] as number)));
  const shared = { value, why: null, n, intercept, df, ...outcome };
  if (outcome.interval === null) return { ...shared, standardError: 0, t: null, p: null };
  const t = value / standardError;
  return { ...shared, standardError, t, p: tTwoSidedP(t, df) };
}
