import { oneOf, permutationOptions } from "./arguments";
import { distinctCodes } from "./joint-cells";
import { type CompleteTriples, completeTriples, type JudgePairInput, type JudgePairLabels } from "./judge-pair";
import { judgesWithin, meansWithin, swapWithin } from "./judges-within";
import { tauB } from "./kendall";
import { kendallCountsBySorting } from "./kendall-by-sorting";
import { seededRandom } from "./random";
import { midRanks } from "./ranks";
import type { Estimate } from "./result";
import { MOST_BLOCKS_TO_ENUMERATE, type PermutationTest } from "./sign-flip";
import { conditioned, meanOf } from "./sums";

export type CorrelationStatistic = "pearson" | "spearman" | "kendall";
export const CORRELATION_STATISTICS = ["pearson", "spearman", "kendall"] as const;

/** Which judge is closer to the humans, tested by swapping the judges' scores. */
export interface PermBothInput extends JudgePairInput, JudgePairLabels {
  statistic?: CorrelationStatistic;
  permutations?: number;
  seed?: number;
}

export interface PermBothResult extends PermutationTest {
  statistic: CorrelationStatistic;
  /** The judges' own coefficients. */
  a: number | null;
  b: number | null;
  /** With `groups`: how many groups define a coefficient for both judges, and of how many. */
  definedGroups?: number;
  totalGroups?: number;
}

/**
 * PERM-BOTH: is judge a's correlation with the humans different from judge b's?
 *
 * value = r(human, a) - r(human, b). Both judges are brought to mean 0 and population SD 1, then for each unit (or cluster) the two scores
 * are swapped or not: all 2^n ways up to 16 blocks, `permutations` random ones with `seed` beyond. p is the share of ways with a difference
 * at least as great; a way that leaves a side constant counts as one. Units with any of the three missing are dropped. Undefined for fewer
 * than two units (`too-few`) or a constant column (`constant-input`).
 *
 * With `groups` (say, the systems' outputs for one input) the coefficients are those within each group, averaged over the groups that define
 * one for both judges; undefined where none does. Groups are swapped whole, or whole clusters of them (PERM-INPUTS of the same paper): a judge
 * that scores all outputs of one input too high has a correlation within it all the same, and loses it where single outputs of two such judges
 * are mixed. Hence a group keeps both its coefficients, none becomes undefined, and standardising changes nothing.
 *
 * @example permBoth({ human: [1, 2, 3, 4], a: [1, 2, 3, 4], b: [2, 1, 4, 3] }).value // 1 - 0.6
 * Source: Deutsch, Dror & Roth 2021; Phipson & Smyth 2010.
 */
export function permBoth(input: PermBothInput): PermBothResult {
  const statistic = oneOf("statistic", input.statistic ?? "pearson", CORRELATION_STATISTICS);
  const data = completeTriples(input);
  const options = permutationOptions(input);
  const within = judgesWithin(data, statistic);
  if (within === null) return permBothOf(data, statistic, options);
  const { a, b, difference, definedGroups, totalGroups } = meansWithin({ interval: "none" }, within);
  const { value, why, n } = difference;
  return { statistic, value, why, n, a: a.value, b: b.value, definedGroups, totalGroups, ...swapWithin(within, options) };
}

/** The same of units already read, without groups. */
export function permBothOf(
  data: CompleteTriples,
  statistic: CorrelationStatistic,
  options: { permutations: number; seed: number },
): PermBothResult {
  const { engine, ...observed } = bothCoefficients(data, statistic);
  const none = { pOneSided: null, p: null, exact: true, permutations: null, seed: null };
  if (engine === null || observed.value === null) return { statistic, ...observed, ...none };
  return { statistic, ...observed, ...swapTest(data, engine, observed.value, options) };
}

/** The judges' coefficients and their difference, without the test. */
export function bothCoefficients(data: CompleteTriples, statistic: CorrelationStatistic): Estimate & Pair & { engine: SwapEngine | null } {
  const { n } = data;
  const engine = n < 2 ? null : swapEngine(data, statistic);
  if (engine === null) return { value: null, why: "too-few", n, a: null, b: null, engine };
  const { a, b } = engine(new Uint8Array(n));
  if (a === null || b === null) return { value: null, why: "constant-input", n, a, b, engine };
  return { value: a - b, why: null, n, a, b, engine };
}

interface Pair {
  a: number | null;
  b: number | null;
}

/** Both coefficients after the swaps. */
type SwapEngine = (swapped: Uint8Array) => Pair;

function swapTest(data: CompleteTriples, engine: SwapEngine, observed: number, options: { permutations: number; seed: number }) {
  const { blocks, n } = data;
  const exact = blocks.length <= MOST_BLOCKS_TO_ENUMERATE;
  const swapped = new Uint8Array(n);
  let [above, beyond] = [0, 0];
  const count = (): void => {
    const { a, b } = engine(swapped);
    const difference = a === null || b === null ? Infinity : a - b;
    if (difference >= observed - 1e-12) above += 1;
    if (Math.abs(difference) >= Math.abs(observed) - 1e-12) beyond += 1;
  };
  const total = exact ? 2 ** blocks.length : options.permutations;
  const random = seededRandom(options.seed);
  for (let pattern = 0; pattern < total; pattern++) {
    let bits = pattern;
    blocks.forEach((members, i) => {
      if (!exact && i % 32 === 0) bits = random.int(4294967296) | 0;
      for (const unit of members) swapped[unit] = (bits >>> (i % 32)) & 1;
    });
    count();
  }
  const [hits, out] = exact ? [0, total] : [1, total + 1];
  return { pOneSided: (hits + above) / out, p: (hits + beyond) / out, exact, permutations: total, seed: exact ? null : options.seed };
}

function swapEngine(data: CompleteTriples, statistic: CorrelationStatistic): SwapEngine {
  const human = conditioned(data.human);
  const [a, b] = [standardised(data.a), standardised(data.b)];
  const engine = statistic === "pearson" ? pearsonEngine : rankEngine;
  if (a && b) return engine(human, a, b, statistic);
  // Of a judge beside one that never varies, the coefficient is known all the same; there is nothing to swap.
  const alone = (judge: Float64Array | null) => judge && engine(human, judge, judge, statistic)(new Uint8Array(data.n)).a;
  return () => ({ a: alone(a), b: alone(b) });
}

/** Values with mean 0 and population SD 1, from sums that do not depend on the order of the values; null when constant. */
function standardised(values: Float64Array): Float64Array | null {
  const scaled = conditioned(values);
  const sorted = scaled.toSorted();
  if (sorted[0] === sorted.at(-1)) return null;
  const mean = meanOf(sorted);
  const sd = Math.sqrt(meanOf(sorted.map((value) => (value - mean) ** 2)));
  return scaled.map((value) => (value - mean) / sd);
}

/** Each way of swapping is one pass of adds: all sums follow from the differences of the swapped units. */
function pearsonEngine(human: Float64Array, a: Float64Array, b: Float64Array): SwapEngine {
  const n = human.length;
  const mean = meanOf(human);
  const h = human.map((value) => value - mean);
  const hh = h.reduce((sum, value) => sum + value * value, 0);
  const dot = (x: Float64Array, y: Float64Array): number => x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  const [ha, hb] = [dot(h, a), dot(h, b)];
  const d = Float64Array.from(a, (value, i) => (b[i] as number) - value);
  const squares = Float64Array.from(a, (value, i) => (b[i] as number) ** 2 - value * value);
  const products = Float64Array.from(d, (value, i) => value * (h[i] as number));
  // In units of SD; less than this left of a variance is rounding.
  const leastSquares = 1e-12 * n;
  const coefficient = (product: number, sum: number, square: number): number | null => {
    const centred = square - (sum * sum) / n;
    return centred < leastSquares || hh === 0 ? null : product / Math.sqrt(hh * centred);
  };
  return (swapped) => {
    let [sum, square, product] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      if (swapped[i] === 0) continue;
      sum += d[i] as number;
      square += squares[i] as number;
      product += products[i] as number;
    }
    return { a: coefficient(ha + product, sum, n + square), b: coefficient(hb - product, -sum, n - square) };
  };
}

/** Spearman and Kendall rank the swapped scores anew, by codes given once to all 2n scores. */
function rankEngine(human: Float64Array, a: Float64Array, b: Float64Array, statistic: CorrelationStatistic): SwapEngine {
  const n = human.length;
  const pool = new Float64Array(2 * n);
  pool.set(a);
  pool.set(b, n);
  const codes = mergedCodes(pool);
  if (statistic === "spearman") return spearmanEngine(human, codes);
  const h = distinctCodes(human).codes;
  const coefficient = n <= MOST_FOR_PAIRS ? kendallOfPairs(h) : (own: Int32Array) => kendallOfCodes(h, own);
  const [x, y] = [new Int32Array(n), new Int32Array(n)];
  return (swapped) => {
    for (let i = 0; i < n; i++) {
      x[i] = codes[swapped[i] ? n + i : i] as number;
      y[i] = codes[swapped[i] ? i : n + i] as number;
    }
    return { a: coefficient(x), b: coefficient(y) };
  };
}

/** How many scores of a judge have each code, and the sum of the humans' ranks over them, give rho. What one judge does not have, the other has. */
function spearmanEngine(human: Float64Array, codes: Int32Array): SwapEngine {
  const n = human.length;
  const size = codes.reduce((most, code) => Math.max(most, code + 1), 0);
  // Centred mid-ranks doubled: whole numbers.
  const h = midRanks(human).ranks.map((rank) => 2 * rank - n - 1);
  const hh = h.reduce((sum, rank) => sum + rank * rank, 0);
  const tallyOf = (judges: Int32Array): Tally => {
    const tally = { sizes: new Float64Array(size), sums: new Float64Array(size) };
    judges.forEach((code, i) => {
      add(tally, code, 1, h[i % n] as number);
    });
    return tally;
  };
  const [both, ofA, x, y] = [tallyOf(codes), tallyOf(codes.subarray(0, n)), tallyOf(codes), tallyOf(codes)];
  return (swapped) => {
    x.sizes.set(ofA.sizes);
    x.sums.set(ofA.sums);
    for (let i = 0; i < n; i++) {
      if (swapped[i] === 0) continue;
      const rank = h[i] as number;
      add(x, codes[i] as number, -1, -rank);
      add(x, codes[n + i] as number, 1, rank);
    }
    for (let code = 0; code < size; code++) {
      y.sizes[code] = (both.sizes[code] as number) - (x.sizes[code] as number);
      y.sums[code] = (both.sums[code] as number) - (x.sums[code] as number);
    }
    return { a: rhoOf(x, n, hh), b: rhoOf(y, n, hh) };
  };
}

/** By code: how many units have it, and the sum of the humans' ranks over them. */
interface Tally {
  sizes: Float64Array;
  sums: Float64Array;
}

function add({ sizes, sums }: Tally, code: number, units: number, rank: number): void {
  sizes[code] = (sizes[code] as number) + units;
  sums[code] = (sums[code] as number) + rank;
}

function rhoOf({ sizes, sums }: Tally, n: number, hh: number): number | null {
  let [below, xx, xh] = [0, 0, 0];
  for (let code = 0; code < sizes.length; code++) {
    const size = sizes[code] as number;
    const rank = 2 * below + size - n;
    below += size;
    xx += size * rank * rank;
    xh += (sums[code] as number) * rank;
  }
  return xx === 0 || hh === 0 ? null : xh / Math.sqrt(xx * hh);
}

/** Codes in which standardised scores that differ only by rounding are one value. */
function mergedCodes(values: Float64Array): Int32Array {
  const { values: distinct, codes } = distinctCodes(values);
  const merged = new Int32Array(distinct.length);
  for (let i = 1; i < distinct.length; i++) {
    merged[i] = (merged[i - 1] as number) + ((distinct[i] as number) - (distinct[i - 1] as number) > 1e-12 ? 1 : 0);
  }
  return codes.map((code) => merged[code] as number);
}

/** Up to here going through all pairs is faster than counting them by sorting. */
const MOST_FOR_PAIRS = 100;

/** tau-b with the humans' side of every pair prepared. */
function kendallOfPairs(human: Int32Array): (y: Int32Array) => number | null {
  const n = human.length;
  const order = new Int8Array((n * (n - 1)) / 2);
  let untiedHuman = 0;
  for (let i = 0, at = 0; i < n; i++) {
    for (let j = 0; j < i; j++, at++) {
      order[at] = Math.sign((human[i] as number) - (human[j] as number));
      if (order[at] !== 0) untiedHuman += 1;
    }
  }
  return (y) => {
    let [score, untied] = [0, 0];
    for (let i = 0, at = 0; i < n; i++) {
      for (let j = 0; j < i; j++, at++) {
        const difference = (y[i] as number) - (y[j] as number);
        if (difference === 0) continue;
        untied += 1;
        score += difference > 0 ? (order[at] as number) : -(order[at] as number);
      }
    }
    return untied === 0 || untiedHuman === 0 ? null : score / Math.sqrt(untiedHuman * untied);
  };
}

function kendallOfCodes(x: Int32Array, y: Int32Array): number | null {
  return tauB(kendallCountsBySorting(Float64Array.from(x), Float64Array.from(y)));
}
