import { type PreparedAlpha, sourcesOnSameBlocks } from "./alpha";
import type { AlphaSource } from "./alpha-cells";
import { confidenceOf, oneOf } from "./arguments";
import type { ClusterLabel } from "./blocks";
import { ALPHA_LEVELS, type AlphaLevel, checkLevel, type EncodedRatings, encodeTables, type RatingsInput } from "./encoded-ratings";
import { meanOfDefined } from "./mean-alpha";
import { jackknifeInterval, noInterval, resolveIntervalOptions } from "./resampling";
import { type IntervalEstimate, StatsInputError } from "./result";

export interface MeanAlphaDifferenceOptions {
  /** `first[table][unit][rater]`: in every table the same units in the same order, rated on something else (another criterion). */
  first: readonly RatingsInput["ratings"][];
  /** The same tables and units, rated otherwise (another condition). */
  second: readonly RatingsInput["ratings"][];
  /** A label per unit. */
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
  interval?: "jackknife" | "none";
}

/**
 * The difference of two means of alphas about the same units: mean alpha of `second` - mean alpha of `first`, at all four levels.
 *
 * Each mean is over the tables in which its alpha is defined. Interval: delete-one jackknife of the difference with t(G-1); each unit (or cluster)
 * that is pairable in some table is left out of all of them. `n` counts these units. Undefined, with its reason, when one of the means is.
 *
 * @throws StatsInputError when the tables have different numbers of units
 * @example meanAlphaDifference({ first: [[[1, 2], [2, 1]]], second: [[[1, 1], [2, 2]]] }).nominal.value // 1.5
 * Source: Efron & Tibshirani 1993, chapter 11.
 */
export function meanAlphaDifference(options: MeanAlphaDifferenceOptions): Record<AlphaLevel, IntervalEstimate> {
  const [nominal, ordinal, interval, ratio] = meanAlphaDifferenceAt(ALPHA_LEVELS, options);
  return { nominal, ordinal, interval, ratio } as Record<AlphaLevel, IntervalEstimate>;
}

/** The same at some levels, in their order. */
export function meanAlphaDifferenceAt(levels: readonly AlphaLevel[], options: MeanAlphaDifferenceOptions): IntervalEstimate[] {
  const confidence = confidenceOf(options.confidence);
  const method = oneOf("interval", options.interval ?? "jackknife", ["jackknife", "none"] as const);
  const [first, second] = [encodeTables("first", options.first), encodeTables("second", options.second)];
  const all = [...first, ...second];
  const units = all[0]?.units ?? 0;
  if (all.some((table) => table.units !== units))
    throw new StatsInputError("second", `all tables must have ${units} rows, as the first has`);
  const { sources, units: n, blocks } = sourcesOnSameBlocks(all, options.clusters, method === "none");
  const prepare = (tables: EncodedRatings[], from: number): PreparedAlpha[] =>
    tables.map((encoded, place) => {
      for (const level of levels) checkLevel(encoded, level);
      return { encoded, source: sources[from + place] as AlphaSource, options: resolveIntervalOptions({ interval: "none" }) };
    });
  const [from, to] = [prepare(first, 0), prepare(second, first.length)];
  const at = (level: AlphaLevel): IntervalEstimate => {
    const [before, after] = [meanOfDefined(from, level, blocks), meanOfDefined(to, level, blocks)];
    if (before.value === null || after.value === null) {
      return { value: null, why: before.why ?? after.why, n, interval: null, intervalWhy: "undefined-estimate" };
    }
    const estimate = after.value - before.value;
    if (method === "none") return { value: estimate, why: null, n, ...noInterval("not-requested") };
    const without = before.leaveOneOut();
    const leaveOneOut = after.leaveOneOut().map((value, i) => value - (without[i] as number));
    const { interval, intervalWhy } = jackknifeInterval({ estimate, leaveOneOut, confidence });
    return { value: estimate, why: null, n, interval, intervalWhy };
  };
  return levels.map(at);
}
