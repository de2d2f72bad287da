import { permutationOptions } from "./arguments";
import { type ClusterLabel, compareLabels, resolveBlocks } from "./blocks";
import { numberColumn } from "./paired-values";
import { seededRandom } from "./random";
import type { Estimate, Rating } from "./result";
import { compensatedSum } from "./sums";

/** Full enumeration up to this many independent blocks; random flips beyond. */
export const MOST_BLOCKS_TO_ENUMERATE = 16;

/** A permutation p and how it was computed. */
export interface PermutationTest extends Estimate {
  /** Share of flips with a statistic at least as great; with random flips (1 + count) / (1 + permutations), never 0. */
  pOneSided: number | null;
  /** The same for absolute values. */
  p: number | null;
  /** Whether all flips were enumerated. */
  exact: boolean;
  /** The number of flips evaluated; null when there was nothing to flip. */
  permutations: number | null;
  /** Of the random flips; null when all were enumerated. */
  seed: number | null;
}

/**
 * Paired sign-flip test: is the mean difference 0, when each difference might as well have had the other sign?
 *
 * value = mean of the differences; p compares their sum with the sums under all 2^n sign patterns (n <= 16) or `permutations` random ones
 * with `seed`. With `clusters`, all differences of a cluster flip together. Missing differences are dropped. Undefined for none (`no-units`).
 *
 * @example signFlip({ differences: [1, 1, 1, 1] }).p // 2 / 16
 * Source: Fisher 1935; Phipson & Smyth 2010 for random patterns.
 */
export function signFlip(input: {
  differences: ArrayLike<Rating>;
  clusters?: readonly ClusterLabel[] | null;
  permutations?: number;
  seed?: number;
}): PermutationTest {
  const options = permutationOptions(input);
  const column = numberColumn("differences", input.differences);
  const blocks = resolveBlocks(column.length, input.clusters, (row) => !Number.isNaN(column[row] as number));
  // A test of signs has no scale: sums of huge differences must not overflow.
  const scale = column.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0) > 1e290 ? 2 ** -60 : 1;
  const sums = blocks.members.map((members) => compensatedSum(Float64Array.from(members, (row) => (column[row] as number) * scale).sort()));
  const n = blocks.members.reduce((total, members) => total + members.length, 0);
  if (n === 0) return { value: null, why: "no-units", n, pOneSided: null, p: null, exact: true, permutations: null, seed: null };
  // Random flips must not depend on the order of the rows.
  if (!blocks.clustered) sums.sort((a, b) => compareLabels(a, b));
  return { value: compensatedSum(Float64Array.from(sums).sort()) / n / scale, why: null, n, ...flipTest(Float64Array.from(sums), options) };
}

/** The two p-values of a sum under sign flips of its terms. */
export function flipTest(
  terms: Float64Array,
  options: { permutations: number; seed: number },
): Omit<PermutationTest, "value" | "why" | "n"> {
  const exact = terms.length <= MOST_BLOCKS_TO_ENUMERATE;
  const observed = compensatedSum(terms);
  const slack = 1e-12 * terms.reduce((sum, term) => sum + Math.abs(term), 0);
  let [above, beyond] = [0, 0];
  const count = (sum: number): void => {
    if (sum >= observed - slack) above += 1;
    if (Math.abs(sum) >= Math.abs(observed) - slack) beyond += 1;
  };
  if (exact) {
    for (let pattern = 0; pattern < 2 ** terms.length; pattern++) count(signedSum(terms, (i) => (pattern >> i) & 1));
    const total = 2 ** terms.length;
    return { pOneSided: above / total, p: beyond / total, exact, permutations: total, seed: null };
  }
  const random = seededRandom(options.seed);
  const sums = sumsOfEight(terms);
  for (let b = 0; b < options.permutations; b++) {
    let [bits, sum] = [0, 0];
    for (let eight = 0; eight * 256 < sums.length; eight++) {
      bits = eight % 4 === 0 ? random.int(4294967296) | 0 : bits >>> 8;
      sum += sums[eight * 256 + (bits & 255)] as number;
    }
    count(sum);
  }
  const total = 1 + options.permutations;
  return { pOneSided: (1 + above) / total, p: (1 + beyond) / total, exact, permutations: options.permutations, seed: options.seed };
}

/** For every eight terms the sums under all 256 ways to flip them, so that a random pattern costs an eighth of its additions. */
function sumsOfEight(terms: Float64Array): Float64Array {
  const sums = new Float64Array(Math.ceil(terms.length / 8) * 256);
  for (let first = 0; first < terms.length; first += 8) {
    const eight = terms.subarray(first, first + 8);
    for (let pattern = 0; pattern < 256; pattern++) sums[first * 32 + pattern] = signedSum(eight, (i) => (pattern >> i) & 1);
  }
  return sums;
}

function signedSum(terms: Float64Array, flipped: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += flipped(i) ? -(terms[i] as number) : (terms[i] as number);
  return sum;
}
