import type { ClusterLabel } from "./blocks";
import { clusterVariance } from "./cluster-variance";
import { linearFit } from "./linear-fit";
import { tQuantile, withWidth } from "./resampling";
import type { Interval, IntervalEstimate, IntervalWhy } from "./result";
import { centredMoments } from "./sums";

/** Where differences between two raters lie: mean +- 1.96 SD, each limit with its interval. */
export interface BlandAltman {
  bias: number;
  sd: number;
  low: number;
  high: number;
  /** Null for a single cluster, as the limits' is. */
  biasStandardError: number | null;
  limitStandardError: number | null;
  lowInterval: Interval | null;
  highInterval: Interval | null;
  /** Why the limits have no intervals: one cluster only, or no differences between the differences. */
  limitIntervalWhy: IntervalWhy | null;
  /** Slope of the difference on the mean of both: proportional bias, partly regression to the mean. */
  proportional: IntervalEstimate;
}

export interface BlandAltmanInput {
  human: Float64Array;
  judge: Float64Array;
  /** judge - human, at least two. */
  differences: Float64Array;
  clusters: readonly ClusterLabel[] | null;
  confidence: number;
}

/**
 * Limits of agreement, mean +- 1.96 sd. A limit's variance is var(mean) + 1.96^2 var(sd) by t: sd^2/n and sd^2/(2(n-1)) with n - 1 degrees of
 * freedom for independent units, else both from the clusters' influence sums with G - 1. Null where a figure is beyond the largest double.
 *
 * Source: Bland & Altman 1999; Liang & Zeger 1986.
 */
export function blandAltman({ human, judge, differences, clusters, confidence }: BlandAltmanInput): BlandAltman | null {
  const n = differences.length;
  const { mean: bias, squares } = centredMoments(differences.toSorted());
  const sd = Math.sqrt(squares / (n - 1));
  const errors = clusters ? clusteredErrors(differences, bias, sd, clusters) : independentErrors(n, sd);
  const [low, high] = [bias - 1.96 * sd, bias + 1.96 * sd];
  const reach = errors.df < 1 ? 0 : tQuantile(0.5 + confidence / 2, errors.df) * errors.limit;
  if (!Number.isFinite(low - reach) || !Number.isFinite(high + reach)) return null;
  const around = (limit: number) =>
    errors.df < 1
      ? { interval: null, intervalWhy: "too-few" as const }
      : withWidth({ low: limit - reach, high: limit + reach, confidence, method: "t", resamples: null, seed: null }, Math.abs(bias));
  const means = human.map((h, i) => h / 2 + (judge[i] as number) / 2);
  const { value, why, interval, intervalWhy } = linearFit(means, differences, confidence, clusters);
  return {
    bias,
    sd,
    low,
    high,
    biasStandardError: errors.df < 1 ? null : errors.bias,
    limitStandardError: errors.df < 1 ? null : errors.limit,
    lowInterval: around(low).interval,
    highInterval: around(high).interval,
    limitIntervalWhy: around(low).intervalWhy,
    proportional: { value, why, n, interval, intervalWhy },
  };
}

interface Errors {
  bias: number;
  limit: number;
  df: number;
}

const independentErrors = (n: number, sd: number): Errors => ({
  bias: sd / Math.sqrt(n),
  limit: sd * Math.sqrt(1 / n + 1.96 ** 2 / (2 * (n - 1))),
  df: n - 1,
});

function clusteredErrors(differences: Float64Array, bias: number, sd: number, clusters: readonly ClusterLabel[]): Errors {
  const n = differences.length;
  const ofMean = clusterVariance(
    differences.map((d) => (d - bias) / n),
    clusters,
  );
  const ofSd = clusterVariance(
    differences.map((d) => (sd === 0 ? 0 : (((d - bias) / sd) ** 2 * sd - ((n - 1) / n) * sd) / (2 * (n - 1)))),
    clusters,
  );
  return {
    bias: Math.sqrt(ofMean.variance),
    limit: Math.sqrt(ofMean.variance + 1.96 ** 2 * ofSd.variance),
    df: ofMean.groups - 1,
  };
}
