import type { Blocks } from "./blocks";
import { describe } from "./paired-values";
import { quantileOfSorted } from "./quantile";
import { type SeededRandom, seededRandom } from "./random";
import type { Interval, IntervalWhy } from "./result";
import { StatsInputError } from "./result";
import { normalCdf, normalPpf, tPpf } from "./special-functions";

/** How an interval is asked for. `resamples` and `seed` matter to the bootstraps only. */
export interface IntervalOptions {
  interval?: "jackknife" | "bca" | "percentile" | "none";
  /** Nominal coverage in 0..1, default 0.95. */
  confidence?: number;
  /** Bootstrap replicates, default 2000. */
  resamples?: number;
  /** Seed of the bootstrap, a whole number, default 1. */
  seed?: number;
}

export interface ResolvedIntervalOptions {
  interval: "jackknife" | "bca" | "percentile" | "none";
  confidence: number;
  resamples: number;
  seed: number;
}

/** An interval or the reason why there is none; `standardError` where the method has one. */
export interface IntervalOutcome {
  interval: Interval | null;
  intervalWhy: IntervalWhy | null;
  standardError: number | null;
}

/** The range a statistic can take; interval ends beyond it are cut (only the ends, never the estimate). */
export interface Bounds {
  low?: number;
  high?: number;
}

const METHODS = ["jackknife", "bca", "percentile", "none"] as const;
/** Above this share of undefined replicates a bootstrap interval would describe the convention for them, not the data. */
export const MAX_DEGENERATE_SHARE = 0.01;

/** Fills in the defaults of an interval request and refuses senseless ones. */
export function resolveIntervalOptions(options: IntervalOptions): ResolvedIntervalOptions {
  const { interval = "jackknife", confidence = 0.95, resamples = 2000, seed = 1 } = options;
  if (!METHODS.includes(interval)) throw new StatsInputError("interval", `must be one of ${METHODS.join(", ")}, got ${describe(interval)}`);
  if (typeof confidence !== "number" || !(confidence > 0 && confidence < 1)) {
    throw new StatsInputError("confidence", `must be between 0 and 1, got ${describe(confidence)}`);
  }
  if (!Number.isInteger(resamples) || resamples < 1 || resamples > 1_000_000) {
    throw new StatsInputError("resamples", `must be a whole number from 1 to 1000000, got ${describe(resamples)}`);
  }
  if (!Number.isSafeInteger(seed)) throw new StatsInputError("seed", `must be a whole number, got ${describe(seed)}`);
  return { interval, confidence, resamples, seed };
}

/**
 * The interval, or none (`degenerate-replicates`) where it has no width beyond rounding: it would claim that the data could not have come out
 * otherwise. `scale` is the size of the numbers that its ends were computed from.
 */
export function withWidth(interval: Interval, scale = 1): Pick<IntervalOutcome, "interval" | "intervalWhy"> {
  const { low, high } = interval;
  const degenerate = high - low <= 1e-12 * Math.max(scale, Math.abs(low), Math.abs(high));
  return degenerate ? { interval: null, intervalWhy: "degenerate-replicates" } : { interval, intervalWhy: null };
}

/** No interval, and why. */
export function noInterval(why: IntervalWhy): IntervalOutcome {
  return { interval: null, intervalWhy: why, standardError: null };
}

function clamp(x: number, bounds: Bounds | undefined): number {
  return Math.min(bounds?.high ?? Infinity, Math.max(bounds?.low ?? -Infinity, x));
}

export interface JackknifeInput {
  /** The statistic on all data. */
  estimate: number;
  /** The statistic without block i; NaN where it is undefined. */
  leaveOneOut: ArrayLike<number>;
  /** How many blocks share the i-th value, default 1 each. */
  weights?: ArrayLike<number>;
  confidence: number;
  /** `fisher-z` works on atanh, for correlations. */
  scale?: "identity" | "fisher-z";
  bounds?: Bounds;
}

/**
 * Delete-one jackknife interval: estimate +- t(G-1) se, se^2 = (G-1)/G sum (theta_(-g) - mean)^2 over the G blocks (units or clusters),
 * centred on the estimate. On the Fisher scale both steps are done on atanh and mapped back.
 *
 * Undefined with fewer than two blocks (`too-few`), when a leave-one-out value is undefined (`undefined-replicates`), or when leaving out any
 * block changes nothing or, on the Fisher scale, a value is +-1 (`degenerate-replicates`; BCa is the way out). Source: Efron & Tibshirani
 * 1993, chapter 11.
 */
export function jackknifeInterval(input: JackknifeInput): IntervalOutcome {
  const { estimate, leaveOneOut, weights, confidence, bounds } = input;
  const fisher = input.scale === "fisher-z";
  const transform = fisher ? Math.atanh : (x: number) => x;
  const centre = transform(estimate);
  let blocks = 0;
  for (let i = 0; i < leaveOneOut.length; i++) blocks += weights ? (weights[i] as number) : 1;
  if (blocks < 2) return noInterval("too-few");
  let sum = 0;
  for (let i = 0; i < leaveOneOut.length; i++) {
    const value = transform(leaveOneOut[i] as number);
    if (Number.isNaN(value)) return noInterval("undefined-replicates");
    if (!Number.isFinite(value)) return noInterval("degenerate-replicates");
    sum += (weights ? (weights[i] as number) : 1) * (value - centre);
  }
  if (!Number.isFinite(centre)) return noInterval("degenerate-replicates");
  const mean = sum / blocks;
  let squares = 0;
  for (let i = 0; i < leaveOneOut.length; i++) {
    const deviation = transform(leaveOneOut[i] as number) - centre - mean;
    squares += (weights ? (weights[i] as number) : 1) * deviation * deviation;
  }
  const standardError = Math.sqrt(((blocks - 1) / blocks) * squares);
  const reach = tQuantile(0.5 + confidence / 2, blocks - 1) * standardError;
  const back = fisher ? Math.tanh : (x: number) => x;
  const interval: Interval = {
    low: clamp(back(centre - reach), bounds),
    high: clamp(back(centre + reach), bounds),
    confidence,
    method: fisher ? "jackknife-fisher-z" : "jackknife",
    resamples: null,
    seed: null,
  };
  return { ...withWidth(interval), standardError };
}

const tCache = new Map<string, number>();

/** tPpf remembered: a report asks for the same few quantiles hundreds of times. */
export function tQuantile(p: number, df: number): number {
  const key = `${p}/${df}`;
  const known = tCache.get(key);
  if (known !== undefined) return known;
  if (tCache.size > 2000) tCache.clear();
  const value = tPpf(p, df);
  tCache.set(key, value);
  return value;
}

/** BCa's acceleration from leave-one-out values: sum d^3 / (6 (sum d^2)^1.5), d = mean - value; 0 when they do not vary, null when one is undefined. */
export function acceleration(leaveOneOut: ArrayLike<number>, weights?: ArrayLike<number>): number | null {
  let blocks = 0;
  let sum = 0;
  for (let i = 0; i < leaveOneOut.length; i++) {
    const value = leaveOneOut[i] as number;
    if (!Number.isFinite(value)) return null;
    const weight = weights ? (weights[i] as number) : 1;
    blocks += weight;
    sum += weight * value;
  }
  const mean = sum / blocks;
  let squares = 0;
  let cubes = 0;
  for (let i = 0; i < leaveOneOut.length; i++) {
    const deviation = mean - (leaveOneOut[i] as number);
    const weighted = (weights ? (weights[i] as number) : 1) * deviation * deviation;
    squares += weighted;
    cubes += weighted * deviation;
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : 0;
}

export interface BootstrapInput {
  estimate: number;
  /** Replicates of the statistic, none of them NaN; sorted in place. */
  replicates: Float64Array;
  /** BCa's acceleration; null gives no BCa interval. */
  acceleration?: number | null;
  method: "bca" | "percentile";
  confidence: number;
  seed: number;
  bounds?: Bounds;
}

/**
 * Bootstrap interval from replicates: type-7 percentiles, for BCa at the corrected levels Phi(z0 + (z0 + z)/(1 - a (z0 + z))),
 * z0 = Phi^-1((#{b < estimate} + #{b = estimate}/2) / B). Values within 1e-12 of the estimate count as equal, so rounding decides nothing.
 *
 * Undefined when a replicate is (`undefined-replicates`), or when all replicates are equal or, for BCa, lie on one side
 * (`degenerate-replicates`).
 * Source: Efron 1987.
 */
export function bootstrapInterval(input: BootstrapInput): IntervalOutcome {
  const { estimate, replicates, method, confidence, seed, bounds } = input;
  const count = replicates.length;
  let below = 0;
  let equal = 0;
  let total = 0;
  for (const value of replicates) {
    if (!Number.isFinite(value)) return noInterval("undefined-replicates");
    const difference = value - estimate;
    if (Math.abs(difference) <= 1e-12 * Math.max(1, Math.abs(estimate))) equal += 1;
    else if (difference < 0) below += 1;
    total += difference;
  }
  const tail = (1 - confidence) / 2;
  let shares = [tail, 1 - tail];
  if (method === "bca") {
    const corrected = correctedShares((below + 0.5 * equal) / count, input.acceleration ?? null, tail);
    if (corrected === null) return noInterval(input.acceleration == null ? "undefined-replicates" : "degenerate-replicates");
    shares = corrected;
  }
  let squares = 0;
  for (const value of replicates) squares += (value - estimate - total / count) ** 2;
  replicates.sort();
  const [low, high] = shares.map((share) => clamp(quantileOfSorted(replicates, share), bounds)) as [number, number];
  const interval: Interval = { low, high, confidence, method, resamples: count, seed };
  return { ...withWidth(interval), standardError: count > 1 ? Math.sqrt(squares / (count - 1)) : null };
}

function correctedShares(shareBelow: number, a: number | null, tail: number): number[] | null {
  if (a === null || shareBelow <= 0 || shareBelow >= 1) return null;
  const z0 = normalPpf(shareBelow);
  return [tail, 1 - tail].map((level) => {
    const z = z0 + normalPpf(level);
    const denominator = 1 - a * z;
    // Beyond the pole the correction has run off the end of the distribution.
    return denominator > 0 ? normalCdf(z0 + z / denominator) : z > 0 ? 1 : 0;
  });
}

/** The statistic without each block in turn; NaN where `statistic` gives null. */
export function leaveOneOutValues(blocks: Blocks, statistic: (units: Int32Array) => number | null): Float64Array {
  const total = blocks.members.reduce((sum, block) => sum + block.length, 0);
  const values = new Float64Array(blocks.members.length);
  blocks.members.forEach((left, i) => {
    const units = new Int32Array(total - left.length);
    let at = 0;
    blocks.members.forEach((block, j) => {
      if (i === j) return;
      units.set(block, at);
      at += block.length;
    });
    values[i] = statistic(units) ?? Number.NaN;
  });
  return values;
}

/** Bootstrap replicates: as many blocks drawn with replacement as there are, their units joined; NaN where `statistic` gives null. */
export function bootstrapReplicates(
  blocks: Pick<Blocks, "members">,
  resamples: number,
  random: SeededRandom,
  statistic: (units: Int32Array) => number | null,
): Float64Array {
  const count = blocks.members.length;
  const values = new Float64Array(resamples);
  const drawn = new Int32Array(count);
  for (let b = 0; b < resamples; b++) {
    let size = 0;
    for (let i = 0; i < count; i++) {
      const block = random.int(count);
      drawn[i] = block;
      size += (blocks.members[block] as Int32Array).length;
    }
    const units = new Int32Array(size);
    let at = 0;
    for (const block of drawn) {
      const members = blocks.members[block] as Int32Array;
      units.set(members, at);
      at += members.length;
    }
    values[b] = statistic(units) ?? Number.NaN;
  }
  return values;
}

export interface ResampledInput extends IntervalOptions {
  estimate: number | null;
  blocks: Blocks;
  /** The statistic on these unit indices (repeats count as often as they occur), null when undefined. */
  statistic: (units: Int32Array) => number | null;
  scale?: "identity" | "fisher-z";
  bounds?: Bounds;
  /** Leave-one-out values by a faster way than calling `statistic`, NaN where undefined. */
  leaveOneOut?: ArrayLike<number>;
}

/**
 * The interval of any statistic by recomputing it: jackknife (falling back to BCa with the same seed when the Fisher scale is at its end),
 * BCa or percentile. Undefined bootstrap replicates up to 1 % are dropped; beyond that there is no interval.
 */
export function resampledInterval(input: ResampledInput): IntervalOutcome {
  const { interval, confidence, resamples, seed } = resolveIntervalOptions(input);
  if (interval === "none") return noInterval("not-requested");
  if (input.estimate === null) return noInterval("undefined-estimate");
  if (input.blocks.members.length < 2) return noInterval("too-few");
  const { estimate, blocks, statistic, scale, bounds } = input;
  const leaveOneOut = (): ArrayLike<number> => input.leaveOneOut ?? leaveOneOutValues(blocks, statistic);
  let method = interval;
  if (method === "jackknife") {
    const outcome = jackknifeInterval({ estimate, leaveOneOut: leaveOneOut(), confidence, scale, bounds });
    if (outcome.intervalWhy !== "degenerate-replicates") return outcome;
    method = "bca";
  }
  const all = bootstrapReplicates(blocks, resamples, seededRandom(seed), statistic);
  const replicates = all.filter((value) => !Number.isNaN(value));
  if (all.length - replicates.length > MAX_DEGENERATE_SHARE * all.length) return noInterval("undefined-replicates");
  const a = method === "bca" ? acceleration(leaveOneOut()) : null;
  const outcome = bootstrapInterval({ estimate, replicates, acceleration: a, method, confidence, seed, bounds });
  return outcome.interval ? { ...outcome, interval: { ...outcome.interval, resamples } } : outcome;
}
