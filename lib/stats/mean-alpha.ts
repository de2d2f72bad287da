import { alphaValue, type PreparedAlpha, sourcesOnSameBlocks } from "./alpha";
import type { AlphaSource } from "./alpha-cells";
import { confidenceOf, oneOf } from "./arguments";
import type { ClusterLabel } from "./blocks";
import { ALPHA_LEVELS, type AlphaLevel, checkLevel, encodeTables, type RatingsInput } from "./encoded-ratings";
import { type IntervalOutcome, jackknifeInterval, noInterval, resolveIntervalOptions } from "./resampling";
import { type IntervalEstimate, StatsInputError } from "./result";

export interface MeanAlphaOptions {
  /** `tables[table][unit][rater]`: in every table the same units in the same order, rated on something else (another criterion). */
  tables: readonly RatingsInput["ratings"][];
  /** A label per unit. */
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
  interval?: "jackknife" | "none";
}

/** The mean of the tables' alphas; `n` counts their pairable ratings. */
export interface MeanAlphaResult extends IntervalEstimate {
  /** Units with two or more ratings, table by table. */
  pairableUnits: number;
  /** Tables in which alpha is defined, and all of them. */
  definedTables: number;
  totalTables: number;
}

/**
 * Mean of Krippendorff's alphas of several tables about the same units (one per criterion), at all four levels: what raters agree on within a
 * criterion, where one table of everything would also measure how criteria differ.
 *
 * value = mean of the alphas that are defined. Interval: delete-one jackknife of the mean with t(G-1); each unit (or cluster) that is pairable in
 * some table is left out of all of them. Undefined, with the first table's reason, where no table has an alpha.
 *
 * @example meanAlpha({ tables: [[[1, 1], [2, 2]], [[1, 2], [2, 1]]] }).nominal.value // 0.25
 * Source: Krippendorff 2018, chapter 12; Efron & Tibshirani 1993, chapter 11.
 */
export function meanAlpha(options: MeanAlphaOptions): Record<AlphaLevel, MeanAlphaResult> {
  const [nominal, ordinal, interval, ratio] = meanAlphaAt(ALPHA_LEVELS, options);
  return { nominal, ordinal, interval, ratio } as Record<AlphaLevel, MeanAlphaResult>;
}

/** The same at some levels, in their order. */
export function meanAlphaAt(levels: readonly AlphaLevel[], options: MeanAlphaOptions): MeanAlphaResult[] {
  const confidence = confidenceOf(options.confidence);
  const method = oneOf("interval", options.interval ?? "jackknife", ["jackknife", "none"] as const);
  const encoded = encodeTables("tables", options.tables);
  const units = encoded[0]?.units ?? 0;
  const odd = encoded.findIndex((table) => table.units !== units);
  if (odd >= 0) throw new StatsInputError("tables", `table ${odd} has ${encoded[odd]?.units} rows, the first has ${units}`);
  const { sources, blocks } = sourcesOnSameBlocks(encoded, options.clusters, method === "none");
  const none = resolveIntervalOptions({ interval: "none" });
  const tables = encoded.map((table, place) => {
    for (const level of levels) checkLevel(table, level);
    return { encoded: table, source: sources[place] as AlphaSource, options: none };
  });
  return levels.map((level) => meanAtLevel(tables, level, blocks, { confidence, method }));
}

function meanAtLevel(
  tables: PreparedAlpha[],
  level: AlphaLevel,
  blocks: number,
  { confidence, method }: { confidence: number; method: "jackknife" | "none" },
): MeanAlphaResult {
  const { defined, value, why, leaveOneOut } = meanOfDefined(tables, level, blocks);
  const total = (of: "pairableRatings" | "pairableUnits"): number => defined.reduce((sum, { table }) => sum + table.source.counts[of], 0);
  const counts = {
    n: total("pairableRatings"),
    pairableUnits: total("pairableUnits"),
    definedTables: defined.length,
    totalTables: tables.length,
  };
  if (value === null) return { value, why, ...counts, interval: null, intervalWhy: "undefined-estimate" };
  const jackknife = (): IntervalOutcome =>
    jackknifeInterval({ estimate: value, leaveOneOut: leaveOneOut(), confidence, bounds: { high: 1 } });
  const { interval, intervalWhy } = method === "none" ? noInterval("not-requested") : jackknife();
  return { value, why: null, ...counts, interval, intervalWhy };
}

/** The tables with an alpha, their mean (null with the first table's reason: none has one), and the mean without each block. */
export function meanOfDefined(tables: PreparedAlpha[], level: AlphaLevel, blocks: number) {
  const estimates = tables.map((table) => ({ table, ...alphaValue(table, level) }));
  const defined = estimates.flatMap(({ table, value }) => (value === null ? [] : [{ table, value }]));
  const why = defined.length > 0 ? null : (estimates[0]?.why ?? "no-pairable-units");
  const value = defined.length === 0 ? null : defined.reduce((sum, entry) => sum + entry.value, 0) / defined.length;
  const leaveOneOut = (): Float64Array => {
    const sums = new Float64Array(blocks);
    for (const { table, value: own } of defined) {
      const { values } = table.source.leaveOneOut(level);
      // Under perfect agreement the remainder agrees too, even if too little is left to vary.
      for (let i = 0; i < blocks; i++) sums[i] = (sums[i] as number) + (own === 1 ? 1 : (values[i] as number));
    }
    return sums.map((sum) => sum / defined.length);
  };
  return { defined, value, why, leaveOneOut };
}
