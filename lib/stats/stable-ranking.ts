import { permutationOptions, shareArgument } from "./arguments";
import { numberColumn } from "./paired-values";
import { type SeededRandom, seededRandom } from "./random";
import { bootstrapReplicates, resolveIntervalOptions } from "./resampling";
import { type Estimate, type Rating, StatsInputError } from "./result";
import { signFlip } from "./sign-flip";

/** Two systems that are apart: p of their paired scores under random signs, and how much greater the first one's mean is on the inputs of both. */
export interface OrderedPair {
  i: number;
  j: number;
  p: number;
  difference: number;
}

/** The probability; `n` counts inputs that two systems or more have scores of. */
export interface StableRanking extends Estimate {
  /** Systems with a score, pairs of them with inputs in common, and those of the pairs that are apart. */
  systems: number;
  pairs: number;
  ordered: OrderedPair[];
  resamples: number;
  seed: number;
}

export interface StableRankingInput {
  /** `scores[system][input]`, null for missing. */
  scores: readonly ArrayLike<Rating>[];
  /** Two systems are apart where p is at most this, default .05. */
  alpha?: number;
  resamples?: number;
  /** Random signs of each test where there are too many to try all, default 1000. */
  permutations?: number;
  seed?: number;
}

/** More inputs are dealt at random into so many groups that are drawn, and have their signs flipped, whole: sums of independent inputs are independent. */
const mostGroups = 500;

/**
 * The stable ranking probability: in how many repeats of a study all systems that are apart in it keep their order.
 *
 * Two systems are apart where the sign-flip p of their paired differences, input by input, is at most `alpha` (two-sided, not corrected for their
 * number). A repeat draws as many inputs with replacement, the same for all systems; it keeps an order where the mean difference over the drawn inputs
 * has the same sign. What is found is taken for the truth, and raters are fixed. value = share of `resamples` repeats, from one `seed`, that keep all
 * orders; it does not depend on the order of the inputs.
 *
 * @returns value null for fewer than two systems (`too-few`), without inputs that two of them have in common (`no-pairable-units`), and where no two are
 * apart (`not-identifiable`)
 * @example stableRanking({ scores: [[3, 4, 3, 5, 4, 4], [1, 2, 2, 1, 3, 1]] }).value // 1
 * Source: Riley et al. 2024; Phipson & Smyth 2010 for the test.
 */
export function stableRanking(input: StableRankingInput): StableRanking {
  const alpha = shareArgument("alpha", input.alpha ?? 0.05);
  const { resamples, seed } = resolveIntervalOptions({ resamples: input.resamples, seed: input.seed });
  const { permutations } = permutationOptions({ permutations: input.permutations ?? 1000, seed });
  const given = scoresOf(input.scores).filter(({ column }) => column.some((score) => !Number.isNaN(score)));
  const order = inOrder(given.map(({ column }) => column));
  const n = order.length;
  const columns = given.map(({ system, column }) => ({ system, column: Float64Array.from(order, (at) => column[at] as number) }));
  const shared = { n, systems: columns.length, resamples, seed };
  if (columns.length < 2) return { ...shared, value: null, why: "too-few", pairs: 0, ordered: [] };
  const random = seededRandom(seed);
  const groups = groupsOf(n, random);
  const clusters = n > mostGroups ? [...groups] : null;
  const all = columns.flatMap((first, place) =>
    columns.slice(place + 1).flatMap((second) => {
      const differences = first.column.map((score, at) => score - (second.column[at] as number));
      const { value: difference, p } = signFlip({ differences, clusters, permutations, seed });
      return difference === null || p === null ? [] : [{ i: first.system, j: second.system, p, difference, differences }];
    }),
  );
  const apart = all.filter(({ p, difference, differences }) => p <= alpha && Math.abs(difference) > slack * sizeOf(differences));
  const found = { ...shared, pairs: all.length, ordered: apart.map(({ differences: _, ...pair }) => pair) };
  if (all.length === 0) return { ...found, value: null, why: "no-pairable-units" };
  if (apart.length === 0) return { ...found, value: null, why: "not-identifiable" };
  // The pair that is least apart first: most repeats that change an order change that one.
  const sums = apart.toSorted((a, b) => b.p - a.p).map((pair) => groupSums(pair, groups));
  const members = Array.from({ length: Math.min(n, mostGroups) }, (_, group) => Int32Array.of(group));
  const repeats = bootstrapReplicates({ members }, resamples, random, (drawn) => (sums.every((own) => isKept(own, drawn)) ? 1 : 0));
  return { ...found, value: repeats.reduce((sum, kept) => sum + kept, 0) / resamples, why: null };
}

function scoresOf(scores: readonly ArrayLike<Rating>[]): { system: number; column: Float64Array }[] {
  if (!Array.isArray(scores)) throw new StatsInputError("scores", "must be an array of systems");
  const columns = scores.map((own, system) => ({ system, column: numberColumn(`scores[${system}]`, own) }));
  const inputs = columns[0]?.column.length ?? 0;
  for (const { system, column } of columns)
    if (column.length !== inputs) throw new StatsInputError("scores", `row ${system}: has ${column.length} inputs, not ${inputs}`);
  return columns;
}

/** The places of inputs that two systems or more have scores of, in an order that is theirs. */
function inOrder(columns: readonly Float64Array[]): number[] {
  const inputs = [...(columns[0] ?? []).keys()].filter((at) => columns.filter((column) => !Number.isNaN(column[at])).length > 1);
  const scoreAt = (column: Float64Array, at: number) => (Number.isNaN(column[at]) ? Number.NEGATIVE_INFINITY : (column[at] as number));
  return inputs.sort((a, b) => {
    for (const column of columns) {
      const [one, other] = [scoreAt(column, a), scoreAt(column, b)];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  });
}

/** The group of each input. */
function groupsOf(inputs: number, random: SeededRandom): Int32Array {
  const places = Int32Array.from({ length: inputs }, (_, place) => place);
  if (inputs <= mostGroups) return places;
  for (let place = inputs - 1; place > 0; place--) {
    const other = random.int(place + 1);
    [places[place], places[other]] = [places[other] as number, places[place] as number];
  }
  return places.map((place) => place % mostGroups);
}

/** Sums that are zero on paper differ from it by so much of the sum of their terms' sizes. */
const slack = 1e-12;

const sizeOf = (differences: Float64Array): number => differences.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : Math.abs(one)), 0);

/** Sums of a pair's differences by group, above zero together, as shares of the sum of their sizes. */
function groupSums({ differences, difference }: { differences: Float64Array; difference: number }, groups: Int32Array): Float64Array {
  const sums = new Float64Array(Math.min(groups.length, mostGroups));
  const size = sizeOf(differences);
  differences.forEach((one, at) => {
    const group = groups[at] as number;
    if (!Number.isNaN(one)) sums[group] = (sums[group] as number) + (Math.sign(difference) * one) / size;
  });
  return sums;
}

function isKept(sums: Float64Array, drawn: Int32Array): boolean {
  let sum = 0;
  for (const group of drawn) sum += sums[group] as number;
  return sum > slack;
}
