import { confidenceOf, oneOf } from "./arguments";
import { type ClusterLabel, resolveBlocks } from "./blocks";
import { meanInSteps } from "./exact-mean";
import { numberColumn, withoutMissing } from "./paired-values";
import { noInterval, tQuantile, withWidth } from "./resampling";
import type { IntervalEstimate, Rating } from "./result";
import { compensatedSum, compensatedSumAt, meanOf } from "./sums";

/** A mean with the uncertainty that clustering leaves. */
export interface ClusteredMeanResult extends IntervalEstimate {
  /** Clusters, or units where there are none. */
  clusters: number;
  /** What the interval uses: with the small-sample factor G/(G-1); for single units this is sd/sqrt(n). */
  standardError: number | null;
  /** Without the factor. */
  standardErrorUncorrected: number | null;
  /** As if all units were independent: sd/sqrt(n). */
  standardErrorIid: number | null;
}

/**
 * The mean of values whose units may come in clusters (several criteria of one sample, several outputs for one input).
 *
 * se^2 = G/(G-1) sum over clusters of (sum of (x - mean) in the cluster)^2 / n^2; interval: mean +- t(G-1) se. Missing values are dropped.
 * Undefined for no values (`no-units`); one cluster gives its mean and no interval (`too-few`), nor is there one where every cluster's sum of
 * (x - mean) is zero (`degenerate-replicates`).
 *
 * @example clusteredMean({ values: [1, 2, 4, 5], clusters: ["a", "a", "b", "b"] }).value // 3
 * Source: Liang & Zeger 1986; Miller 2024 for evaluations.
 */
export function clusteredMean(input: {
  values: ArrayLike<Rating>;
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
  /** "none": the value alone. */
  interval?: "t" | "none";
}): ClusteredMeanResult {
  const confidence = confidenceOf(input.confidence);
  oneOf("interval", input.interval ?? "t", ["t", "none"] as const);
  const column = numberColumn("values", input.values);
  const { members } = resolveBlocks(column.length, input.clusters, (row) => !Number.isNaN(column[row] as number));
  const given = withoutMissing(column);
  const n = given.length;
  const none = { standardError: null, standardErrorUncorrected: null, standardErrorIid: null };
  if (n === 0) return { value: null, why: "no-units", n, clusters: 0, interval: null, intervalWhy: "undefined-estimate", ...none };
  // In decimal steps the order makes no difference, and sorting takes longer than all else here.
  const value = meanInSteps(given) ?? meanOf(given.toSorted());
  if (input.interval === "none") return { value, why: null, n, clusters: members.length, ...noInterval("not-requested"), ...none };
  if (members.length < 2) return { value, why: null, n, clusters: members.length, interval: null, intervalWhy: "too-few", ...none };
  const values = given.sort();
  const scale = Math.max(Math.abs(values[0] as number), Math.abs(values[n - 1] as number)) || 1;
  const middle = value / scale;
  const centred = column.map((each) => (each / scale - middle) / n);
  const centredSquares = new Float64Array(members.length);
  for (let block = 0; block < members.length; block++) {
    const sum = compensatedSumAt(centred, members[block] as Int32Array);
    centredSquares[block] = sum * sum;
  }
  const meat = compensatedSum(centredSquares.sort());
  const squares = compensatedSum(values.map((each) => (each / scale - middle) ** 2));
  const groups = members.length;
  const standardError = scale * Math.sqrt((meat * groups) / (groups - 1));
  const reach = tQuantile(0.5 + confidence / 2, groups - 1) * standardError;
  const [low, high] = [value - reach, value + reach];
  const errors = {
    standardErrorUncorrected: scale * Math.sqrt(meat),
    standardErrorIid: scale * Math.sqrt(squares / n / (n - 1)),
  };
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    return { value, why: null, n, clusters: groups, interval: null, intervalWhy: "overflow", ...none };
  }
  const interval = { low, high, confidence, method: "t" as const, resamples: null, seed: null };
  return { value, why: null, n, clusters: groups, ...withWidth(interval, scale), standardError, ...errors };
}

/** The mean of sorted values, exact where they are decimals. */
export function sortedMean(values: Float64Array): number {
  return meanInSteps(values) ?? meanOf(values);
}
