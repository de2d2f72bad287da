import { type CellCoefficient, cellIntervalEstimate, type PairedInput } from "./cell-interval";
import { type JointCells, jointCells } from "./joint-cells";
import type { IntervalEstimate } from "./result";
import { condition, conditioned } from "./sums";

/** Centred sums of a weighted table. */
export interface CentredSums {
  n: number;
  xMean: number;
  yMean: number;
  xx: number;
  yy: number;
  xy: number;
}

/** From here on 1 - |r| is taken from the residuals, where the quotient has no digits left for it. */
const NEAR_ONE = 1 - 1e-6;

/**
 * Pearson's product-moment correlation.
 *
 * r = sum (x - mx)(y - my) / sqrt(sum (x - mx)^2 sum (y - my)^2), in two centred passes. Rows with a missing side (null, undefined, NaN)
 * are dropped; `n` counts the rest. Undefined for a constant side (`constant-input`) or fewer than two pairs (`too-few`). The interval is
 * the delete-one jackknife on Fisher's z with t(n-1) unless asked otherwise, by cluster where `clusters` are given, none below ten pairs.
 *
 * @throws StatsInputError for columns of unequal length and for values that are not finite numbers
 * @example pearson({ x: [1, 2, 3, 4, 5], y: [5, 6, 7, 8, 7] }).value // 0.8320502943378437
 * Source: Pearson 1895; interval: Bishara & Hittner 2016 for the problem, STATISTICS section 6.1 for measured coverage.
 */
export function pearson(input: PairedInput): IntervalEstimate {
  const { x, y } = input;
  const cells = jointCells(x, y);
  return cellIntervalEstimate(input, cells, pearsonOnCells(cells));
}

/** Pearson's r as a function of the cells' weights. */
export function pearsonOnCells(cells: JointCells): CellCoefficient {
  const [x, y] = [pointsOf(cells.xValues, cells.xCodes), pointsOf(cells.yValues, cells.yCodes)];
  return {
    value: (weights) => weightedPearson(x, y, weights),
    leaveOneOut: () => pearsonWithoutEach(x, y, cells.counts),
  };
}

/** Pearson's r of the cells as they are, for callers with many small tables, which are read in lists that are used again. */
export function pearsonOfMany(): (cells: JointCells) => number | null {
  const [values, x, y] = [roomsBySize(), roomsBySize(), roomsBySize()];
  const pointsIn = (rooms: typeof x, of: Float64Array, codes: Int32Array) => {
    const own = values(of.length);
    own.set(of);
    return placePoints(condition(own), codes, rooms(codes.length));
  };
  return ({ xValues, xCodes, yValues, yCodes, counts }) =>
    weightedPearson(pointsIn(x, xValues, xCodes), pointsIn(y, yValues, yCodes), counts);
}

/** Up to this length lists are kept. */
const SMALL = 16;

/** Lists of any length; small ones, of which it gives the same again, hold until the next call. */
function roomsBySize(): (length: number) => Float64Array {
  const rooms = Array.from({ length: SMALL + 1 }, (_, length) => new Float64Array(length));
  return (length) => rooms[length] ?? new Float64Array(length);
}

const pointsOf = (values: Float64Array, codes: Int32Array): Float64Array =>
  placePoints(conditioned(values), codes, new Float64Array(codes.length));

function placePoints(values: Float64Array, codes: Int32Array, points: Float64Array): Float64Array {
  for (let cell = 0; cell < codes.length; cell++) points[cell] = values[codes[cell] as number] as number;
  return points;
}

/** Pearson's r of weighted points; null when either side is constant among those with weight. */
export function weightedPearson(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number>): number | null {
  if (isConstant(x, weights) || isConstant(y, weights)) return null;
  const sums = centredSums(x, y, weights);
  const r = quotient(sums.xx, sums.yy, sums.xy);
  if (Math.abs(r) < NEAR_ONE) return r;
  return fromResiduals(sums, residualSquares(x, y, weights, sums));
}

function isConstant(values: ArrayLike<number>, weights: ArrayLike<number>): boolean {
  let first = -1;
  for (let i = 0; i < values.length; i++) {
    if (weights[i] === 0) continue;
    if (first < 0) first = i;
    else if (values[i] !== values[first]) return false;
  }
  return true;
}

/** Means and centred sums in two passes, with the correction for rounded means. */
export function centredSums(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number>): CentredSums {
  let n = 0;
  let xSum = 0;
  let ySum = 0;
  for (let i = 0; i < x.length; i++) {
    const w = weights[i] as number;
    n += w;
    xSum += w * (x[i] as number);
    ySum += w * (y[i] as number);
  }
  let xMean = xSum / n;
  let yMean = ySum / n;
  let xRest = 0;
  let yRest = 0;
  for (let i = 0; i < x.length; i++) {
    xRest += (weights[i] as number) * ((x[i] as number) - xMean);
    yRest += (weights[i] as number) * ((y[i] as number) - yMean);
  }
  xMean += xRest / n;
  yMean += yRest / n;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] as number) - xMean;
    const dy = (y[i] as number) - yMean;
    const w = weights[i] as number;
    xx += w * dx * dx;
    yy += w * dy * dy;
    xy += w * dx * dy;
  }
  return { n, xMean, yMean, xx, yy, xy };
}

function quotient(xx: number, yy: number, xy: number): number {
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}

/** r from exact centred sums; null where it is so near 1 that only the residuals have its last digits. */
export function productMoment(xx: number, yy: number, xy: number): number | null {
  const r = quotient(xx, yy, xy);
  return Math.abs(r) < NEAR_ONE ? r : null;
}

function fromResiduals(sums: CentredSums, residual: number): number {
  return Math.sign(sums.xy) * Math.sqrt(Math.max(0, 1 - residual / sums.yy));
}

function residualSquares(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number>, sums: CentredSums): number {
  const slope = sums.xy / sums.xx;
  let squares = 0;
  for (let i = 0; i < x.length; i++) {
    const rest = (y[i] as number) - sums.yMean - slope * ((x[i] as number) - sums.xMean);
    squares += (weights[i] as number) * rest * rest;
  }
  return squares;
}

/** Below this share of a sum of squares left after a deletion, cancellation would cost digits and the sums are taken anew. */
const LEFT_AT_LEAST = 1e-3;

function pearsonWithoutEach(x: Float64Array, y: Float64Array, counts: Float64Array): Float64Array {
  const sums = centredSums(x, y, counts);
  const residual = residualSquares(x, y, counts, sums);
  const factor = sums.n / (sums.n - 1);
  return Float64Array.from(x, (xi, i) => {
    const dx = xi - sums.xMean;
    const dy = (y[i] as number) - sums.yMean;
    const left = { ...sums, xx: sums.xx - factor * dx * dx, yy: sums.yy - factor * dy * dy, xy: sums.xy - factor * dx * dy };
    const r = quotient(left.xx, left.yy, left.xy);
    const anew = (): number => {
      const weights = counts.slice();
      weights[i] = (counts[i] as number) - 1;
      return weightedPearson(x, y, weights) ?? Number.NaN;
    };
    if (left.xx < LEFT_AT_LEAST * sums.xx || left.yy < LEFT_AT_LEAST * sums.yy) return anew();
    if (Math.abs(r) < NEAR_ONE) return r;
    const rest = dy - (sums.xy / sums.xx) * dx;
    const residualLeft = residual - (rest * rest) / (1 - 1 / sums.n - (dx * dx) / sums.xx);
    return residualLeft > LEFT_AT_LEAST * residual ? fromResiduals(left, residualLeft) : anew();
  });
}
