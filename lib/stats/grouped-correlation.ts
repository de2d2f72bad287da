import { checkLabels } from "./arguments";
import { type Blocks, type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import type { PairedInput } from "./cell-interval";
import { cellsOfFew } from "./few-cells";
import type { JointCells } from "./joint-cells";
import { kendallCounts, tauB } from "./kendall";
import { numberColumn } from "./paired-values";
import { pearsonOfCells } from "./pearson";
import { noInterval, resampledInterval, resolveIntervalOptions } from "./resampling";
import { type IntervalEstimate, StatsInputError, type Why } from "./result";
import { spearmanOfCells } from "./spearman";
import { compensatedSum } from "./sums";

/** Two columns with the group of each row. */
export interface GroupedInput extends PairedInput {
  groups: readonly ClusterLabel[];
}

/** A coefficient computed within each group and averaged over the groups in which it is defined. */
export interface GroupedEstimate extends IntervalEstimate {
  /** A mean of coefficients has no test of independence. */
  p: null;
  definedGroups: number;
  totalGroups: number;
}

/** Three coefficients, each averaged over groups. */
export interface GroupedCorrelations {
  n: number;
  pearson: GroupedEstimate;
  spearman: GroupedEstimate;
  kendallTauB: GroupedEstimate;
}

/**
 * Pearson, Spearman and Kendall tau-b within each group (say, over the systems' outputs for one input), averaged over groups.
 *
 * value = mean of the groups' coefficients where defined; a group with a constant side or fewer than two complete pairs is left out and
 * shows in definedGroups < totalGroups. Undefined when no group is defined. The interval deletes or draws groups: jackknife on Fisher's z
 * of the mean with t(defined groups - 1) by default; with `clusters`, whole clusters of groups, each group lying within one cluster.
 *
 * @throws StatsInputError also for a group that lies in two clusters
 * @example
 * groupedCorrelation({ x: [1, 2, 3, 4], y: [1, 3, 9, 7], groups: ["a", "a", "b", "b"] }).pearson.value // (1 + -1) / 2
 * Source: Deutsch, Foster & Freitag 2023 (item grouping); Perrella et al. 2024.
 */
export function groupedCorrelation(input: GroupedInput): GroupedCorrelations {
  const groups = readGroups(input);
  const sizes = new Int32Array(groups.rows.length);
  const values = { pearson: noValues(sizes.length), spearman: noValues(sizes.length), kendallTauB: noValues(sizes.length) };
  const cellsOf = cellsOfFew();
  const ranked = rankCoefficients();
  for (let group = 0; group < sizes.length; group++) {
    const cells = cellsOf(groups.x, groups.y, groups.rows[group] as Int32Array);
    sizes[group] = cells.n;
    if (cells.n < 2) continue;
    values.pearson[group] = pearsonOfCells(cells) ?? Number.NaN;
    const { rho, tau } = ranked(cells);
    values.spearman[group] = rho;
    values.kendallTauB[group] = tau;
  }
  const average = (own: Float64Array): GroupedEstimate => averageOverGroups(input, groups.clusters, own, sizes);
  return {
    n: sizes.reduce((sum, size) => sum + size, 0),
    pearson: average(values.pearson),
    spearman: average(values.spearman),
    kendallTauB: average(values.kendallTauB),
  };
}

/** Cells whose order fits a key of 53 bits: ten for each, of which three for either code. */
const MOST_CELLS_IN_KEY = 5;

/** Spearman's rho and Kendall's tau-b (NaN where undefined). They depend on the order alone, and small groups have few orders: each is computed once. */
function rankCoefficients(): (cells: JointCells) => { rho: number; tau: number } {
  const known = new Map<number, { rho: number; tau: number }>();
  const computed = (cells: JointCells) => ({ rho: spearmanOfCells(cells) ?? Number.NaN, tau: tauB(kendallCounts(cells)) ?? Number.NaN });
  return (cells) => {
    const { xCodes, yCodes, counts, n } = cells;
    if (counts.length > MOST_CELLS_IN_KEY || n > 16) return computed(cells);
    let key = counts.length;
    for (let cell = 0; cell < counts.length; cell++)
      key = ((key * 8 + (xCodes[cell] as number)) * 8 + (yCodes[cell] as number)) * 16 + (counts[cell] as number) - 1;
    const found = known.get(key) ?? computed(cells);
    known.set(key, found);
    return found;
  };
}

const noValues = (groups: number): Float64Array => new Float64Array(groups).fill(Number.NaN);

/** Groups in the order of their labels, so that the order of the rows changes nothing. */
interface Groups {
  x: Float64Array;
  y: Float64Array;
  /** Each group's rows, and its cluster. */
  rows: Int32Array[];
  clusters: ClusterLabel[];
}

function readGroups(input: GroupedInput): Groups {
  const { groups, clusters } = input;
  const [x, y] = [numberColumn("x", input.x), numberColumn("y", input.y)];
  if (y.length !== x.length) throw new StatsInputError("y", `has ${y.length} values where x has ${x.length}`);
  checkLabels("groups", groups, x.length);
  if (clusters) checkClusters(clusters, x.length);
  const { members: rows } = resolveBlocks(x.length, groups);
  const labels = clusters ?? groups;
  const found = rows.map((own) => labels[own[0] as number] as ClusterLabel);
  if (clusters) refuseSplitGroups(rows, found, groups, clusters);
  return { x, y, rows, clusters: found };
}

function refuseSplitGroups(
  rows: Int32Array[],
  found: ClusterLabel[],
  groups: readonly ClusterLabel[],
  clusters: readonly ClusterLabel[],
): void {
  const odd = rows.flatMap((own, group) => own.find((row) => clusters[row] !== found[group]) ?? []);
  if (odd.length === 0) return;
  const row = odd.reduce((first, other) => Math.min(first, other));
  const group = rows.findIndex((own) => own.includes(row));
  throw new StatsInputError("clusters", `row ${row}: group ${groups[row]} lies in cluster ${found[group]} and in cluster ${clusters[row]}`);
}

/** @param values by group; NaN: not defined there */
function averageOverGroups(input: GroupedInput, clusters: ClusterLabel[], values: Float64Array, sizes: Int32Array): GroupedEstimate {
  const defined = values.filter((value) => !Number.isNaN(value));
  const mean = (units: ArrayLike<number>): number | null => {
    if (units.length === 0) return null;
    return average(Float64Array.from(units, (unit) => defined[unit] as number));
  };
  const value = defined.length === 0 ? null : average(defined.slice());
  const why: Why | null = value !== null ? null : sizes.some((size) => size >= 2) ? "constant-input" : "too-few";
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const found = { value, why, n, p: null, definedGroups: defined.length, totalGroups: sizes.length };
  if (resolveIntervalOptions(input).interval === "none") return { ...found, ...noInterval("not-requested") };
  const blocks = resolveBlocks(
    defined.length,
    clusters.filter((_, group) => !Number.isNaN(values[group] as number)),
  );
  const { interval, intervalWhy } = resampledInterval({
    interval: input.interval,
    confidence: input.confidence,
    resamples: input.resamples,
    seed: input.seed,
    estimate: value,
    blocks,
    statistic: mean,
    leaveOneOut: meansWithoutEach(defined, blocks),
    scale: "fisher-z",
    bounds: { low: -1, high: 1 },
  });
  return { ...found, interval, intervalWhy };
}

/** The mean of coefficients, which are sorted in place. */
const average = (values: Float64Array): number => Math.max(-1, Math.min(1, compensatedSum(values.sort()) / values.length));

/** From the sum of all and what its rounding lost: where only coefficients of 1 are left, their mean must be 1, which has no Fisher z. */
function meansWithoutEach(values: Float64Array, blocks: Blocks): Float64Array {
  const sorted = values.toSorted();
  const sum = compensatedSum(sorted);
  const lost = compensatedSum([-sum, ...sorted]);
  const terms = new Float64Array(2 + blocks.members.reduce((most, { length }) => Math.max(most, length), 0)).fill(0);
  terms[0] = sum;
  terms[1] = lost;
  const means = new Float64Array(blocks.members.length);
  for (let block = 0; block < means.length; block++) {
    const members = blocks.members[block] as Int32Array;
    for (let place = 0; place < members.length; place++) terms[2 + place] = -(values[members[place] as number] as number);
    const left = compensatedSum(terms.subarray(0, 2 + members.length)) / (values.length - members.length);
    means[block] = Math.max(-1, Math.min(1, left));
  }
  return means;
}
