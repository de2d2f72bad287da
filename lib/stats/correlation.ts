import { cellBlocks, estimateOnCells, type PairedInput } from "./cell-interval";
import { type GroupedCorrelations, type GroupedInput, groupedCorrelation } from "./grouped-correlation";
import { type JointCells, jointCells, jointCellsWithMembers } from "./joint-cells";
import { kendallCounts, kendallOnCells } from "./kendall";
import type { KendallCounts } from "./kendall-by-sorting";
import { pearsonOnCells } from "./pearson";
import {
  exactKendallP,
  MOST_PAIRS_FOR_KENDALL,
  MOST_PAIRS_FOR_PERMUTATION,
  permutationPOfKendall,
  permutationPOfProducts,
} from "./permutation-p";
import { midRanks } from "./ranks";
import type { IntervalEstimate } from "./result";
import { spearmanOnCells } from "./spearman";
import { normalCdf, tTwoSidedP } from "./special-functions";
import { conditioned, meanOf } from "./sums";

/** One coefficient with its test of independence. */
export interface CorrelationEstimate extends IntervalEstimate {
  /** Two-sided: t(n-2) for Pearson and Spearman, normal with the tie-corrected variance for Kendall. */
  p: number | null;
  /** Exact permutation p, where it was computed: up to 9 pairs, Kendall without ties up to 33. */
  pExact?: number;
  /** With `groups`: how many groups the mean is over, and of how many. */
  definedGroups?: number;
  totalGroups?: number;
}

/** Three coefficients on the same pairs. */
export interface Correlations {
  n: number;
  pearson: CorrelationEstimate;
  spearman: CorrelationEstimate;
  kendallTauB: CorrelationEstimate;
}

/**
 * Pearson, Spearman and Kendall tau-b of two columns, with p-values and intervals; with `groups`, each within its group and averaged.
 *
 * Rows with a missing side are dropped; `n` counts the rest. Each coefficient is undefined for a constant side (`constant-input`) or fewer
 * than two pairs (`too-few`). Default interval: delete-one jackknife on Fisher's z with t(n-1) (t(clusters-1) with `clusters`), none below
 * ten pairs; where a leave-one-out value is +-1, BCa with `resamples` and `seed`. Formulas: `pearson`, `spearman`, `kendall`,
 * `groupedCorrelation`.
 *
 * @example correlate({ x: [1, 2, 3, 4, 5], y: [5, 6, 7, 8, 7] }).kendallTauB.value // 0.7378647873726218
 */
export function correlate(input: GroupedInput): GroupedCorrelations;
export function correlate(input: PairedInput): Correlations;
export function correlate(input: PairedInput & Partial<GroupedInput>): Correlations | GroupedCorrelations {
  const { groups } = input;
  if (groups) return groupedCorrelation({ ...input, groups });
  const cells = input.clusters && input.interval !== "none" ? jointCellsWithMembers(input.x, input.y) : jointCells(input.x, input.y);
  const blocks = cellBlocks(input, cells);
  return {
    n: cells.n,
    pearson: withProductP(estimateOnCells(blocks, pearsonOnCells(cells)), cells, (values) => conditioned(values)),
    spearman: withProductP(estimateOnCells(blocks, spearmanOnCells(cells)), cells, (values) => midRanks(values).ranks),
    kendallTauB: withKendallP(estimateOnCells(blocks, kendallOnCells(cells)), cells),
  };
}

/** Two-sided p of a product-moment correlation of n pairs by t(n-2). Two pairs say nothing: 1. */
function correlationP(r: number, n: number): number {
  if (n <= 2) return 1;
  return tTwoSidedP(r * Math.sqrt((n - 2) / ((1 - r) * (1 + r))), n - 2);
}

function withProductP(estimate: IntervalEstimate, cells: JointCells, scores: (values: Float64Array) => Float64Array): CorrelationEstimate {
  const { value, why, n, interval, intervalWhy } = estimate;
  if (value === null) return { value, why, n, p: null, interval, intervalWhy };
  const p = correlationP(value, n);
  if (n > MOST_PAIRS_FOR_PERMUTATION) return { value, why, n, p, interval, intervalWhy };
  const [x, y] = expand(cells).map((values) => centred(scores(values))) as [Float64Array, Float64Array];
  return { value, why, n, p, pExact: permutationPOfProducts(x, y), interval, intervalWhy };
}

function withKendallP(estimate: IntervalEstimate, cells: JointCells): CorrelationEstimate {
  const { value, why, n, interval, intervalWhy } = estimate;
  if (value === null) return { value, why, n, p: null, interval, intervalWhy };
  const counts = kendallCounts(cells);
  const p = kendallP(counts);
  const pExact = kendallPExact(counts, cells);
  return pExact === null ? { value, why, n, p, interval, intervalWhy } : { value, why, n, p, pExact, interval, intervalWhy };
}

/**
 * Two-sided p of Kendall's score by the normal distribution with the variance under independence given the ties.
 * Source: Kendall 1970, section 4.
 */
function kendallP(counts: KendallCounts): number {
  const { n, concordant, discordant } = counts;
  const m = n * (n - 1);
  const tiedX = counts.tiedXOnly + counts.tiedBoth;
  const tiedY = counts.tiedYOnly + counts.tiedBoth;
  const triples = n > 2 ? (counts.xTriples / (9 * m)) * (counts.yTriples / (n - 2)) : 0;
  const variance = (m * (2 * n + 5) - counts.xVariance - counts.yVariance) / 18 + 2 * tiedX * (tiedY / m) + triples;
  return Math.min(1, 2 * normalCdf(-Math.abs(concordant - discordant) / Math.sqrt(variance)));
}

function kendallPExact(counts: KendallCounts, cells: JointCells): number | null {
  const { n, tiedXOnly, tiedYOnly, tiedBoth } = counts;
  const untied = tiedXOnly + tiedYOnly + tiedBoth === 0;
  if (untied && n <= MOST_PAIRS_FOR_KENDALL) return exactKendallP(n, counts.discordant);
  return n <= MOST_PAIRS_FOR_PERMUTATION ? permutationPOfKendall(...expand(cells)) : null;
}

function expand(cells: JointCells): [Float64Array, Float64Array] {
  const pairs: { x: number; y: number }[] = [];
  cells.counts.forEach((count, cell) => {
    const x = cells.xValues[cells.xCodes[cell] as number] as number;
    const y = cells.yValues[cells.yCodes[cell] as number] as number;
    for (let k = 0; k < count; k++) pairs.push({ x, y });
  });
  return [Float64Array.from(pairs, (pair) => pair.x), Float64Array.from(pairs, (pair) => pair.y)];
}

function centred(values: Float64Array): Float64Array {
  const mean = meanOf(values);
  return values.map((value) => value - mean);
}
