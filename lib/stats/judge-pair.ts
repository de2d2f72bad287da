import { type ClusterLabel, checkClusters, compareLabels } from "./blocks";
import { rowsOfGroups } from "./grouped-correlation";
import { checkSameLength, numberColumn } from "./paired-values";
import { sortOrder } from "./ranks";
import type { Rating } from "./result";

/** Two judges and the humans on the same units, one row per unit. */
export interface JudgePairInput {
  human: ArrayLike<Rating>;
  a: ArrayLike<Rating>;
  b: ArrayLike<Rating>;
}

/** The labels of the rows. */
export interface JudgePairLabels {
  /** One per unit; a cluster is left out, drawn or swapped as a whole. Without them: groups where there are any, else units. */
  clusters?: readonly ClusterLabel[] | null;
  /** One per unit: correlations are within each group, and averaged. Each group lies within one cluster. */
  groups?: readonly ClusterLabel[] | null;
}

/** Units with all three present, in an order that does not depend on that of the rows. */
export interface CompleteTriples {
  human: Float64Array;
  a: Float64Array;
  b: Float64Array;
  n: number;
  /** Unit indices of each cluster, or one unit each. */
  blocks: Int32Array[];
  /** Labels in the order of the units; null without clusters and groups. */
  clusters: ClusterLabel[] | null;
  groups: ClusterLabel[] | null;
}

/** Drops incomplete rows and sorts the rest by cluster and values, so that seeded draws are the same for any order of rows. */
export function completeTriples(input: JudgePairInput & JudgePairLabels): CompleteTriples {
  const human = numberColumn("human", input.human);
  const a = numberColumn("a", input.a);
  const b = numberColumn("b", input.b);
  checkSameLength("human", human, "a", a);
  checkSameLength("human", human, "b", b);
  const { groups } = input;
  const labels = input.clusters ?? groups ?? null;
  if (groups) rowsOfGroups(human.length, groups, input.clusters);
  else if (labels) checkClusters(labels, human.length);
  const isComplete = (row: number): boolean => [human, a, b].every((column) => !Number.isNaN(column[row] as number));
  const rows = Int32Array.from(human, (_, row) => row).filter(isComplete);
  const keys = labels ? [b, a, human, labelColumn(labels)] : [b, a, human];
  const complete = keys.reduce(inOrderOf, rows);
  const labelsOf = (own: readonly ClusterLabel[]) => Array.from(complete, (row) => own[row] as ClusterLabel);
  const clusters = labels && labelsOf(labels);
  return {
    human: Float64Array.from(complete, (row) => human[row] as number),
    a: Float64Array.from(complete, (row) => a[row] as number),
    b: Float64Array.from(complete, (row) => b[row] as number),
    n: complete.length,
    blocks: blocksOfSorted(complete.length, clusters),
    clusters,
    groups: groups ? labelsOf(groups) : null,
  };
}

/** The rows in rising order of a column; equal ones keep their order. */
function inOrderOf(rows: Int32Array, column: Float64Array): Int32Array {
  const order = sortOrder(Float64Array.from(rows, (row) => column[row] as number));
  return Int32Array.from(order, (place) => rows[place] as number);
}

/** Labels as numbers in the order of the labels. */
function labelColumn(labels: readonly ClusterLabel[]): Float64Array {
  if (labels.every((label) => typeof label === "number")) return Float64Array.from(labels as readonly number[]);
  const ranks = new Map([...new Set(labels)].sort(compareLabels).map((label, rank) => [label, rank]));
  return Float64Array.from(labels, (label) => ranks.get(label) ?? -1);
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
