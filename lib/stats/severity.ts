import type { ClusterLabel } from "./blocks";
import { clusteredMean } from "./clustered-mean";
import { compareDistances } from "./compare-distances";
import { type EncodedRatings, isEncoded, numericScale } from "./encoded-ratings";
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
 * @param input ratings[unit][rater], or encoded
 * @example raterSeverity({ ratings: [[5, 3, 3], [4, 4, 2]] }).raters[0]?.severity.value // 1.5
 */
export function raterSeverity(input: {
  ratings: readonly (readonly Rating[])[] | EncodedRatings;
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}): { units: number; raters: RaterSeverity[] } {
  const table = isEncoded(input.ratings) ? scoresOf(input.ratings) : readScores(input.ratings);
  const raters = Array.from({ length: table.raters }, (_, rater): RaterSeverity => {
    const differences = differencesToOthers(table, rater);
    const result = clusteredMean({ values: differences, clusters: input.clusters, confidence: input.confidence });
    const why = result.why === "no-units" ? "no-pairable-units" : result.why;
    const given = Float64Array.from({ length: table.units }, (_, unit) => scoreAt(table, unit * table.raters + rater)).filter(
      (value) => !Number.isNaN(value),
    );
    const far = differences.reduce((count, difference) => count + (compareDistances(Math.abs(difference), 1) > 0 ? 1 : 0), 0);
    return {
      rater,
      ratings: given.length,
      mean: exactMean({ values: given }),
      severity: { value: result.value, why, n: result.n, interval: result.interval, intervalWhy: result.intervalWhy },
      outsideOne: result.n === 0 ? null : far / result.n,
    };
  });
  return { units: table.units, raters };
}

/** `scores[codes[unit * raters + rater]]`; NaN, the first, is missing. Of many people, few have rated a unit: a score for each would be much to hold. */
interface Scores {
  codes: ArrayLike<number>;
  scores: Float64Array;
  units: number;
  raters: number;
}

const scoreAt = ({ codes, scores }: Scores, cell: number): number => scores[codes[cell] as number] as number;

function readScores(ratings: readonly (readonly Rating[])[]): Scores {
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", "must be an array of units");
  const rows = ratings.map((row, unit) => numberColumn(`ratings[${unit}]`, row));
  const raters = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const scores = new Float64Array(1 + rows.length * raters).fill(Number.NaN);
  rows.forEach((row, unit) => {
    scores.set(row, 1 + unit * raters);
  });
  return { codes: Uint32Array.from({ length: rows.length * raters }, (_, cell) => cell + 1), scores, units: rows.length, raters };
}

function scoresOf(encoded: EncodedRatings): Scores {
  const { codes, units, raters } = encoded;
  return { codes, scores: Float64Array.from([Number.NaN, ...numericScale(encoded, "interval")]), units, raters };
}

/** own - mean of the others, by unit: the mean of as many differences as there are others, (k own - sum) / k; NaN where somebody is missing. */
function differencesToOthers(table: Scores, rater: number): Float64Array {
  const { units, raters } = table;
  const differences = new Float64Array(units).fill(Number.NaN);
  const own = new Float64Array(raters);
  for (let unit = 0; unit < units; unit++) {
    const score = scoreAt(table, unit * raters + rater);
    if (Number.isNaN(score)) continue;
    let [others, sum, reach] = [0, 0, 0];
    for (let other = 0; other < raters; other++) {
      const theirs = scoreAt(table, unit * raters + other);
      if (other === rater || Number.isNaN(theirs)) continue;
      const difference = score - theirs;
      own[others++] = difference;
      sum += difference;
      reach += Number.isSafeInteger(difference) ? Math.abs(difference) : Number.NaN;
    }
    if (others === 0) continue;
    // Whole numbers need no search for the decimal step that holds them.
    differences[unit] = Number.isSafeInteger(reach) ? sum / others : (exactMean({ values: own.subarray(0, others) }) ?? Number.NaN);
  }
  return differences;
}
