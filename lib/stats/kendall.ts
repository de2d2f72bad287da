import { checkClusters } from "./blocks";
import { cellDominance } from "./cell-dominance";
import type { CellCoefficient } from "./cell-interval";
import { cellIntervalEstimate, type PairedInput } from "./cell-interval";
import { type JointCells, jointCells, tableCells } from "./joint-cells";
import { type KendallCounts, kendallCountsBySorting } from "./kendall-by-sorting";
import { pairedValues } from "./paired-values";
import { resolveIntervalOptions } from "./resampling";
import type { Estimate, IntervalEstimate } from "./result";

/** All of Kendall's coefficients from one count. */
export interface KendallResult {
  n: number;
  counts: KendallCounts;
  tauA: Estimate;
  tauB: IntervalEstimate;
  tauC: Estimate;
  gamma: Estimate;
  /** The share of pairs tied on neither side: gamma looks at no others. */
  untiedShare: number | null;
}

/**
 * Kendall's tau-a, tau-b and tau-c and Goodman-Kruskal's gamma.
 *
 * With C concordant and D discordant of N = n(n-1)/2 pairs, X and Y pairs tied in x and in y (both included), m the smaller number of
 * distinct values: tau-a = (C-D)/N, tau-b = (C-D)/sqrt((N-X)(N-Y)), tau-c = 2m(C-D)/(n^2(m-1)), gamma = (C-D)/(C+D). Rows with a missing
 * side are dropped. Undefined: fewer than two pairs (`too-few`); a constant side for tau-b and tau-c (`constant-input`); no untied pair
 * for gamma (`constant-input`). The interval belongs to tau-b: jackknife on Fisher's z, by cluster where given, none below ten units.
 *
 * Cost: one pass over scores on a grid of whole numbers, O(n log n) otherwise.
 *
 * @example kendall({ x: [1, 2, 2, 3, 4], y: [2, 1, 1.5, 5, 3] }).tauB.value // 0.31622776601683794
 * Source: Kendall 1970; Stuart 1953 (tau-c); Goodman & Kruskal 1954.
 */
export function kendall(input: PairedInput): KendallResult {
  const { cells, counts } = countPairs(input);
  const { n, pairs, concordant, discordant } = counts;
  const score = concordant - discordant;
  const m = Math.min(counts.xDistinct, counts.yDistinct);
  const why = n < 2 ? "too-few" : "constant-input";
  const estimate = (value: number | null): Estimate => ({ value, why: value === null ? why : null, n });
  return {
    n,
    counts,
    tauA: estimate(n < 2 ? null : score / pairs),
    tauB: cells
      ? cellIntervalEstimate(input, cells, kendallOnCells(cells))
      : { ...estimate(tauB(counts)), interval: null, intervalWhy: "not-requested" },
    tauC: estimate(m < 2 ? null : (score / (n * n)) * ((2 * m) / (m - 1))),
    gamma: estimate(concordant + discordant === 0 ? null : score / (concordant + discordant)),
    untiedShare: pairs === 0 ? null : (concordant + discordant) / pairs,
  };
}

/** From here on, columns that fit no table are counted by sorting, where no interval asks for their cells. */
const SORT_FROM = 4096;

function countPairs(input: PairedInput): { cells: JointCells | null; counts: KendallCounts } {
  const { x, y, interval } = input;
  const table = tableCells(x, y);
  if (!table && interval === "none" && x.length >= SORT_FROM) {
    resolveIntervalOptions(input);
    if (input.clusters) checkClusters(input.clusters, x.length);
    const pairs = pairedValues(x, y);
    return { cells: null, counts: kendallCountsBySorting(pairs.x, pairs.y) };
  }
  const cells = table ?? jointCells(x, y);
  return { cells, counts: kendallCounts(cells) };
}

/** tau-b as a function of the cells' weights. */
export function kendallOnCells(cells: JointCells): CellCoefficient {
  return {
    value: (weights) => tauB(kendallCounts(cells, weights)),
    leaveOneOut: () => tauBWithoutEach(cells),
    withoutCluster: () => tauBWithoutCluster(cells),
  };
}

/** tau-b from counts; null when a side is constant. */
export function tauB(counts: KendallCounts): number | null {
  const xPairs = counts.concordant + counts.discordant + counts.tiedYOnly;
  const yPairs = counts.concordant + counts.discordant + counts.tiedXOnly;
  if (xPairs === 0 || yPairs === 0) return null;
  return ratioOfScore(counts.concordant - counts.discordant, xPairs, yPairs);
}

/** score / sqrt(x y): exactly +-1 for perfect agreement, since the root of a rounded square is exact; NaN where a side is constant. */
function ratioOfScore(score: number, xPairs: number, yPairs: number): number {
  return Math.max(-1, Math.min(1, score / Math.sqrt(xPairs * yPairs)));
}

/** Counts pairs of units in weighted cells. */
export function kendallCounts(cells: JointCells, weights: ArrayLike<number> = cells.counts): KendallCounts {
  const x = marginal(cells.xCodes, weights, cells.xValues.length);
  const y = marginal(cells.yCodes, weights, cells.yValues.length);
  let [n, tiedBoth] = [0, 0];
  for (let cell = 0; cell < weights.length; cell++) {
    const w = weights[cell] as number;
    n += w;
    tiedBoth += (w * (w - 1)) / 2;
  }
  const pairs = (n * (n - 1)) / 2;
  const discordant = discordantPairs(cells, weights);
  const concordant = pairs - x.tied - y.tied + tiedBoth - discordant;
  return {
    n,
    pairs,
    concordant,
    discordant,
    tiedXOnly: x.tied - tiedBoth,
    tiedYOnly: y.tied - tiedBoth,
    tiedBoth,
    xDistinct: x.distinct,
    yDistinct: y.distinct,
    xTriples: x.triples,
    yTriples: y.triples,
    xVariance: x.variance,
    yVariance: y.variance,
  };
}

function marginal(codes: Int32Array, weights: ArrayLike<number>, size: number) {
  const sizes = new Float64Array(size);
  for (let cell = 0; cell < codes.length; cell++) {
    const code = codes[cell] as number;
    sizes[code] = (sizes[code] as number) + (weights[cell] as number);
  }
  let [tied, triples, variance, distinct] = [0, 0, 0, 0];
  for (const t of sizes) {
    if (t > 0) distinct += 1;
    tied += (t * (t - 1)) / 2;
    triples += t * (t - 1) * (t - 2);
    variance += t * (t - 1) * (2 * t + 5);
  }
  return { tied, triples, variance, distinct };
}

/** A grid no bigger than this many times the cells is walked cell by cell with prefix sums; otherwise pairs are counted by merging. */
const GRID_PER_CELL = 16;

function discordantPairs(cells: JointCells, weights: ArrayLike<number>): number {
  const grid = cells.xValues.length * cells.yValues.length;
  return grid <= GRID_PER_CELL * cells.counts.length + 4096 ? discordantOnGrid(cells, weights) : discordantByMerging(cells, weights);
}

function discordantOnGrid(cells: JointCells, weights: ArrayLike<number>): number {
  // above[j]: weight of earlier rows (smaller x) with y >= j.
  const width = cells.yValues.length;
  const column = new Float64Array(width);
  const above = new Float64Array(width + 1);
  let discordant = 0;
  for (let start = 0; start < weights.length; ) {
    const row = cells.xCodes[start];
    let end = start;
    for (; end < weights.length && cells.xCodes[end] === row; end++) {
      discordant += (weights[end] as number) * (above[(cells.yCodes[end] as number) + 1] as number);
    }
    for (; start < end; start++) {
      const j = cells.yCodes[start] as number;
      column[j] = (column[j] as number) + (weights[start] as number);
    }
    for (let j = width - 1; j >= 0; j--) above[j] = (above[j + 1] as number) + (column[j] as number);
  }
  return discordant;
}

/** Weighted inversions of the y codes in the order of the cells (by x, then y), by bottom-up merging. */
function discordantByMerging(cells: JointCells, weights: ArrayLike<number>): number {
  const n = weights.length;
  let [from, to] = [Int32Array.from(cells.yCodes), new Int32Array(n)];
  let [fromWeight, toWeight] = [Float64Array.from(weights), new Float64Array(n)];
  let discordant = 0;
  for (let width = 1; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width) {
      const middle = Math.min(low + width, n);
      const high = Math.min(low + 2 * width, n);
      let waiting = 0;
      for (let k = low; k < middle; k++) waiting += fromWeight[k] as number;
      let [i, j] = [low, middle];
      for (let k = low; k < high; k++) {
        if (i < middle && (j >= high || (from[i] as number) <= (from[j] as number))) {
          waiting -= fromWeight[i] as number;
          to[k] = from[i] as number;
          toWeight[k] = fromWeight[i] as number;
          i += 1;
        } else {
          discordant += waiting * (fromWeight[j] as number);
          to[k] = from[j] as number;
          toWeight[k] = fromWeight[j] as number;
          j += 1;
        }
      }
    }
    [from, to] = [to, from];
    [fromWeight, toWeight] = [toWeight, fromWeight];
  }
  return discordant;
}

/** tau-b's counts of pairs, and how many of them each pair of a cell takes part in. */
function pairsOfEach(cells: JointCells) {
  const counts = kendallCounts(cells);
  const { score, xEqual, yEqual } = cellDominance(cells);
  return {
    score: counts.concordant - counts.discordant,
    xPairs: counts.concordant + counts.discordant + counts.tiedYOnly,
    yPairs: counts.concordant + counts.discordant + counts.tiedXOnly,
    scoreOf: score,
    xOf: xEqual.map((equal) => counts.n - equal),
    yOf: yEqual.map((equal) => counts.n - equal),
  };
}

function tauBWithoutEach(cells: JointCells): Float64Array {
  const { score, xPairs, yPairs, scoreOf, xOf, yOf } = pairsOfEach(cells);
  return Float64Array.from(cells.counts, (_, cell) => {
    const xLeft = xPairs - (xOf[cell] as number);
    const yLeft = yPairs - (yOf[cell] as number);
    return ratioOfScore(score - (scoreOf[cell] as number), xLeft, yLeft);
  });
}

/** What the members take part in less what they have among themselves: whole numbers, so exactly the counts of what is left. */
function tauBWithoutCluster(cells: JointCells): (members: Int32Array) => number {
  const { score, xPairs, yPairs, scoreOf, xOf, yOf } = pairsOfEach(cells);
  const { xCodes, yCodes } = cells;
  return (members) => {
    let [scoreLeft, xLeft, yLeft] = [score, xPairs, yPairs];
    for (let i = 0; i < members.length; i++) {
      const cell = members[i] as number;
      scoreLeft -= scoreOf[cell] as number;
      xLeft -= xOf[cell] as number;
      yLeft -= yOf[cell] as number;
      for (let j = 0; j < i; j++) {
        const other = members[j] as number;
        const x = Math.sign((xCodes[cell] as number) - (xCodes[other] as number));
        const y = Math.sign((yCodes[cell] as number) - (yCodes[other] as number));
        scoreLeft += x * y;
        xLeft += Math.abs(x);
        yLeft += Math.abs(y);
      }
    }
    return ratioOfScore(scoreLeft, xLeft, yLeft);
  };
}
