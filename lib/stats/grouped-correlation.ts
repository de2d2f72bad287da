import { checkLabels } from "./arguments";
import { type Blocks, type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import type { PairedInput } from "./cell-interval";
import { cellsOfFew } from "./few-cells";
import type { JointCells } from "./joint-cells";
import { kendallCounts, tauB } from "./kendall";
import { numberColumn, withoutMissing } from "./paired-values";
import { pearsonOfMany } from "./pearson";
import { type Bounds, type IntervalOptions, noInterval, resampledInterval, resolveIntervalOptions } from "./resampling";
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
  const found = coefficientsWithin(input);
  const { pearson, spearman, kendall } = found.coefficients;
  const average = (own: Float64Array): GroupedEstimate => {
    const { standardError: _, blocks: _blocks, ...estimate } = averageOverGroups(input, found, own);
    return { ...estimate, p: null };
  };
  return {
    n: found.sizes.reduce((sum, size) => sum + size, 0),
    pearson: average(pearson),
    spearman: average(spearman),
    kendallTauB: average(kendall),
  };
}

/** Each group's coefficients, in the order of the groups' labels. */
export interface WithinGroups {
  /** NaN where a group defines none. */
  coefficients: Record<"pearson" | "spearman" | "kendall", Float64Array>;
  /** Each group's complete pairs, and its cluster: itself without `clusters`. */
  sizes: Int32Array;
  clusters: ClusterLabel[];
}

/** The coefficients of which `groupedCorrelation` gives the means. */
export function coefficientsWithin(input: GroupedInput): WithinGroups {
  const groups = readGroups(input);
  const sizes = new Int32Array(groups.rows.length);
  const coefficients = { pearson: noValues(sizes.length), spearman: noValues(sizes.length), kendall: noValues(sizes.length) };
  const cellsOf = cellsOfFew();
  const [ranked, pearsonOf] = [rankCoefficients(), pearsonOfMany()];
  for (let group = 0; group < sizes.length; group++) {
    const cells = cellsOf(groups.x, groups.y, groups.rows[group] as Int32Array);
    sizes[group] = cells.n;
    if (cells.n < 2) continue;
    coefficients.pearson[group] = pearsonOf(cells) ?? Number.NaN;
    const { rho, tau } = ranked(cells);
    coefficients.spearman[group] = rho;
    coefficients.kendall[group] = tau;
  }
  return { coefficients, sizes, clusters: groups.clusters };
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
  const [x, y] = [numberColumn("x", input.x), numberColumn("y", input.y)];
  if (y.length !== x.length) throw new StatsInputError("y", `has ${y.length} values where x has ${x.length}`);
  return { x, y, ...rowsOfGroups(x.length, input.groups, input.clusters) };
}

/** Each group's rows and its cluster, in the order of the groups' labels. */
export function rowsOfGroups(
  units: number,
  groups: readonly ClusterLabel[],
  clusters?: readonly ClusterLabel[] | null,
): Pick<Groups, "rows" | "clusters"> {
  checkLabels("groups", groups, units);
  if (clusters) checkClusters(clusters, units);
  const { members: rows } = resolveBlocks(units, groups);
  const labels = clusters ?? groups;
  const found = rows.map((own) => labels[own[0] as number] as ClusterLabel);
  if (clusters && clusters !== groups) refuseSplitGroups(rows, found, groups, clusters);
  return { rows, clusters: found };
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

/** A mean over groups with its interval, and what the interval was made from. */
export interface GroupMean extends Omit<GroupedEstimate, "p"> {
  standardError: number | null;
  /** How many clusters of groups; 0 without an interval. */
  blocks: number;
}

/**
 * The mean of the groups' own values over those that have one.
 *
 * @param values by group; NaN: not defined there
 * @param kind a difference of two coefficients has no Fisher z, and lies in -2..2
 */
export function averageOverGroups(
  options: IntervalOptions,
  { clusters, sizes }: Pick<WithinGroups, "clusters" | "sizes">,
  values: Float64Array,
  kind: "coefficient" | "difference" = "coefficient",
): GroupMean {
  const [most, scale] = kind === "coefficient" ? ([1, "fisher-z"] as const) : ([2, "identity"] as const);
  const bounds = { low: -most, high: most };
  const defined = withoutMissing(values);
  const mean = (units: ArrayLike<number>): number | null => {
    if (units.length === 0) return null;
    return average(
      Float64Array.from(units, (unit) => defined[unit] as number),
      bounds,
    );
  };
  const value = defined.length === 0 ? null : average(defined.slice(), bounds);
  const why: Why | null = value !== null ? null : sizes.some((size) => size >= 2) ? "constant-input" : "too-few";
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const found = { value, why, n, definedGroups: defined.length, totalGroups: sizes.length };
  if (resolveIntervalOptions(options).interval === "none") return { ...found, ...noInterval("not-requested"), blocks: 0 };
  const blocks = resolveBlocks(
    defined.length,
    clusters.filter((_, group) => !Number.isNaN(values[group] as number)),
  );
  const { interval, intervalWhy, standardError } = resampledInterval({
    interval: options.interval,
    confidence: options.confidence,
    resamples: options.resamples,
    seed: options.seed,
    estimate: value,
    blocks,
    statistic: mean,
    leaveOneOut: meansWithoutEach(defined, blocks, bounds),
    scale,
    bounds,
  });
  return { ...found, interval, intervalWhy, standardError, blocks: blocks.members.length };
}

const within = (value: number, { low, high }: Required<Bounds>): number => Math.max(low, Math.min(high, value));

/** The mean of values, which are sorted in place. */
const average = (values: Float64Array, bounds: Required<Bounds>): number => within(compensatedSum(values.sort()) / values.length, bounds);

/** From the sum of all and what its rounding lost: where only coefficients of 1 are left, their mean must be 1, which has no Fisher z. */
function meansWithoutEach(values: Float64Array, blocks: Blocks, bounds: Required<Bounds>): Float64Array {
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
    means[block] = within(left, bounds);
  }
  return means;
}
