import { type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import { sortedMean } from "./clustered-mean";
import { numberColumn, withoutMissing } from "./paired-values";
import { tQuantile, withWidth } from "./resampling";
import type { Rating } from "./result";
import { tTwoSidedP } from "./special-functions";
import { compensatedSum, sumsOf } from "./sums";
import type { WelchResult } from "./welch";

/** One side of a comparison; its labels may occur on the other side too. */
export interface ClusteredArm {
  name: string;
  values: ArrayLike<Rating>;
  clusters: readonly ClusterLabel[];
}

/**
 * Difference of two means when values come in clusters that may lie on both sides (one input, or one person, in both arms).
 *
 * se^2 = G/(G-1) sum over clusters of (sum of (x - own side's mean)/(own side's n), second side negative)^2; t(G-1). This is least squares
 * on the arm with cluster-robust variance. Undefined when a side is empty (`no-units`); where a side lies in one cluster there is a difference and no
 * interval (`too-few`), since its deviations cancel as if its mean were known. Source: Liang & Zeger 1986.
 */
export function armDifference(first: ClusteredArm, second: ClusteredArm, confidence: number): WelchResult {
  const [a, b] = [meanOfArm(first), meanOfArm(second)];
  const n = a.n + b.n;
  const none = { t: null, df: null, p: null, interval: null };
  if (a.mean === null || b.mean === null) return { value: null, why: "no-units", n, intervalWhy: "undefined-estimate", ...none };
  const value = a.mean - b.mean;
  if (!Number.isFinite(value)) return { value: null, why: "overflow", n, intervalWhy: "undefined-estimate", ...none };
  const scores = new Float64Array(a.column.length + b.column.length);
  scores.set(scoresOf(a.column, a.mean, 1 / a.n));
  scores.set(scoresOf(b.column, b.mean, -1 / b.n), a.column.length);
  const { members } = resolveBlocks(scores.length, first.clusters.concat(second.clusters), (row) => !Number.isNaN(scores[row]));
  // Rows of a cluster are in order: those of the first side before those of the second.
  const ofFirst = members.filter((rows) => (rows[0] as number) < a.column.length).length;
  const ofSecond = members.filter((rows) => (rows.at(-1) as number) >= a.column.length).length;
  if (Math.min(ofFirst, ofSecond) < 2) return { value, why: null, n, intervalWhy: "too-few", ...none };
  const sums = sumsOf(scores, members);
  const groups = sums.length;
  const standardError = Math.sqrt((groups / (groups - 1)) * compensatedSum(sums.map((sum) => sum * sum)));
  if (standardError === 0) return { value, why: null, n, intervalWhy: "degenerate-replicates", ...none };
  const df = groups - 1;
  const reach = tQuantile(0.5 + confidence / 2, df) * standardError;
  const t = value / standardError;
  if (!Number.isFinite(reach) || !Number.isFinite(t)) return { value, why: null, n, intervalWhy: "overflow", ...none };
  const interval = { low: value - reach, high: value + reach, confidence, method: "t" as const, resamples: null, seed: null };
  const outcome = withWidth(interval, Math.max(Math.abs(a.mean), Math.abs(b.mean)));
  if (outcome.interval === null) return { value, why: null, n, ...none, ...outcome };
  return { value, why: null, n, t, df, p: tTwoSidedP(t, df), ...outcome };
}

function meanOfArm({ name, values, clusters }: ClusteredArm): { column: Float64Array; mean: number | null; n: number } {
  const column = numberColumn(name, values);
  checkClusters(clusters, column.length);
  const present = withoutMissing(column).sort();
  return { column, mean: present.length === 0 ? null : sortedMean(present), n: present.length };
}

const scoresOf = (column: Float64Array, mean: number, weight: number): Float64Array => column.map((value) => (value - mean) * weight);
