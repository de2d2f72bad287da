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
  randomSums(terms, options, count);
  const total = 1 + options.permutations;
  return { pOneSided: (1 + above) / total, p: (1 + beyond) / total, exact, permutations: options.permutations, seed: options.seed };
}

/** So many random words are drawn at a time: four megabytes. */
const WORDS_AT_A_TIME = 2 ** 20;

/**
 * The sum under each of so many random patterns. For every eight terms the sums under all 256 ways to flip them are looked up, so that a pattern costs
 * an eighth of its additions; eight terms are added to many patterns before the next eight, since all that this reads fits next to the processor.
 */
function randomSums(
  terms: Float64Array,
  { permutations, seed }: { permutations: number; seed: number },
  count: (sum: number) => void,
): void {
  const width = Math.ceil(terms.length / 32);
  const atOnce = Math.min(permutations, Math.max(64, Math.floor(WORDS_AT_A_TIME / width)));
  const wordsOf = randomWords(width, atOnce, permutations, seed);
  const sums = new Float64Array(atOnce);
  const ofEight = new Float64Array(256);
  for (let done = 0; done < permutations; done += atOnce) {
    const words = wordsOf();
    sums.fill(0);
    for (let first = 0; first < terms.length; first += 8) {
      const eight = terms.subarray(first, first + 8);
      for (let pattern = 0; pattern < 256; pattern++) ofEight[pattern] = signedSum(eight, (i) => (pattern >> i) & 1);
      const from = Math.floor(first / 32) * atOnce;
      const shift = first % 32;
      for (let b = 0; b < atOnce; b++) {
        sums[b] = (sums[b] as number) + (ofEight[((words[from + b] as number) >>> shift) & 255] as number);
      }
    }
    for (let b = 0; b < Math.min(atOnce, permutations - done); b++) count(sums[b] as number);
  }
}

/** The words last drawn at once: the same patterns flip the sums of several systems, by people and by a judge. */
let drawn: { width: number; permutations: number; seed: number; words: Uint32Array } | null = null;

/** The next patterns' random bits, drawn pattern by pattern: `words[word * atOnce + b]`. */
function randomWords(width: number, atOnce: number, permutations: number, seed: number): () => Uint32Array {
  if (drawn?.width === width && drawn.permutations === permutations && drawn.seed === seed) {
    const { words } = drawn;
    return () => words;
  }
  const random = seededRandom(seed);
  const words = new Uint32Array(width * atOnce);
  if (atOnce === permutations) drawn = { width, permutations, seed, words };
  return () => {
    for (let b = 0; b < atOnce; b++) for (let word = 0; word < width; word++) words[word * atOnce + b] = random.int(4294967296);
    return words;
  };
}

function signedSum(terms: Float64Array, flipped: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += flipped(i) ? -(terms[i] as number) : (terms[i] as number);
  return sum;
}
