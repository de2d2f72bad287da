import type { ClusterLabel } from "./blocks";
import { clusteredMean } from "./clustered-mean";
import { exactMean } from "./exact-mean";
import { numberColumn } from "./paired-values";
import { type IntervalEstimate, type Rating, StatsInputError } from "./result";

/** One rater beside the others. */
export interface RaterSeverity {
  /** Place among the raters of the input. */
  rater: number;
  /** Ratings of this rater, and their mean. */
  ratings: number;
  mean: number | null;
  /** Mean of (own rating - mean of the others on the same unit); positive is lenient. */
  severity: IntervalEstimate;
  /** Share of those units on which the rater is more than one scale point from the others' mean. */
  outsideOne: number | null;
}

/**
 * How much higher each rater scores than the others do on the same units.
 *
 * Units that nobody else has rated are left out; `severity.n` counts the rest. Interval: delete-one jackknife of the mean, which is
 * mean +- t(n-1) sd/sqrt(n); cluster-robust where `clusters` are given. Undefined without such units (`no-pairable-units`).
 *
 * @param input ratings[unit][rater]
 * @example raterSeverity({ ratings: [[5, 3, 3], [4, 4, 2]] }).raters[0]?.severity.value // 1.5
 */
export function raterSeverity(input: {
  ratings: readonly (readonly Rating[])[];
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}): { units: number; raters: RaterSeverity[] } {
  if (!Array.isArray(input.ratings)) throw new StatsInputError("ratings", "must be an array of units");
  const rows = input.ratings.map((row, unit) => numberColumn(`ratings[${unit}]`, row));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const raters = Array.from({ length: width }, (_, rater): RaterSeverity => {
    const own = rows.map((row) => row[rater] ?? Number.NaN);
    const differences = rows.map((row, unit) => differenceToOthers(row, rater, own[unit] as number));
    const result = clusteredMean({ values: differences, clusters: input.clusters, confidence: input.confidence });
    const why = result.why === "no-units" ? "no-pairable-units" : result.why;
    const given = own.filter((value) => !Number.isNaN(value));
    const far = differences.filter((difference) => difference !== null && Math.abs(difference) > 1).length;
    return {
      rater,
      ratings: given.length,
      mean: exactMean({ values: given }),
      severity: { value: result.value, why, n: result.n, interval: result.interval, intervalWhy: result.intervalWhy },
      outsideOne: result.n === 0 ? null : far / result.n,
    };
  });
  return { units: rows.length, raters };
}

/** own - mean of the others. */
function differenceToOthers(row: Float64Array, rater: number, own: number): number | null {
  const others = row.filter((value, i) => i !== rater && !Number.isNaN(value));
  if (Number.isNaN(own) || others.length === 0) return null;
  // (k own - sum) / k: the mean of as many differences as there are others.
  return exactMean({ values: others.map((other) => own - other) });
}
