import { confidenceOf, oneOf } from "./arguments";
import { type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import { withoutEachCluster } from "./cell-interval";
import { jointCellsWithMembers } from "./joint-cells";
import { kendallOnCells } from "./kendall";
import { pearsonOnCells } from "./pearson";
import { CORRELATION_STATISTICS, type CorrelationStatistic } from "./perm-both";
import { type IntervalOutcome, jackknifeInterval, noInterval } from "./resampling";
import { type IntervalEstimate, type Rating, StatsInputError } from "./result";
import { spearmanOnCells } from "./spearman";
import { compensatedSum } from "./sums";

/** Two columns, one row per unit, and the cluster of each row: labels mean the same cluster in every pair. */
export interface ClusteredPair {
  x: ArrayLike<Rating>;
  y: ArrayLike<Rating>;
  clusters: readonly ClusterLabel[];
}

export interface MeanCorrelationInput {
  /** Read once and one at a time, so that very many need not be held at once. */
  pairs: Iterable<ClusteredPair>;
  /** As many pairs; the mean of their correlations is subtracted, over the places where both correlations are defined. */
  minus?: Iterable<ClusteredPair> | null;
  /** Kendall's is tau-b. */
  statistic?: CorrelationStatistic;
  confidence?: number;
  interval?: "jackknife" | "none";
}

/** The mean of several correlations; `n` counts those that it is over. */
export interface MeanCorrelationResult extends IntervalEstimate {
  totalPairs: number;
  /** Clusters with a complete row in a defined correlation. */
  clusters: number;
}

/** As for a single correlation: no interval below so many rows, unless so many clusters are left out in turn. */
const FEWEST = 10;
const ON_CELLS = { pearson: pearsonOnCells, spearman: spearmanOnCells, kendall: kendallOnCells };

/**
 * The mean of correlations that share their units (of every two people; of every two criteria), or the mean difference between two such lists, with
 * an interval that knows of the sharing.
 *
 * value = mean of the correlations that are defined. Interval: delete-one jackknife with t(G-1), on Fisher's z of the mean, of a difference as it
 * is; each cluster is left out of all correlations at once, and those that are then undefined (a side became constant) are left out of that
 * replicate's mean. Undefined where no correlation is (`constant-input`; `too-few` if none has two complete rows). No interval where no correlation
 * has ten complete rows and there are fewer than ten clusters, or where there is one cluster (`too-few`).
 *
 * @example
 * meanCorrelation({ pairs: [{ x: [1, 2, 3], y: [1, 3, 2], clusters: [1, 2, 3] }, { x: [1, 2], y: [1, 2], clusters: [1, 2] }] }).value // 0.75
 * Source: Efron & Tibshirani 1993, chapter 11; STATISTICS section 6.1 for the scale.
 */
export function meanCorrelation(input: MeanCorrelationInput): MeanCorrelationResult {
  const statistic = oneOf("statistic", input.statistic ?? "pearson", CORRELATION_STATISTICS);
  const { values: _, ...mean } = meanCorrelations(input, [statistic])[statistic];
  return mean;
}

/** The same by several statistics, of which a pair is read once; with the correlations, or differences, that are defined. */
export function meanCorrelations<S extends CorrelationStatistic>(
  input: Omit<MeanCorrelationInput, "statistic">,
  statistics: readonly S[],
): Record<S, MeanCorrelationResult & { values: number[] }> {
  const confidence = confidenceOf(input.confidence);
  const method = oneOf("interval", input.interval ?? "jackknife", ["jackknife", "none"] as const);
  const all = sumsOf(input, statistics, method === "jackknife");
  const isDifference = Boolean(input.minus);
  return Object.fromEntries(
    statistics.map((statistic, place) => [statistic, meanOfSums(all[place] as Sums, { isDifference, confidence, method })]),
  ) as ReturnType<typeof meanCorrelations<S>>;
}

function meanOfSums(
  { values, totalPairs, mostRows, isSomePair, withoutCluster }: Sums,
  { isDifference, confidence, method }: { isDifference: boolean; confidence: number; method: "jackknife" | "none" },
): MeanCorrelationResult & { values: number[] } {
  const n = values.length;
  const shared = { n, totalPairs, clusters: withoutCluster.size, values };
  if (n === 0) {
    const why = isSomePair ? "constant-input" : "too-few";
    return { value: null, why, ...shared, interval: null, intervalWhy: "undefined-estimate" };
  }
  const total = compensatedSum(values);
  const jackknife = (): IntervalOutcome => {
    if (mostRows < FEWEST && withoutCluster.size < FEWEST) return noInterval("too-few");
    return jackknifeInterval({
      estimate: total / n,
      leaveOneOut: Float64Array.from(withoutCluster.values(), ({ change, gone }) => (total + change) / (n - gone)),
      confidence,
      ...(isDifference ? { bounds: { low: -2, high: 2 } } : { scale: "fisher-z" as const }),
    });
  };
  const { interval, intervalWhy } = method === "none" ? noInterval("not-requested") : jackknife();
  return { value: total / n, why: null, ...shared, interval, intervalWhy };
}

/** Of one statistic. */
interface Sums {
  /** The correlations, or differences, that are defined. */
  values: number[];
  totalPairs: number;
  /** The most complete rows of one of them, and whether any pair has two, of a difference on both sides. */
  mostRows: number;
  isSomePair: boolean;
  /** What leaving a cluster out adds to the sum of `values`, and how many it leaves undefined. */
  withoutCluster: Map<ClusterLabel, { change: number; gone: number }>;
}

function sumsOf(input: MeanCorrelationInput, statistics: readonly CorrelationStatistic[], isJackknife: boolean): Sums[] {
  const all = statistics.map((): Sums => ({ values: [], totalPairs: 0, mostRows: 0, isSomePair: false, withoutCluster: new Map() }));
  const others = input.minus ? iterated("minus", input.minus) : null;
  let place = 0;
  for (const pair of { [Symbol.iterator]: () => iterated("pairs", input.pairs) }) {
    const parts = [correlationsOf(pair, statistics, `pairs[${place}]`)];
    const other = others?.next();
    if (other?.done) throw new StatsInputError("minus", "has fewer pairs than pairs");
    if (other) parts.push(correlationsOf(other.value, statistics, `minus[${place}]`));
    all.forEach((sums, by) => {
      addPair(
        sums,
        parts.map((part) => part[by] as Correlation),
        isJackknife,
      );
    });
    place += 1;
  }
  if (others && !others.next().done) throw new StatsInputError("minus", "has more pairs than pairs");
  return all;
}

function addPair(sums: Sums, parts: Correlation[], isJackknife: boolean): void {
  sums.totalPairs += 1;
  sums.isSomePair ||= parts.every(({ rows }) => rows >= 2);
  const [first, second] = parts.map(({ value }) => value);
  if (first == null || second === null) return;
  sums.values.push(first - (second ?? 0));
  sums.mostRows = Math.max(sums.mostRows, ...parts.map(({ rows }) => rows));
  addWithout(sums, parts, first - (second ?? 0), isJackknife);
}

function iterated(name: string, list: Iterable<ClusteredPair>): Iterator<ClusteredPair> {
  if (typeof list !== "object" || list === null || !(Symbol.iterator in list)) throw new StatsInputError(name, "must be an array");
  return list[Symbol.iterator]();
}

/** A correlation that the cluster has no part in stays as it is. */
function addWithout({ withoutCluster }: Sums, [first, second]: Correlation[], value: number, isJackknife: boolean): void {
  const add = (label: ClusterLabel, change: number): void => {
    const isGone = Number.isNaN(change);
    const own = withoutCluster.get(label);
    if (own) {
      own.change += isGone ? -value : change;
      own.gone += isGone ? 1 : 0;
    } else withoutCluster.set(label, { change: isGone ? -value : change, gone: isGone ? 1 : 0 });
  };
  const changesOf = (part: Correlation | undefined): Float64Array | undefined =>
    isJackknife ? part?.leaveOneOut().map((without) => without - (part.value as number)) : undefined;
  const [own, other] = [changesOf(first), changesOf(second)];
  const ofOther = new Map(second?.labels.map((label, at) => [label, other?.[at] as number]));
  first?.labels.forEach((label, at) => {
    add(label, (own?.[at] as number) - (ofOther.get(label) ?? 0));
    ofOther.delete(label);
  });
  for (const [label, change] of ofOther) add(label, -change);
}

interface Correlation {
  value: number | null;
  /** Complete rows, and the labels of their clusters. */
  rows: number;
  labels: ClusterLabel[];
  /** Without each of these clusters; NaN where undefined. */
  leaveOneOut(): Float64Array;
}

/** By each statistic, from the same cells. */
function correlationsOf(pair: ClusteredPair, statistics: readonly CorrelationStatistic[], name: string): Correlation[] {
  if (typeof pair !== "object" || pair === null) throw new StatsInputError(name, "must be an object of x, y and clusters");
  const { x, y, clusters } = pair;
  const cells = jointCellsWithMembers(x, y, `${name}.x`, `${name}.y`);
  checkClusters(clusters, x.length, `${name}.clusters`);
  const isWhole = cells.n === x.length;
  const pairOfRow = isWhole ? null : new Int32Array(x.length).fill(-1);
  if (pairOfRow)
    cells.rows.forEach((row, at) => {
      pairOfRow[row] = at;
    });
  const { members } = resolveBlocks(x.length, clusters, pairOfRow ? (row) => (pairOfRow[row] as number) >= 0 : undefined);
  const labels = members.map((rows) => clusters[rows[0] as number] as ClusterLabel);
  const cellOfRow = (row: number) => cells.cellOf[pairOfRow ? (pairOfRow[row] as number) : row] as number;
  let own: Int32Array[] | undefined;
  return statistics.map((statistic) => {
    const coefficient = ON_CELLS[statistic](cells);
    return {
      value: coefficient.value(cells.counts),
      rows: cells.n,
      labels,
      leaveOneOut: () => {
        own ??= members.map((rows) => rows.map(cellOfRow));
        return withoutEachCluster(cells, coefficient, own);
      },
    };
  });
}
