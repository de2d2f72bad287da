import { checkLabels } from "./arguments";
import { type Blocks, type ClusterLabel, checkClusters, compareLabels } from "./blocks";
import type { PairedInput } from "./cell-interval";
import { type JointCells, jointCells } from "./joint-cells";
import { kendallOnCells } from "./kendall";
import { numberColumn } from "./paired-values";
import { pearsonOnCells } from "./pearson";
import { resampledInterval } from "./resampling";
import { type IntervalEstimate, StatsInputError, type Why } from "./result";
import { spearmanOnCells } from "./spearman";
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
  const cells = groups.map((group) => jointCells(group.x, group.y));
  const average = (coefficientOf: (cells: JointCells) => { value(weights: Float64Array): number | null }): GroupedEstimate => {
    const values = cells.map((each) => (each.n < 2 ? null : coefficientOf(each).value(each.counts)));
    return averageOverGroups(input, groups, values, cells);
  };
  return {
    n: cells.reduce((sum, each) => sum + each.n, 0),
    pearson: average(pearsonOnCells),
    spearman: average(spearmanOnCells),
    kendallTauB: average(kendallOnCells),
  };
}

interface Group {
  x: number[];
  y: number[];
  cluster: ClusterLabel;
}

/** Groups in the order of their labels, so that the order of the rows changes nothing. */
function readGroups(input: GroupedInput): Group[] {
  const { groups, clusters } = input;
  const [x, y] = [numberColumn("x", input.x), numberColumn("y", input.y)];
  if (y.length !== x.length) throw new StatsInputError("y", `has ${y.length} values where x has ${x.length}`);
  checkLabels("groups", groups, x.length);
  if (clusters) checkClusters(clusters, x.length);
  const byLabel = new Map<ClusterLabel, Group>();
  groups.forEach((label, row) => {
    const cluster = clusters ? (clusters[row] as ClusterLabel) : label;
    const group = byLabel.get(label) ?? { x: [], y: [], cluster };
    if (group.cluster !== cluster) {
      throw new StatsInputError("clusters", `row ${row}: group ${label} lies in cluster ${group.cluster} and in cluster ${cluster}`);
    }
    group.x.push(x[row] as number);
    group.y.push(y[row] as number);
    byLabel.set(label, group);
  });
  return [...byLabel].sort(([a], [b]) => compareLabels(a, b)).map(([, group]) => group);
}

function averageOverGroups(input: GroupedInput, groups: Group[], values: (number | null)[], cells: JointCells[]): GroupedEstimate {
  const defined = groups.flatMap((group, i) => {
    const value = values[i];
    return typeof value === "number" ? [{ value, cluster: group.cluster }] : [];
  });
  const mean = (units: ArrayLike<number>): number | null => {
    if (units.length === 0) return null;
    const picked = Float64Array.from(units, (unit) => (defined[unit] as { value: number }).value);
    return Math.max(-1, Math.min(1, compensatedSum(picked.sort()) / picked.length));
  };
  const value = mean(defined.map((_, i) => i));
  const why: Why | null = value !== null ? null : cells.some((each) => each.n >= 2) ? "constant-input" : "too-few";
  const blocks = blocksOf(defined.map((group) => group.cluster));
  const { interval, intervalWhy } = resampledInterval({
    interval: input.interval,
    confidence: input.confidence,
    resamples: input.resamples,
    seed: input.seed,
    estimate: value,
    blocks,
    statistic: mean,
    leaveOneOut: meansWithoutEach(
      defined.map((group) => group.value),
      blocks,
    ),
    scale: "fisher-z",
    bounds: { low: -1, high: 1 },
  });
  const n = cells.reduce((sum, each) => sum + each.n, 0);
  return { value, why, n, p: null, definedGroups: defined.length, totalGroups: groups.length, interval, intervalWhy };
}

function meansWithoutEach(values: number[], blocks: Blocks): Float64Array {
  const sum = compensatedSum(Float64Array.from(values).sort());
  return Float64Array.from(blocks.members, (members) => {
    const left = values.length - members.length;
    if (left === 0) return Number.NaN;
    const gone = compensatedSum(Float64Array.from(members, (i) => values[i] as number));
    return Math.max(-1, Math.min(1, (sum - gone) / left));
  });
}

function blocksOf(clusters: ClusterLabel[]): Blocks {
  const members = new Map<ClusterLabel, number[]>();
  clusters.forEach((label, i) => {
    const block = members.get(label);
    if (block) block.push(i);
    else members.set(label, [i]);
  });
  const labels = [...members.keys()].sort(compareLabels);
  return { members: labels.map((label) => Int32Array.from(members.get(label) ?? [])), clustered: true };
}
