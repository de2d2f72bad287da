import { type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import { type JointCells, type JointCellsWithMembers, jointCellsWithMembers } from "./joint-cells";
import { multinomialDraws } from "./multinomial";
import { type SeededRandom, seededRandom } from "./random";
import {
  acceleration,
  bootstrapInterval,
  type IntervalOptions,
  type IntervalOutcome,
  jackknifeInterval,
  MAX_DEGENERATE_SHARE,
  noInterval,
  type ResolvedIntervalOptions,
  resolveIntervalOptions,
} from "./resampling";
import type { IntervalEstimate, Rating } from "./result";

/** A coefficient on cells with any weights, and its leave-one-out values by the fast way. */
export interface CellCoefficient {
  /** The coefficient when the cells hold `weights` pairs; null when a side is constant. */
  value(weights: ArrayLike<number>): number | null;
  /** The coefficient without one pair of each cell in turn; NaN where undefined. */
  leaveOneOut(): Float64Array;
  /** The coefficient without the pairs of these cells, where that is exact and faster than `value`; NaN where undefined. */
  withoutCluster?(): (members: Int32Array) => number;
}

/** Two columns, one row per unit, with an optional cluster per row, and how the interval is wanted. */
export interface PairedInput extends IntervalOptions {
  x: ArrayLike<Rating>;
  y: ArrayLike<Rating>;
  /** One label per row; the interval then deletes or draws whole clusters. */
  clusters?: readonly ClusterLabel[] | null;
}

/** What is deleted or drawn: single pairs of cells, or clusters given as lists of cells. */
export interface CellBlocks {
  cells: JointCells;
  clusters: Int32Array[] | null;
  options: ResolvedIntervalOptions;
}

/** No interval for a correlation below this many pairs. */
const FEWEST_PAIRS = 10;
const CORRELATION_BOUNDS = { low: -1, high: 1 };

const hasMembers = (cells: JointCells): cells is JointCellsWithMembers => "cellOf" in cells;

/** Reads the interval request and the clusters once, for one or several coefficients. */
export function cellBlocks(input: PairedInput, cells: JointCells): CellBlocks {
  const options = resolveIntervalOptions(input);
  if (!input.clusters) return { cells, clusters: null, options };
  if (options.interval === "none") {
    checkClusters(input.clusters, input.x.length);
    return { cells, clusters: null, options };
  }
  const { rows, cellOf } = hasMembers(cells) ? cells : jointCellsWithMembers(input.x, input.y);
  const pairOfRow = new Int32Array(input.x.length).fill(-1);
  rows.forEach((row, pair) => {
    pairOfRow[row] = pair;
  });
  const blocks = resolveBlocks(input.x.length, input.clusters, (row) => (pairOfRow[row] as number) >= 0);
  return { cells, clusters: blocks.members.map((members) => members.map((row) => cellOf[pairOfRow[row] as number] as number)), options };
}

/** The coefficient on all pairs with its interval. */
export function cellIntervalEstimate(input: PairedInput, cells: JointCells, coefficient: CellCoefficient): IntervalEstimate {
  return estimateOnCells(cellBlocks(input, cells), coefficient);
}

/** As `cellIntervalEstimate`, with the blocks already prepared. */
export function estimateOnCells(blocks: CellBlocks, coefficient: CellCoefficient): IntervalEstimate {
  const { cells } = blocks;
  const value = cells.n < 2 ? null : coefficient.value(cells.counts);
  const why = value !== null ? null : cells.n < 2 ? "too-few" : "constant-input";
  const { interval, intervalWhy } = intervalOnCells(blocks, coefficient, value);
  return { value, why, n: cells.n, interval, intervalWhy };
}

/** The interval of a coefficient whose value on all pairs is `estimate`; `known`: its values without each block, where they are known already. */
export function intervalOnCells(
  blocks: CellBlocks,
  coefficient: CellCoefficient,
  estimate: number | null,
  known?: Float64Array,
): IntervalOutcome {
  const { cells, clusters, options } = blocks;
  const { interval, confidence, seed } = options;
  if (interval === "none") return noInterval("not-requested");
  if (estimate === null) return noInterval("undefined-estimate");
  if (cells.n < FEWEST_PAIRS || (clusters && clusters.length < 2)) return noInterval("too-few");
  const leaveOneOut = interval === "percentile" ? null : (known ?? withoutEachBlock(blocks, coefficient));
  const weights = clusters ? undefined : cells.counts;
  if (interval === "jackknife" && leaveOneOut) {
    const outcome = jackknifeInterval({ estimate, leaveOneOut, weights, confidence, scale: "fisher-z", bounds: CORRELATION_BOUNDS });
    // A leave-one-out value of exactly +-1 has no Fisher z; the bootstrap does not mind it.
    if (outcome.intervalWhy !== "degenerate-replicates") return outcome;
  }
  const all = replicatesOnCells(blocks, coefficient);
  const replicates = all.filter((value) => !Number.isNaN(value));
  if (all.length - replicates.length > MAX_DEGENERATE_SHARE * all.length) return noInterval("undefined-replicates");
  const outcome = bootstrapInterval({
    estimate,
    replicates,
    acceleration: leaveOneOut && acceleration(leaveOneOut, weights),
    method: leaveOneOut ? "bca" : "percentile",
    confidence,
    seed,
    bounds: CORRELATION_BOUNDS,
  });
  return outcome.interval ? { ...outcome, interval: { ...outcome.interval, resamples: options.resamples } } : outcome;
}

function withoutEachBlock(blocks: CellBlocks, coefficient: CellCoefficient): Float64Array {
  const { cells, clusters } = blocks;
  return clusters ? withoutEachCluster(cells, coefficient, clusters) : coefficient.leaveOneOut();
}

/** The coefficient without each cluster, given as the cells of its pairs; NaN where undefined. */
export function withoutEachCluster(cells: JointCells, coefficient: CellCoefficient, clusters: readonly Int32Array[]): Float64Array {
  const without = coefficient.withoutCluster?.() ?? byShiftedWeights(cells, coefficient.value);
  const { kinds, kindOf } = clusterKinds(cells, clusters);
  const values = kinds.map(without);
  return Float64Array.from(kindOf, (kind) => values[kind] as number);
}

/** One cluster of each kind, and every cluster's kind: those of the same cells leave the same pairs. */
interface ClusterKinds {
  kinds: Int32Array[];
  kindOf: Int32Array;
}

const knownKinds = new WeakMap<readonly Int32Array[], ClusterKinds>();

/** Remembered, since several coefficients ask for the same clusters. */
function clusterKinds(cells: JointCells, clusters: readonly Int32Array[]): ClusterKinds {
  const found = knownKinds.get(clusters);
  if (found) return found;
  const kindOfKey = new Map<number | string, number>();
  const kinds: Int32Array[] = [];
  const keyOf = clusterKey(cells.counts.length);
  const kindOf = new Int32Array(clusters.length);
  for (let place = 0; place < clusters.length; place++) {
    const members = clusters[place] as Int32Array;
    const key = keyOf(members);
    const kind = kindOfKey.get(key) ?? kinds.length;
    if (kind === kinds.length) {
      kindOfKey.set(key, kind);
      kinds.push(members);
    }
    kindOf[place] = kind;
  }
  const made = { kinds, kindOf };
  knownKinds.set(clusters, made);
  return made;
}

/** A cluster's cells whatever their order: as digits of one number where it holds them, else as text. */
function clusterKey(cells: number): (members: Int32Array) => number | string {
  const base = cells + 1;
  return (members) => {
    const sorted = members.slice().sort();
    let key = 0;
    for (let place = 0; place < sorted.length; place++) {
      key = key * base + (sorted[place] as number) + 1;
      if (key > Number.MAX_SAFE_INTEGER) return sorted.join();
    }
    return key;
  };
}

/** The coefficient without a cluster by computing it anew; NaN where undefined. */
export function byShiftedWeights(cells: JointCells, coefficient: CellCoefficient["value"]): (members: Int32Array) => number {
  const weights = cells.counts.slice();
  const shift = (members: Int32Array, by: number): void => {
    for (const cell of members) weights[cell] = (weights[cell] as number) + by;
  };
  return (members) => {
    shift(members, -1);
    const value = coefficient(weights);
    shift(members, 1);
    return value ?? Number.NaN;
  };
}

function replicatesOnCells(blocks: CellBlocks, coefficient: CellCoefficient): Float64Array {
  const { resamples, seed } = blocks.options;
  const random = seededRandom(seed);
  const draw = blocks.clusters ? clusterDraw(blocks.clusters) : multinomialDraws(blocks.cells.n, blocks.cells.counts).draw;
  const weights = new Float64Array(blocks.cells.counts.length);
  const values = new Float64Array(resamples);
  for (let b = 0; b < resamples; b++) {
    draw(weights, random);
    values[b] = coefficient.value(weights) ?? Number.NaN;
  }
  return values;
}

function clusterDraw(clusters: Int32Array[]): (weights: Float64Array, random: SeededRandom) => void {
  return (weights, random) => {
    weights.fill(0);
    for (let i = 0; i < clusters.length; i++) {
      for (const cell of clusters[random.int(clusters.length)] as Int32Array) weights[cell] = (weights[cell] as number) + 1;
    }
  };
}
