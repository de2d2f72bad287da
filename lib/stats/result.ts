/** Why a statistic has no value. A statistic that is undefined is an answer, not a failure. */
export type Why =
  | "no-units"
  | "no-pairable-units"
  | "no-variation"
  | "constant-input"
  | "too-few"
  | "out-of-scale"
  | "no-eligible-annotators"
  | "not-identifiable"
  | "negative-values"
  | "overflow"
  | "unequal-raters";

/** Why an estimate carries no interval although it may have a value. */
export type IntervalWhy = Why | "not-requested" | "undefined-estimate" | "undefined-replicates" | "degenerate-replicates";

export type IntervalMethod = "jackknife" | "jackknife-fisher-z" | "bca" | "percentile" | "t" | "wald" | "wilson" | "analytic" | "f";

/** A confidence interval with everything needed to compute it again. `resamples` and `seed` are null for deterministic methods. */
export interface Interval {
  low: number;
  high: number;
  /** Nominal coverage, as a share in 0..1. */
  confidence: number;
  method: IntervalMethod;
  resamples: number | null;
  seed: number | null;
}

/** What every statistic returns at least: the value, or null with the reason. */
export interface Estimate {
  value: number | null;
  why: Why | null;
  /** How many units, pairs or ratings the value was computed from; the statistic's own doc says which. */
  n: number;
}

/** An estimate with its interval; `interval` null says why in `intervalWhy`. */
export interface IntervalEstimate extends Estimate {
  interval: Interval | null;
  intervalWhy: IntervalWhy | null;
}

/** Thrown for input that has no meaning (wrong shape, value outside the declared scale); names the argument and the place. */
export class StatsInputError extends Error {
  readonly argument: string;
  constructor(argument: string, message: string) {
    super(`${argument}: ${message}`);
    this.name = "StatsInputError";
    this.argument = argument;
  }
}

/** One rating: a number, or missing. null, undefined and NaN all mean missing. */
export type Rating = number | null | undefined;
