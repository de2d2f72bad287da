import { confidenceOf, finiteNumber, foldCount, oneOf } from "./arguments";
import { compareLabels } from "./blocks";
import { clusteredMean } from "./clustered-mean";
import { compareDistances } from "./compare-distances";
import { wholeMultiples } from "./exact-mean";
import { checkIsList, pairedValues } from "./paired-values";
import { noInterval } from "./resampling";
import { type Estimate, type IntervalEstimate, type Rating, StatsInputError } from "./result";

/** Counts of pairs of units when metric differences up to epsilon are ties. */
export interface AccEqCounts {
  pairs: number;
  concordant: number;
  discordant: number;
  tiedHumanOnly: number;
  tiedMetricOnly: number;
  tiedBoth: number;
}

export interface AccEqResult extends Estimate {
  epsilon: number;
  counts: AccEqCounts;
  /** (C + ties of both - D - ties of one) / pairs. */
  tauEq: number | null;
}

/** Pairs beyond this number are refused: they would not fit into memory. */
const MOST_PAIRS = 50_000_000;

/**
 * Pairwise accuracy with ties: the share of pairs that the metric orders, or ties, as the humans do.
 *
 * acc_eq = (C + T_both) / (n(n-1)/2); a pair is tied in the metric when |m_i - m_j| <= epsilon, in the humans when equal. Differences of
 * decimal scores are compared in whole steps, so .35 - .33 equals .42 - .40, and of others as on paper, so 5/3 - 1 equals 2/3. Rows with a
 * missing side are dropped; undefined for fewer than two (`too-few`). Cost O(n^2).
 *
 * @example accEq({ human: [1, 2, 2, 3, 4], metric: [2, 1, 1.5, 5, 3] }).value // 0.6
 * Source: Deutsch, Foster & Freitag 2023.
 */
export function accEq(input: { human: ArrayLike<Rating>; metric: ArrayLike<Rating>; epsilon?: number }): AccEqResult {
  const epsilon = finiteNumber("epsilon", input.epsilon ?? 0);
  if (epsilon < 0) throw new StatsInputError("epsilon", `must be at least 0, got ${epsilon}`);
  const { x: human, y: metric, n } = pairedValues(input.human, input.metric, "human", "metric");
  refuseTooMany([n]);
  const counts: AccEqCounts = { pairs: (n * (n - 1)) / 2, concordant: 0, discordant: 0, tiedHumanOnly: 0, tiedMetricOnly: 0, tiedBoth: 0 };
  const [steps, reach] = inSteps(metric, epsilon);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const difference = (steps[i] as number) - (steps[j] as number);
      const order = Math.sign((human[i] as number) - (human[j] as number));
      if (compareDistances(Math.abs(difference), reach) <= 0) counts[order === 0 ? "tiedBoth" : "tiedMetricOnly"] += 1;
      else if (order === 0) counts.tiedHumanOnly += 1;
      else counts[Math.sign(difference) === order ? "concordant" : "discordant"] += 1;
    }
  }
  const right = counts.concordant + counts.tiedBoth;
  if (n < 2) return { value: null, why: "too-few", n, epsilon, counts, tauEq: null };
  return { value: right / counts.pairs, why: null, n, epsilon, counts, tauEq: (2 * right - counts.pairs) / counts.pairs };
}

/** Metric scores and epsilon in whole decimal steps where there are such. */
function inSteps(metric: Float64Array, epsilon: number): [Float64Array, number] {
  const whole = wholeMultiples([...metric, epsilon]);
  return whole ? [whole.multiples.slice(0, metric.length), whole.multiples[metric.length] as number] : [metric, epsilon];
}

/** Scores of several groups (say, inputs): `human[group][unit]`, `metric[group][unit]`. */
export interface GroupedScores {
  human: readonly ArrayLike<Rating>[];
  metric: readonly ArrayLike<Rating>[];
}

/** The best threshold below which a metric's differences count as ties. */
export interface TieCalibration extends Estimate {
  /** The smallest threshold with the greatest mean accuracy; null where undefined. */
  epsilon: number | null;
  /** All thresholds at which something changes, rising, with the mean accuracy at each. */
  thresholds: number[];
  accuracies: number[];
}

/**
 * Chooses the tie threshold that gives the greatest mean over groups of acc_eq; the smallest of equals.
 *
 * Candidates are 0 and every difference between two scores of a group. Groups with fewer than two complete pairs of scores are left out;
 * `n` counts the others; undefined without any (`too-few`). In-sample accuracy flatters metrics with many values: report
 * `heldOutTieCalibration`.
 *
 * @example calibrateTies({ human: [[1, 1, 1, 4]], metric: [[0, 2, 6, 8]] }).epsilon // 4
 * Source: Deutsch, Foster & Freitag 2023; Perrella et al. 2024 for calibrating on other data.
 */
export function calibrateTies(input: GroupedScores): TieCalibration {
  const groups = readGroups(input);
  return sweep(groups);
}

interface PairDifference {
  /** Metric difference in whole steps, or as it is. */
  steps: number;
  /** What becoming a tie changes: +1 for a human tie, -1 for a pair ordered rightly, else 0. */
  gain: -1 | 0 | 1;
}

interface Group {
  pairs: PairDifference[];
  /** Pairs ordered rightly when nothing is tied. */
  ordered: number;
}

function readGroups({ human, metric }: GroupedScores): { groups: Group[]; stepSize: number } {
  if (!Array.isArray(human) || !Array.isArray(metric)) throw new StatsInputError("human", "human and metric must be arrays of groups");
  if (metric.length !== human.length) throw new StatsInputError("metric", `has ${metric.length} groups where human has ${human.length}`);
  const columns = human.map((scores, g) => pairedValues(scores, metric[g] as ArrayLike<Rating>, `human[${g}]`, `metric[${g}]`));
  refuseTooMany(columns.map(({ n }) => n));
  const whole = wholeMultiples(columns.flatMap(({ y }) => [...y]));
  const stepSize = whole ? 10 ** whole.digits : 1;
  const groups = columns.flatMap(({ x, y, n }) => (n < 2 ? [] : [groupOf(x, whole ? y.map((value) => Math.round(value * stepSize)) : y)]));
  return { groups, stepSize };
}

function groupOf(human: Float64Array, steps: Float64Array): Group {
  const group: Group = { pairs: [], ordered: 0 };
  for (let i = 0; i < human.length; i++) {
    for (let j = 0; j < i; j++) {
      const difference = (steps[i] as number) - (steps[j] as number);
      const order = Math.sign((human[i] as number) - (human[j] as number));
      if (!Number.isFinite(difference)) throw new StatsInputError("metric", "has scores so far apart that their difference overflows");
      const isOrdered = order !== 0 && Math.sign(difference) === order;
      if (isOrdered) group.ordered += 1;
      group.pairs.push({ steps: Math.abs(difference), gain: order === 0 ? 1 : isOrdered ? -1 : 0 });
    }
  }
  return group;
}

function sweep({ groups, stepSize }: { groups: Group[]; stepSize: number }): TieCalibration {
  if (groups.length === 0) return { value: null, why: "too-few", n: 0, epsilon: null, thresholds: [], accuracies: [] };
  // Right pairs by the number of pairs in their group, so that the mean is taken from whole numbers at every step.
  const right = new Map<number, number>();
  for (const { pairs, ordered } of groups) right.set(pairs.length, (right.get(pairs.length) ?? 0) + ordered);
  const gains = gainsBySteps(groups);
  const steps = [...gains.keys()].sort((a, b) => a - b);
  const sizes = [...right.keys()].sort((a, b) => a - b);
  const thresholds: number[] = [];
  const accuracies: number[] = [];
  for (let at = 0, threshold = 0; ; ) {
    for (; at < steps.length && compareDistances(steps[at] as number, threshold) <= 0; at++) {
      for (const [pairs, gain] of gains.get(steps[at] as number) ?? []) right.set(pairs, (right.get(pairs) ?? 0) + gain);
    }
    thresholds.push(threshold / stepSize);
    accuracies.push(sizes.reduce((sum, size) => sum + (right.get(size) ?? 0) / size, 0) / groups.length);
    if (at >= steps.length) break;
    threshold = steps[at] as number;
  }
  // Sums of fractions that are equal on paper may differ in the last digit.
  const most = accuracies.reduce((best, accuracy) => Math.max(best, accuracy), 0);
  const best = accuracies.findIndex((accuracy) => accuracy >= most - 1e-12);
  return { value: accuracies[best] as number, why: null, n: groups.length, epsilon: thresholds[best] as number, thresholds, accuracies };
}

/** By difference, what becoming a tie changes, in sum over the groups of each number of pairs. */
function gainsBySteps(groups: readonly Group[]): Map<number, Map<number, number>> {
  const gains = new Map<number, Map<number, number>>();
  for (const { pairs } of groups) {
    for (const { steps, gain } of pairs) {
      const own = gains.get(steps) ?? new Map<number, number>();
      gains.set(steps, own);
      own.set(pairs.length, (own.get(pairs.length) ?? 0) + gain);
    }
  }
  return gains;
}

export interface HeldOutCalibration extends IntervalEstimate {
  /** The threshold used for each fold, chosen on the other folds. */
  epsilons: (number | null)[];
  /** What calibrating and measuring on the same groups would have given. */
  inSample: number | null;
}

/**
 * acc_eq with the tie threshold of each fold chosen on the other folds: what the metric would reach on new inputs.
 *
 * value = mean over groups of acc_eq at the threshold of the group's fold. Groups go to folds in turn, in the order of `groupIds` where
 * given (else of the input). Interval: of the mean over groups, t(groups - 1), at the thresholds chosen, within 0..1. Undefined for fewer than two
 * usable groups (`too-few`).
 *
 * @example heldOutTieCalibration({ human: [[1, 1, 2], [3, 3, 4]], metric: [[0, 1, 5], [1, 2, 9]], folds: 2 }).value // 1
 * Source: Perrella et al. 2024.
 */
export function heldOutTieCalibration(
  input: GroupedScores & {
    folds?: number;
    groupIds?: readonly (string | number)[] | null;
    confidence?: number;
    /** "none": the value alone. */
    interval?: "t" | "none";
  },
): HeldOutCalibration {
  const confidence = confidenceOf(input.confidence);
  const folds = foldCount(input.folds);
  const inSample = calibrateTies(input);
  const groupIds = input.groupIds ?? null;
  if (groupIds) checkIsList("groupIds", groupIds);
  if (groupIds && groupIds.length !== input.human.length) {
    throw new StatsInputError("groupIds", `has ${groupIds.length} names for ${input.human.length} groups`);
  }
  const places = input.human.map((_, g) => g);
  if (groupIds) places.sort((a, b) => compareLabels(groupIds[a] as string | number, groupIds[b] as string | number));
  const inOrder = {
    human: places.map((g) => input.human[g] as ArrayLike<Rating>),
    metric: places.map((g) => input.metric[g] as ArrayLike<Rating>),
  };
  const { groups, stepSize } = readGroups(inOrder);
  const n = groups.length;
  if (n < 2) {
    return { value: null, why: "too-few", n, interval: null, intervalWhy: "undefined-estimate", epsilons: [], inSample: inSample.value };
  }
  const used = Math.min(folds, n);
  const epsilons = Array.from(
    { length: used },
    (_, fold) => sweep({ groups: groups.filter((_, g) => g % used !== fold), stepSize }).epsilon,
  );
  const accuracies = groups.map((group, g) => accuracyAt(group, (epsilons[g % used] ?? 0) * stepSize));
  const method = oneOf("interval", input.interval ?? "t", ["t", "none"] as const);
  const { interval, intervalWhy } = method === "none" ? noInterval("not-requested") : clusteredMean({ values: accuracies, confidence });
  return {
    value:
      Float64Array.from(accuracies)
        .sort()
        .reduce((sum, each) => sum + each, 0) / n,
    why: null,
    n,
    interval: interval && { ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) },
    intervalWhy,
    epsilons,
    inSample: inSample.value,
  };
}

function accuracyAt({ pairs, ordered }: Group, threshold: number): number {
  return pairs.reduce((right, { steps, gain }) => right + (compareDistances(steps, threshold) <= 0 ? gain : 0), ordered) / pairs.length;
}

function refuseTooMany(sizes: number[]): void {
  const pairs = sizes.reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  if (pairs > MOST_PAIRS) throw new StatsInputError("metric", `gives ${pairs} pairs; at most ${MOST_PAIRS} can be looked at one by one`);
}
