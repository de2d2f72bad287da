import { type ClusterLabel, resolveBlocks } from "./blocks";
import { compensatedSum, sumsOf } from "./sums";

/**
 * Variance of an estimate whose units come in clusters: G/(G-1) sum over the G clusters of (sum of the influences in the cluster)^2.
 *
 * @param influence what each unit adds to the estimate's deviation; they sum to about zero
 * @returns the variance, NaN for fewer than two clusters, and the number of clusters
 * Source: Liang & Zeger 1986.
 */
export function clusterVariance(influence: ArrayLike<number>, clusters: readonly ClusterLabel[]): { variance: number; groups: number } {
  const { members } = resolveBlocks(influence.length, clusters);
  const groups = members.length;
  if (groups < 2) return { variance: Number.NaN, groups };
  const squares = sumsOf(influence, members).map((sum) => sum * sum);
  return { variance: (groups / (groups - 1)) * compensatedSum(squares.sort()), groups };
}
