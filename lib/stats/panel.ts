import { type AlphaDifferenceResult, alphaDifference } from "./alpha-difference";
import type { AlphaLevel, ClusteredRatingsInput, RatingValue } from "./encoded-ratings";
import type { IntervalOptions } from "./resampling";
import { StatsInputError } from "./result";

export interface PanelOptions extends ClusteredRatingsInput, IntervalOptions {
  /** `ratings[unit][rater]` of the people. */
  ratings: readonly (readonly RatingValue[])[];
  /** The judge's rating of each unit, missing allowed. */
  judge: readonly RatingValue[];
  level: AlphaLevel;
}

/**
 * The judge as one more annotator: alpha of the people, alpha with the judge among them, and the paired difference (with - without) with its
 * interval. A difference near 0 or above says that the judge agrees with the people as they agree among themselves.
 *
 * Input, missing ratings, intervals and undefined cases as in `alphaDifference`, of which this is the case "one rater more":
 * `first` is the people's alpha, `second` the alpha with the judge.
 *
 * @throws StatsInputError when `judge` has not one entry per unit
 * @example panelDifference({ ratings: [[1, 1], [2, 2], [1, 2]], judge: [1, 2, 2], level: "nominal" }).value // 0.1555...
 */
export function panelDifference(options: PanelOptions): AlphaDifferenceResult {
  const { ratings, judge, ...rest } = options;
  if (!Array.isArray(ratings)) throw new StatsInputError("ratings", "must be an array of rows, ratings[unit][rater]");
  if (!Array.isArray(judge)) throw new StatsInputError("judge", "must be an array with one rating per unit");
  if (judge.length !== ratings.length) throw new StatsInputError("judge", `has ${judge.length} ratings for ${ratings.length} units`);
  return alphaDifference({ ...rest, first: ratings, second: withColumn(ratings, judge) });
}

/** The table with one rater more, in a column of its own whatever the lengths of the rows. */
function withColumn(ratings: readonly (readonly RatingValue[])[], column: readonly RatingValue[]): RatingValue[][] {
  const width = ratings.reduce((widest, row) => Math.max(widest, Array.isArray(row) ? row.length : 0), 0);
  return ratings.map((row, unit) => {
    if (!Array.isArray(row)) throw new StatsInputError("ratings", `row ${unit} is not an array`);
    const padded: RatingValue[] = [...row];
    padded.length = width;
    return [...padded, column[unit]];
  });
}
