import { type AlphaDifferenceResult, alphaDifference } from "./alpha-difference";
import { type AlphaLevel, type ClusteredRatingsInput, type EncodedRatings, encodeRatings } from "./encoded-ratings";
import type { IntervalOptions } from "./resampling";

export interface LeaveOneRaterOutOptions extends ClusteredRatingsInput, IntervalOptions {
  level: AlphaLevel;
}

export interface WithoutRater extends Omit<AlphaDifferenceResult, "statistic"> {
  /** Column of the rater left out. `value` is alpha without this rater minus alpha with all. */
  rater: number;
}

/**
 * How alpha would move without each rater: for every column alpha without it minus alpha of all, with the paired interval of
 * `alphaDifference` (`first` all raters, `second` without this one). A clear gain marks a rater whose work deserves a look, not a removal.
 *
 * Input and undefined cases as in `alphaDifference`.
 *
 * @example leaveOneRaterOut({ ratings: [[1, 1, 2], [2, 2, 1], [1, 1, 1]], level: "nominal" })[2]?.second.value // 1
 */
export function leaveOneRaterOut(options: LeaveOneRaterOutOptions): WithoutRater[] {
  const encoded = encodeRatings(options);
  return Array.from({ length: encoded.raters }, (_, rater) => {
    const { statistic, ...result } = alphaDifference({ ...options, scale: null, first: encoded, second: withoutColumn(encoded, rater) });
    return { rater, ...result };
  });
}

/** The same table with one rater's ratings missing. */
function withoutColumn(encoded: EncodedRatings, rater: number): EncodedRatings {
  const codes = encoded.codes.slice();
  for (let at = rater; at < codes.length; at += encoded.raters) codes[at] = 0;
  return { ...encoded, codes };
}
