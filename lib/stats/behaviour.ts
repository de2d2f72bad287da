import { krippendorffAlpha } from "./alpha";
import { finiteNumber } from "./arguments";
import { sortedMean } from "./clustered-mean";
import { cohenKappa } from "./cohen-kappa";
import { numberColumn, pairedValues } from "./paired-values";
import { weightedPearson } from "./pearson";
import { median } from "./quantile";
import { type Estimate, type Rating, StatsInputError } from "./result";
import { spearman } from "./spearman";
import { variance } from "./sums";

export interface BehaviourResult {
  n: number;
  mean: Estimate;
  /** Sample SD (n-1). */
  sd: Estimate;
  /** Shannon entropy of the scores in bits, and divided by log2 of the scale points (0: one score only, 1: all alike). */
  entropyBits: Estimate;
  entropyNormalised: Estimate;
  /** Longest run of one score in the order given. */
  longestRun: number;
  /** Share of the most frequent score. */
  modalShare: Estimate;
  /** Pearson correlation of each score with the next. */
  lag1Autocorrelation: Estimate;
  /** null without durations. */
  time: BehaviourTime | null;
}

export interface BehaviourTime {
  n: number;
  medianMs: number | null;
  /** Median absolute deviation from the median. */
  madMs: number | null;
  /** Units faster than the threshold. */
  fast: number;
  fastBelowMs: number;
  /** Spearman of place in the order and duration: negative means speeding up. */
  positionSpearman: Estimate;
}

/**
 * One rater's scores and times in the order of rating, as evidence and not as a verdict: long runs and low entropy occur in careful work too.
 *
 * Missing scores are dropped (a run continues across the gap), missing durations from the times alone. Undefined without scores (`no-units`), and
 * without variation for the autocorrelation (`no-variation`).
 *
 * @param input scalePoints: how many values the declared scale has
 * @example raterBehaviour({ scores: [3, 3, 3, 4], scalePoints: 5 }).longestRun // 3
 * Source: Goldammer et al. 2024; Wood et al. 2017 (speed).
 */
export function raterBehaviour(input: {
  scores: ArrayLike<Rating>;
  scalePoints: number;
  durationMs?: ArrayLike<Rating>;
  fastBelowMs?: number;
}): BehaviourResult {
  const points = finiteNumber("scalePoints", input.scalePoints);
  if (!Number.isSafeInteger(points) || points < 1) throw new StatsInputError("scalePoints", `must be a whole number from 1, got ${points}`);
  const scores = numberColumn("scores", input.scores).filter((score) => !Number.isNaN(score));
  const counts = new Map<number, number>();
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
  if (counts.size > points) throw new StatsInputError("scalePoints", `is ${points}, but there are ${counts.size} different scores`);
  const n = scores.length;
  const estimate = (value: number | null, why: Estimate["why"] = "no-units"): Estimate => {
    if (value !== null && !Number.isFinite(value)) return { value: null, why: "overflow", n };
    return n === 0 || value === null ? { value: null, why: n === 0 ? "no-units" : why, n } : { value, why: null, n };
  };
  const shares = [...counts.values()].sort((a, b) => a - b).map((count) => count / n);
  const bits = shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
  return {
    n,
    mean: estimate(n === 0 ? null : sortedMean(scores.toSorted())),
    sd: estimate(n < 2 ? null : Math.sqrt(variance(scores.toSorted()) ?? 0), "too-few"),
    entropyBits: estimate(bits),
    entropyNormalised: estimate(points === 1 ? null : bits / Math.log2(points), "no-variation"),
    longestRun: longestRun(scores),
    modalShare: estimate(shares.at(-1) ?? null),
    lag1Autocorrelation: estimate(lag1(scores), "no-variation"),
    time: input.durationMs === undefined ? null : timeOf(input.durationMs, finiteNumber("fastBelowMs", input.fastBelowMs ?? 1000)),
  };
}

function longestRun(scores: Float64Array): number {
  let [longest, run] = [0, 0];
  scores.forEach((score, i) => {
    run = score === scores[i - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}

/** Pearson's r of all scores but the last with all but the first. */
function lag1(scores: Float64Array): number | null {
  if (scores.length < 3) return null;
  return weightedPearson(scores.subarray(0, -1), scores.subarray(1), new Float64Array(scores.length - 1).fill(1));
}

function timeOf(durations: ArrayLike<Rating>, fastBelowMs: number): BehaviourTime {
  const column = numberColumn("durationMs", durations);
  const wrong = column.findIndex((duration) => duration < 0);
  if (wrong >= 0) throw new StatsInputError("durationMs", `row ${wrong}: must be at least 0, got ${column[wrong]}`);
  const given = column.filter((duration) => !Number.isNaN(duration));
  const medianMs = median(given);
  const { value, why, n } = spearman({ x: column.map((_, i) => i), y: column, interval: "none" });
  return {
    n: given.length,
    medianMs,
    madMs: medianMs === null ? null : median(given.map((duration) => Math.abs(duration - medianMs))),
    fast: given.filter((duration) => duration < fastBelowMs).length,
    fastBelowMs,
    positionSpearman: { value, why, n },
  };
}

export interface TestRetestResult {
  n: number;
  /** Share of exactly repeated scores. */
  exact: Estimate;
  /** Mean of second - first. */
  meanShift: Estimate;
  alphaOrdinal: Estimate;
  quadraticKappa: Estimate;
}

/**
 * How a rater's second scores of the same units agree with the first. Base conclusions on at least 20 repeats.
 *
 * Rows with a missing side are dropped. exact and meanShift are undefined without rows (`no-units`), the others as their own statistics.
 *
 * @param input scale: the declared values in order, for kappa's weights; the values seen unless given
 * @example testRetest({ first: [4, 2], second: [4, 3] }).exact.value // 0.5
 */
export function testRetest(input: {
  first: ArrayLike<Rating>;
  second: ArrayLike<Rating>;
  scale?: readonly number[] | null;
}): TestRetestResult {
  const { x: first, y: second, n } = pairedValues(input.first, input.second, "first", "second");
  const estimate = (value: number): Estimate => {
    if (n === 0) return { value: null, why: "no-units", n };
    return Number.isFinite(value) ? { value, why: null, n } : { value: null, why: "overflow", n };
  };
  const shifts = first.map((score, i) => (second[i] as number) - score).sort();
  const ratings = Array.from(first, (score, i) => [score, second[i] as number]);
  const { scale } = input;
  const alpha = krippendorffAlpha({ ratings, level: "ordinal", scale, interval: "none" });
  const kappa = cohenKappa({ first: Array.from(first), second: Array.from(second), scale: scale ?? undefined, weights: "quadratic" });
  return {
    n,
    exact: estimate(shifts.filter((shift) => shift === 0).length / n),
    meanShift: estimate(n === 0 ? 0 : sortedMean(shifts)),
    alphaOrdinal: { value: alpha.value, why: alpha.why, n },
    quadraticKappa: { value: kappa.value, why: kappa.why, n },
  };
}
