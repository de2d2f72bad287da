import { type ClusterLabel, resolveBlocks } from "./blocks";
import { compensatedSum } from "./sums";

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
  const squares = new Float64Array(groups);
  const longest = members.reduce((most, rows) => Math.max(most, rows.length), 0);
  const own = new Float64Array(longest);
  for (let group = 0; group < groups; group++) {
    const rows = members[group] as Int32Array;
    for (let place = 0; place < rows.length; place++) own[place] = influence[rows[place] as number] as number;
    const sum = compensatedSum(inOrder(own, rows.length));
    squares[group] = sum * sum;
  }
  return { variance: (groups / (groups - 1)) * compensatedSum(squares.sort()), groups };
}

/** Few numbers are sorted sooner one by one. */
const fewNumbers = 16;

/** The first numbers of a list in rising order, sorted in place. */
function inOrder(values: Float64Array, count: number): Float64Array {
  if (count > fewNumbers) return values.subarray(0, count).sort();
  for (let at = 1; at < count; at++) {
    const value = values[at] as number;
    let to = at;
    for (; to > 0 && (values[to - 1] as number) > value; to--) values[to] = values[to - 1] as number;
    values[to] = value;
  }
  return values.subarray(0, count);
}
