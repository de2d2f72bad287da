import { type CellDominance, cellDominance } from "./cell-dominance";
import type { CellCoefficient } from "./cell-interval";
import { byShiftedWeights, cellIntervalEstimate, type PairedInput } from "./cell-interval";
import { type JointCells, jointCells } from "./joint-cells";
import type { IntervalEstimate } from "./result";

/**
 * Spearman's rank correlation: Pearson's r of the mid-ranks (ties share the mean of the ranks they cover).
 *
 * Rows with a missing side are dropped before ranking; `n` counts the rest. Undefined for a constant side (`constant-input`) or fewer than
 * two pairs (`too-few`). Interval as for `pearson`; each leave-one-out value ranks anew.
 *
 * @example spearman({ x: [1, 2, 3, 4, 5], y: [5, 6, 7, 8, 7] }).value // 0.8207826816681233
 * Source: Spearman 1904; Kendall 1970, chapter 3 (ties).
 */
export function spearman(input: PairedInput): IntervalEstimate {
  const { x, y } = input;
  const cells = jointCells(x, y);
  return cellIntervalEstimate(input, cells, spearmanOnCells(cells));
}

/** Spearman's rho as a function of the cells' weights. */
export function spearmanOnCells(cells: JointCells): CellCoefficient {
  const value = (weights: ArrayLike<number>) => weightedSpearman(cells, weights);
  const leaveOneOut = () => spearmanWithoutEach(cells);
  return { value, leaveOneOut, withoutCluster: () => withoutClusterOf(cells, value, leaveOneOut) };
}

/** Clusters of one pair each are those of `leaveOneOut`, which costs one sort where ranking anew costs as much for each. */
function withoutClusterOf(
  cells: JointCells,
  value: CellCoefficient["value"],
  leaveOneOut: () => Float64Array,
): (members: Int32Array) => number {
  const byRanking = byShiftedWeights(cells, value);
  let each: Float64Array | null = null;
  return (members) => {
    if (members.length !== 1) return byRanking(members);
    each ??= leaveOneOut();
    return each[members[0] as number] as number;
  };
}

/** Mid-ranks of each code, counted from the middle: their weighted sum is 0, and doubled they are whole numbers. */
function centredRanks(codes: Int32Array, weights: ArrayLike<number>, size: number): Float64Array {
  const sizes = new Float64Array(size);
  let n = 0;
  for (let cell = 0; cell < codes.length; cell++) {
    const code = codes[cell] as number;
    sizes[code] = (sizes[code] as number) + (weights[cell] as number);
    n += weights[cell] as number;
  }
  let below = 0;
  return sizes.map((t) => {
    const rank = below + t / 2 - n / 2;
    below += t;
    return rank;
  });
}

/** Spearman's rho of the cells as they are. */
export const spearmanOfCells = (cells: JointCells): number | null => weightedSpearman(cells, cells.counts);

function weightedSpearman(cells: JointCells, weights: ArrayLike<number>): number | null {
  const xRanks = centredRanks(cells.xCodes, weights, cells.xValues.length);
  const yRanks = centredRanks(cells.yCodes, weights, cells.yValues.length);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let cell = 0; cell < weights.length; cell++) {
    const w = weights[cell] as number;
    const r = xRanks[cells.xCodes[cell] as number] as number;
    const s = yRanks[cells.yCodes[cell] as number] as number;
    xx += w * r * r;
    yy += w * s * s;
    xy += w * r * s;
  }
  return xx === 0 || yy === 0 ? null : ratio(xy, xx, yy);
}

/** Exactly +-1 for equal rank orders, since the root of a rounded square is exact. */
function ratio(xy: number, xx: number, yy: number): number {
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/**
 * Taking one pair (x0, y0) away lowers every mid-rank above x0 by 1 and those equal to it by 1/2. The sums of products of the new ranks
 * follow from sums of the old ones above and beside the deleted pair, so all n values cost one sort.
 */
function spearmanWithoutEach(cells: JointCells): Float64Array {
  const { xCodes, yCodes, counts, n } = cells;
  const xRanks = centredRanks(xCodes, counts, cells.xValues.length);
  const yRanks = centredRanks(yCodes, counts, cells.yValues.length);
  const [x, y] = [sideSums(xCodes, counts, yCodes, xRanks, yRanks), sideSums(yCodes, counts, xCodes, yRanks, xRanks)];
  const dominance: CellDominance = cellDominance(cells);
  let xy = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    xy += (counts[cell] as number) * (xRanks[xCodes[cell] as number] as number) * (yRanks[yCodes[cell] as number] as number);
  }
  return Float64Array.from(counts, (count, cell) => {
    const [i, j] = [xCodes[cell] as number, yCodes[cell] as number];
    if (isConstantWithout(x, i) || isConstantWithout(y, j)) return Number.NaN;
    const [xx, yy] = [squaresWithoutOne(x, i, n), squaresWithoutOne(y, j, n)];
    // Over the pairs that stay: R' = R + 1/2 - a with a = 1 above x0, 1/2 beside it, 0 below; S' likewise with b.
    const [r, s] = [xRanks[i] as number, yRanks[j] as number];
    const aS = (x.otherAbove[i] as number) + 0.5 * (x.otherBeside[i] as number) - 0.5 * s;
    const bR = (y.otherAbove[j] as number) + 0.5 * (y.otherBeside[j] as number) - 0.5 * r;
    const at = (values: Float64Array): number => values[cell] as number;
    const ab = at(dominance.bothGreater) + 0.5 * (at(dominance.xGreaterYEqual) + at(dominance.xEqualYGreater)) + 0.25 * (count - 1);
    const a = at(dominance.xGreater) + 0.5 * (at(dominance.xEqual) - 1);
    const b = at(dominance.yGreater) + 0.5 * (at(dominance.yEqual) - 1);
    const products = xy - r * s - aS - bR + ab - 0.5 * (r + s) - 0.5 * (a + b) + 0.25 * (n - 1);
    return ratio(products, xx, yy);
  });
}

interface SideSums {
  /** Group sizes of the side's values, and sum of t^3 - t over them. */
  sizes: Float64Array;
  tieCubes: number;
  /** Weighted sums of the other side's ranks over greater values, and over equal ones. */
  otherAbove: Float64Array;
  otherBeside: Float64Array;
}

function sideSums(
  codes: Int32Array,
  counts: Float64Array,
  otherCodes: Int32Array,
  ranks: Float64Array,
  otherRanks: Float64Array,
): SideSums {
  const sizes = new Float64Array(ranks.length);
  const otherBeside = new Float64Array(ranks.length);
  for (let cell = 0; cell < codes.length; cell++) {
    const code = codes[cell] as number;
    const w = counts[cell] as number;
    sizes[code] = (sizes[code] as number) + w;
    otherBeside[code] = (otherBeside[code] as number) + w * (otherRanks[otherCodes[cell] as number] as number);
  }
  const otherAbove = new Float64Array(ranks.length);
  for (let code = ranks.length - 2; code >= 0; code--) {
    otherAbove[code] = (otherAbove[code + 1] as number) + (otherBeside[code + 1] as number);
  }
  return { sizes, tieCubes: sizes.reduce((sum, t) => sum + (t * t * t - t), 0), otherAbove, otherBeside };
}

function isConstantWithout(side: SideSums, code: number): boolean {
  return side.sizes.length < 2 || (side.sizes.length === 2 && side.sizes[code] === 1);
}

/** Sum of squared centred mid-ranks of n - 1 values: ((n-1)^3 - (n-1) - sum(t^3 - t)) / 12. */
function squaresWithoutOne(side: SideSums, code: number, n: number): number {
  const m = n - 1;
  const t = side.sizes[code] as number;
  return (m * m * m - m - (side.tieCubes - 3 * t * (t - 1))) / 12;
}
