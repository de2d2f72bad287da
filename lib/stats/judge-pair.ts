import { type ClusterLabel, checkClusters, compareLabels } from "./blocks";
import { checkSameLength, numberColumn } from "./paired-values";
import type { Rating } from "./result";

/** Two judges and the humans on the same units, one row per unit. */
export interface JudgePairInput {
  human: ArrayLike<Rating>;
  a: ArrayLike<Rating>;
  b: ArrayLike<Rating>;
}

/** Units with all three present, in an order that does not depend on that of the rows. */
export interface CompleteTriples {
  human: Float64Array;
  a: Float64Array;
  b: Float64Array;
  n: number;
  /** Unit indices of each cluster, or one unit each. */
  blocks: Int32Array[];
  /** Labels in the order of the units; null without clusters. */
  clusters: ClusterLabel[] | null;
}

/** Drops incomplete rows and sorts the rest by cluster and values, so that seeded draws are the same for any order of rows. */
export function completeTriples(input: JudgePairInput & { clusters?: readonly ClusterLabel[] | null }): CompleteTriples {
  const human = numberColumn("human", input.human);
  const a = numberColumn("a", input.a);
  const b = numberColumn("b", input.b);
  checkSameLength("human", human, "a", a);
  checkSameLength("human", human, "b", b);
  const labels = input.clusters ?? null;
  if (labels) checkClusters(labels, human.length);
  const at = (column: Float64Array, row: number): number => column[row] as number;
  const isComplete = (row: number): boolean => [human, a, b].every((column) => !Number.isNaN(at(column, row)));
  const complete = Array.from(human, (_, row) => row).filter(isComplete);
  complete.sort(
    (i, j) =>
      (labels ? compareLabels(labels[i] as ClusterLabel, labels[j] as ClusterLabel) : 0) ||
      at(human, i) - at(human, j) ||
      at(a, i) - at(a, j) ||
      at(b, i) - at(b, j),
  );
  const clusters = labels && complete.map((row) => labels[row] as ClusterLabel);
  return {
    human: Float64Array.from(complete, (row) => at(human, row)),
    a: Float64Array.from(complete, (row) => at(a, row)),
    b: Float64Array.from(complete, (row) => at(b, row)),
    n: complete.length,
    blocks: blocksOfSorted(complete.length, clusters),
    clusters,
  };
}

function blocksOfSorted(n: number, clusters: ClusterLabel[] | null): Int32Array[] {
  const blocks: Int32Array[] = [];
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (clusters && end < n && clusters[end] === clusters[start]) end += 1;
    blocks.push(Int32Array.from({ length: end - start }, (_, i) => start + i));
    start = end;
  }
  return blocks;
}
