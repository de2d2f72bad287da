import { type AlphaResult, alphaOfPrepared, alphaReplicates, sourcesOnSameBlocks } from "./alpha";
import type { AlphaSource } from "./alpha-cells";
import {
  type AlphaLevel,
  type ClusteredRatingsInput,
  checkLevel,
  type EncodedRatings,
  encodeRatings,
  type RatingsInput,
} from "./encoded-ratings";
import {
  acceleration,
  bootstrapInterval,
  type IntervalOptions,
  type IntervalOutcome,
  jackknifeInterval,
  MAX_DEGENERATE_SHARE,
  noInterval,
  resolveIntervalOptions,
} from "./resampling";
import { type IntervalEstimate, StatsInputError } from "./result";

export interface AlphaDifferenceOptions extends Omit<ClusteredRatingsInput, "ratings">, IntervalOptions {
  /** `first[unit][rater]`. */
  first: RatingsInput["ratings"];
  /** `second[unit][rater]`: the same units in the same order, rated otherwise (another rater more, another condition, another criterion). */
  second: RatingsInput["ratings"];
  level: AlphaLevel;
}

export interface AlphaDifferenceResult extends IntervalEstimate {
  statistic: "alpha-difference";
  level: AlphaLevel;
  /** Alpha of `first` and of `second`, without intervals of their own. */
  first: AlphaResult;
  second: AlphaResult;
  /** Standard error of the difference by the interval's method, null without one. */
  standardError: number | null;
}

/**
 * The difference of two alphas on the same units: alpha(second) - alpha(first), with an interval that knows they are paired.
 *
 * Each unit (or cluster) that is pairable in either table is left out of both, and the difference computed again: jackknife with t(U-1), or
 * bootstrap with the same draws for both. `n` counts these units. Undefined (`why` of the first alpha that is) when one of the two is.
 *
 * @example alphaDifference({ first: [[1, 1], [2, 2], [1, 2]], second: [[1, 1], [2, 2], [1, 1]], level: "nominal" }).value // 0.5555...
 * Source: Efron & Tibshirani 1993, chapter 11, applied to the difference.
 */
export function alphaDifference(options: AlphaDifferenceOptions): AlphaDifferenceResult {
  const { level, scale } = options;
  const intervalOptions = resolveIntervalOptions(options);
  const first = encodeRatings({ ratings: options.first, scale });
  const second = encodeRatings({ ratings: options.second, scale });
  checkLevel(first, level);
  checkLevel(second, level);
  if (first.units !== second.units) throw new StatsInputError("second", `has ${second.units} rows, first has ${first.units}`);
  const { sources, units: n, blocks } = sourcesOnSameBlocks([first, second], options.clusters, intervalOptions.interval === "none");
  const prepared = [first, second].map((encoded: EncodedRatings, place) => {
    return { encoded, source: sources[place] as AlphaSource, options: { ...intervalOptions, interval: "none" as const } };
  });
  const [from, to] = prepared as [(typeof prepared)[0], (typeof prepared)[0]];
  const alphas = [alphaOfPrepared(from, level), alphaOfPrepared(to, level)] as const;
  const result = { statistic: "alpha-difference" as const, level, first: alphas[0], second: alphas[1], n };
  if (alphas[0].value === null || alphas[1].value === null) {
    const outcome = noInterval("undefined-estimate");
    return { ...result, value: null, why: alphas[0].why ?? alphas[1].why, ...outcome };
  }
  const value = alphas[1].value - alphas[0].value;
  return { ...result, value, why: null, ...differenceInterval(value) };

  function differenceInterval(estimate: number): IntervalOutcome {
    const { interval: method, confidence, seed } = intervalOptions;
    if (method === "none") return noInterval("not-requested");
    if (blocks < 2) return noInterval("too-few");
    // Under perfect agreement the remainder agrees too, even if too little is left to vary.
    const [isSure, isSureAfter] = [alphas[0].value === 1, alphas[1].value === 1];
    const without = from.source.leaveOneOut(level).values;
    const leaveOneOut = to.source.leaveOneOut(level).values.map((value, i) => {
      return (isSureAfter ? 1 : value) - (isSure ? 1 : (without[i] as number));
    });
    const jackknife = (): IntervalOutcome => jackknifeInterval({ estimate, leaveOneOut, confidence });
    if (method === "jackknife") return jackknife();
    // Both sources have the same blocks and read the same stream, so each replicate draws the same units from both.
    const before = alphaReplicates(from.source, level, intervalOptions);
    const after = alphaReplicates(to.source, level, intervalOptions);
    const degenerateShare = (isSure ? 0 : before.degenerateShare) + (isSureAfter ? 0 : after.degenerateShare);
    if (degenerateShare > MAX_DEGENERATE_SHARE) return { ...jackknife(), intervalWhy: "degenerate-replicates" };
    const replicates = after.replicates.map((replicate, b) => replicate - (before.replicates[b] as number));
    return bootstrapInterval({
      estimate,
      replicates,
      acceleration: method === "bca" ? acceleration(leaveOneOut) : null,
      method,
      confidence,
      seed,
    });
  }
}
