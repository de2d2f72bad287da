import { describe } from "./paired-values";
import { StatsInputError } from "./result";

/** The resampling blocks: which units (or rows) belong to each. One block per unit, or one per cluster label in the order of the labels. */
export interface Blocks {
  /** Unit indices of each block. */
  members: Int32Array[];
  /** Whether the blocks are clusters rather than single units. */
  clustered: boolean;
}

/** A cluster label. */
export type ClusterLabel = string | number;

/** The blocks of all units by their list of labels, since many statistics are asked with one list, which nobody changes. */
const wholeBlocks = new WeakMap<readonly ClusterLabel[], Blocks>();

/** What the blocks made last were made of. Each criterion of a report has lists of its own, mostly with the same labels of the same units. */
const recent: { clusters: readonly ClusterLabel[]; kept: Uint8Array | null; blocks: Blocks }[] = [];
const MOST_RECENT = 4;

/**
 * Blocks from optional cluster labels, one per unit. `keep` drops units that play no part, and with them blocks that would be empty.
 * Clusters are ordered by label, so that a seeded bootstrap does not depend on the order of the rows.
 */
export function resolveBlocks(units: number, clusters?: readonly ClusterLabel[] | null, keep?: (unit: number) => boolean): Blocks {
  if (!clusters) {
    const members: Int32Array[] = [];
    for (let unit = 0; unit < units; unit++) if (!keep || keep(unit)) members.push(Int32Array.of(unit));
    return { members, clustered: false };
  }
  const kept = keep ? unitsKept(units, keep) : null;
  const known = kept === null && clusters.length === units ? wholeBlocks.get(clusters) : undefined;
  if (known) return known;
  checkClusters(clusters, units);
  const alike = recent.find((made) => areEqual(made.clusters, clusters) && areEqual(made.kept ?? [], kept ?? []));
  const blocks = alike?.blocks ?? { members: rankedBlocks(clusters, kept) ?? labelledBlocks(clusters, kept), clustered: true };
  if (!alike) recent.unshift({ clusters, kept, blocks });
  recent.length = Math.min(recent.length, MOST_RECENT);
  if (kept === null) wholeBlocks.set(clusters, blocks);
  return blocks;
}

/** 1 for each unit that is kept; null: all are. */
function unitsKept(units: number, keep: (unit: number) => boolean): Uint8Array | null {
  const kept = new Uint8Array(units);
  let count = 0;
  for (let unit = 0; unit < units; unit++) {
    if (!keep(unit)) continue;
    kept[unit] = 1;
    count += 1;
  }
  return count === units ? null : kept;
}

function areEqual(one: ArrayLike<ClusterLabel>, other: ArrayLike<ClusterLabel>): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

function labelledBlocks(clusters: readonly ClusterLabel[], kept: Uint8Array | null): Int32Array[] {
  const byLabel = new Map<ClusterLabel, number[]>();
  for (let unit = 0; unit < clusters.length; unit++) {
    if (kept?.[unit] === 0) continue;
    const label = clusters[unit] as ClusterLabel;
    const members = byLabel.get(label);
    if (members) members.push(unit);
    else byLabel.set(label, [unit]);
  }
  const labels = [...byLabel.keys()].sort(compareLabels);
  return labels.map((label) => Int32Array.from(byLabel.get(label) ?? []));
}

/** The same by counting, where the labels are small whole numbers; null where they are not. The blocks share one array. */
function rankedBlocks(labels: readonly ClusterLabel[], kept: Uint8Array | null): Int32Array[] | null {
  const most = 2 * labels.length;
  const starts = new Int32Array(most + 2);
  for (let unit = 0; unit < labels.length; unit++) {
    const label = labels[unit] as number;
    if (typeof label !== "number" || !(label >= 0 && label <= most) || !Number.isInteger(label)) return null;
    if (kept?.[unit] === 0) continue;
    starts[label + 1] = (starts[label + 1] as number) + 1;
  }
  for (let label = 0; label <= most; label++) starts[label + 1] = (starts[label + 1] as number) + (starts[label] as number);
  const order = new Int32Array(starts[most + 1] as number);
  const next = starts.slice();
  for (let unit = 0; unit < labels.length; unit++) {
    if (kept?.[unit] === 0) continue;
    const label = labels[unit] as number;
    order[next[label] as number] = unit;
    next[label] = (next[label] as number) + 1;
  }
  const members: Int32Array[] = [];
  for (let label = 0; label <= most; label++) {
    const from = starts[label] as number;
    const to = starts[label + 1] as number;
    if (to > from) members.push(order.subarray(from, to));
  }
  return members;
}

/** The labels of some rows; those of all as they are, since their blocks are known once they were asked for. */
export function labelsOfRows(labels: readonly ClusterLabel[], rows: Int32Array): readonly ClusterLabel[] {
  if (rows.length === labels.length) return labels;
  const found = new Array<ClusterLabel>(rows.length);
  for (let at = 0; at < found.length; at++) found[at] = labels[rows[at] as number] as ClusterLabel;
  return found;
}

/** Refuses cluster labels that do not name a cluster for each unit. */
export function checkClusters(clusters: readonly unknown[], units: number, argument = "clusters"): void {
  if (!Array.isArray(clusters)) throw new StatsInputError(argument, "must be an array with one label per unit");
  if (clusters.length !== units) throw new StatsInputError(argument, `has ${clusters.length} labels for ${units} units`);
  for (let unit = 0; unit < units; unit++) {
    const label = clusters[unit];
    const valid = typeof label === "string" || Number.isFinite(label);
    if (!valid) throw new StatsInputError(argument, `row ${unit}: a label must be a string or a finite number, got ${describe(label)}`);
  }
}

/** Numbers before strings, each in its own order. */
export function compareLabels(a: ClusterLabel, b: ClusterLabel): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
