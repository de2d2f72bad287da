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
  const isWhole = !keep || everyUnit(units, keep);
  const known = isWhole && clusters.length === units ? wholeBlocks.get(clusters) : undefined;
  if (known) return known;
  checkClusters(clusters, units);
  const blocks = { members: rankedBlocks(clusters, keep) ?? labelledBlocks(clusters, keep), clustered: true };
  if (isWhole) wholeBlocks.set(clusters, blocks);
  return blocks;
}

function everyUnit(units: number, keep: (unit: number) => boolean): boolean {
  for (let unit = 0; unit < units; unit++) if (!keep(unit)) return false;
  return true;
}

function labelledBlocks(clusters: readonly ClusterLabel[], keep?: (unit: number) => boolean): Int32Array[] {
  const byLabel = new Map<ClusterLabel, number[]>();
  for (let unit = 0; unit < clusters.length; unit++) {
    if (keep && !keep(unit)) continue;
    const label = clusters[unit] as ClusterLabel;
    const members = byLabel.get(label);
    if (members) members.push(unit);
    else byLabel.set(label, [unit]);
  }
  const labels = [...byLabel.keys()].sort(compareLabels);
  return labels.map((label) => Int32Array.from(byLabel.get(label) ?? []));
}

/** The same by counting, where the labels are small whole numbers; null where they are not. The blocks share one array. */
function rankedBlocks(labels: readonly ClusterLabel[], keep?: (unit: number) => boolean): Int32Array[] | null {
  const most = 2 * labels.length;
  const starts = new Int32Array(most + 2);
  const kept = new Uint8Array(labels.length);
  for (let unit = 0; unit < labels.length; unit++) {
    const label = labels[unit] as number;
    if (typeof label !== "number" || !(label >= 0 && label <= most) || !Number.isInteger(label)) return null;
    if (keep && !keep(unit)) continue;
    kept[unit] = 1;
    starts[label + 1] = (starts[label + 1] as number) + 1;
  }
  for (let label = 0; label <= most; label++) starts[label + 1] = (starts[label + 1] as number) + (starts[label] as number);
  const order = new Int32Array(starts[most + 1] as number);
  const next = starts.slice();
  for (let unit = 0; unit < labels.length; unit++) {
    if (kept[unit] === 0) continue;
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
