import { type AlphaSource, cellSource } from "./alpha-cells";
import { momentSource } from "./alpha-moments";
import { type Blocks, type ClusterLabel, checkClusters, resolveBlocks } from "./blocks";
import {
  ALPHA_LEVELS,
  type AlphaLevel,
  type ClusteredRatingsInput,
  checkLevel,
  type EncodedRatings,
  encodeRatings,
} from "./encoded-ratings";
import { gathered } from "./gathered-ratings";
import { seededRandom, streamSeed } from "./random";
import {
  acceleration,
  bootstrapInterval,
  type IntervalOptions,
  type IntervalOutcome,
  jackknifeInterval,
  MAX_DEGENERATE_SHARE,
  noInterval,
  type ResolvedIntervalOptions,
  resolveIntervalOptions,
} from "./resampling";
import type { IntervalEstimate, Why } from "./result";

export interface AlphaOptions extends ClusteredRatingsInput, IntervalOptions {
  level: AlphaLevel;
}

export interface AlphaResult extends IntervalEstimate {
  statistic: "krippendorff-alpha";
  level: AlphaLevel;
  /** Units with at least one rating. */
  units: number;
  /** Units with two or more ratings: those that count. */
  pairableUnits: number;
  /** Raters with at least one rating. */
  raters: number;
  /** All ratings; `n` holds those in pairable units. */
  ratings: number;
}

/** Above this many values on the scale, sums over units replace the table of coincidences. */
const MOST_CELL_VALUES = 32;

/** Everything alpha reads from one set of ratings, prepared once for all levels. */
export interface PreparedAlpha {
  encoded: EncodedRatings;
  source: AlphaSource;
  options: ResolvedIntervalOptions;
}

/** Encodes and counts once; `alphaOfPrepared` then gives any level. */
export function prepareAlpha(input: ClusteredRatingsInput & IntervalOptions): PreparedAlpha {
  const options = resolveIntervalOptions(input);
  const encoded = encodeRatings(input);
  // Without an interval nothing is left out, and units of the same ratings are counted together.
  if (options.interval === "none" && input.clusters) checkClusters(input.clusters, encoded.units);
  const source = input.clusters && options.interval !== "none" ? clusteredSource(encoded, input.clusters) : plainSource(encoded);
  return { encoded, source, options };
}

/** The sums alpha is made of, for these blocks (null: each pairable unit is one). */
export function alphaSource(encoded: EncodedRatings, blocks: Blocks | null): AlphaSource {
  return encoded.values.length <= MOST_CELL_VALUES ? cellSource(encoded, blocks) : momentSource(encoded, blocks);
}

const clusteredSources = new WeakMap<EncodedRatings, { clusters: readonly ClusterLabel[]; source: AlphaSource }>();

/** The sums with the clusters of pairable units as blocks: remembered for a table's last clusters, since one table serves several statistics. */
function clusteredSource(encoded: EncodedRatings, clusters: readonly ClusterLabel[]): AlphaSource {
  const known = clusteredSources.get(encoded);
  if (known?.clusters === clusters) return known.source;
  const source = alphaSource(encoded, resolveBlocks(encoded.units, clusters, pairable(encoded)));
  clusteredSources.set(encoded, { clusters, source });
  return source;
}

const plainSources = new WeakMap<EncodedRatings, AlphaSource>();

/** The sums with pairable units as blocks, those of the same ratings counted together; remembered like those of clusters. */
function plainSource(encoded: EncodedRatings): AlphaSource {
  const source = plainSources.get(encoded) ?? alphaSource(encoded, null);
  plainSources.set(encoded, source);
  return source;
}

/**
 * One source for each of several tables about the same units, with the same blocks: the units that are pairable in some table. Also how many units
 * and blocks these are. Where nothing is left out or drawn (`isPlain`), there are no blocks, and the sources are for values alone.
 */
export function sourcesOnSameBlocks(
  tables: readonly EncodedRatings[],
  clusters: readonly ClusterLabel[] | null | undefined,
  isPlain: boolean,
): { sources: AlphaSource[]; units: number; blocks: number } {
  const sizes = tables.map((table) => gathered(table).sizes);
  const some = new Uint8Array(sizes[0]?.length ?? 0);
  for (const own of sizes) for (let unit = 0; unit < some.length; unit++) if ((own[unit] as number) > 1) some[unit] = 1;
  const units = some.reduce((sum, mark) => sum + mark, 0);
  if (isPlain) {
    if (clusters) checkClusters(clusters, some.length);
    return { sources: tables.map(plainSource), units, blocks: 0 };
  }
  const blocks = resolveBlocks(some.length, clusters, (unit) => some[unit] === 1);
  const sources = tables.map((table, place) => {
    const isWhole = sizes[place]?.every((size, unit) => size > 1 || some[unit] === 0);
    return clusters && isWhole ? clusteredSource(table, clusters) : alphaSource(table, blocks);
  });
  return { sources, units, blocks: blocks.members.length };
}

/** Which units have two or more ratings. */
function pairable(encoded: EncodedRatings): (unit: number) => boolean {
  const { sizes } = gathered(encoded);
  return (unit) => (sizes[unit] as number) > 1;
}

/** Alpha's value or the reason why it has none. */
export function alphaValue({ source }: PreparedAlpha, level: AlphaLevel): { value: number | null; why: Why | null } {
  if (source.counts.pairableUnits === 0) return { value: null, why: "no-pairable-units" };
  if (level === "ratio" && source.negative) return { value: null, why: "negative-values" };
  const value = source.estimate(level);
  return Number.isNaN(value) ? { value: null, why: "no-variation" } : { value, why: null };
}

/** One level of a prepared table. */
export function alphaOfPrepared(prepared: PreparedAlpha, level: AlphaLevel): AlphaResult {
  checkLevel(prepared.encoded, level);
  const { counts } = prepared.source;
  const { value, why } = alphaValue(prepared, level);
  const { interval, intervalWhy } = alphaInterval(prepared, level, value);
  return {
    statistic: "krippendorff-alpha",
    level,
    value,
    why,
    n: counts.pairableRatings,
    units: counts.units,
    pairableUnits: counts.pairableUnits,
    raters: counts.raters,
    ratings: counts.ratings,
    interval,
    intervalWhy,
  };
}

function alphaInterval({ source, options }: PreparedAlpha, level: AlphaLevel, value: number | null): IntervalOutcome {
  if (options.interval === "none") return noInterval("not-requested");
  if (value === null) return noInterval("undefined-estimate");
  if (source.blocks < 2) return noInterval("too-few");
  // Under perfect agreement whatever is left out or drawn agrees too.
  if (value === 1) return noInterval("degenerate-replicates");
  const { confidence, interval: method, seed } = options;
  const jackknife = (): IntervalOutcome => {
    const { values: leaveOneOut, weights } = source.leaveOneOut(level);
    return jackknifeInterval({ estimate: value, leaveOneOut, weights, confidence, bounds: { high: 1 } });
  };
  if (method === "jackknife") return jackknife();
  const { replicates, degenerateShare } = alphaReplicates(source, level, options);
  // The placeholder 1 for samples without variation would describe the convention, not the data.
  if (degenerateShare > MAX_DEGENERATE_SHARE) return { ...jackknife(), intervalWhy: "degenerate-replicates" };
  const leftOut = method === "bca" ? source.leaveOneOut(level) : null;
  const a = leftOut ? acceleration(leftOut.values, leftOut.weights) : null;
  return bootstrapInterval({ estimate: value, replicates, acceleration: a, method, confidence, seed });
}

/** Bootstrap replicates of alpha from a stream of their own per level; samples in which nothing varies count as 1 (all ratings agree). */
export function alphaReplicates(
  source: AlphaSource,
  level: AlphaLevel,
  { resamples, seed }: ResolvedIntervalOptions,
): { replicates: Float64Array; degenerateShare: number } {
  const replicates = source.replicates(level, resamples, seededRandom(streamSeed(seed, `alpha/${level}`)));
  let degenerate = 0;
  for (let b = 0; b < resamples; b++) {
    if (!Number.isNaN(replicates[b] as number)) continue;
    replicates[b] = 1;
    degenerate += 1;
  }
  return { replicates, degenerateShare: degenerate / resamples };
}

/**
 * Krippendorff's alpha: how far the raters' agreement exceeds that of ratings dealt out at random.
 *
 * alpha = 1 - Do/De. With n_uc ratings of value c in unit u of m_u >= 2 ratings: o_ck = sum_u n_uc (n_uk - [c=k]) / (m_u - 1),
 * n_c = sum_k o_ck, n = sum n_c, Do = sum o_ck d2_ck / n, De = sum n_c n_k d2_ck / (n (n - 1)). d2 is [c != k] (nominal), the squared
 * difference of the mid-ranks (ordinal; Krippendorff's metric), (c - k)^2 (interval) or ((c - k) / (c + k))^2 with 0/0 = 0 (ratio).
 *
 * @param options `ratings[unit][rater]`, null, undefined, NaN or a short row's tail meaning missing; `level`; the declared `scale`;
 *   `clusters` with a label per unit; `interval` jackknife (default, deletes pairable units or clusters, t(G-1)), bca, percentile or none
 * @returns value null with `no-pairable-units`, `no-variation` (every rating is the same) or `negative-values` (ratio); `interval.high` is at
 *   most 1, the value is never clipped. Perfect agreement has no interval (`degenerate-replicates`). A bootstrap with more than 1 % samples without variation gives the jackknife and says so in
 *   `intervalWhy: "degenerate-replicates"`.
 * @throws StatsInputError for what is not a rating or not on the scale, with row and column
 * @example krippendorffAlpha({ ratings: [[1, 1], [2, 2], [1, 2]], level: "nominal" }).value // 0.4444...
 * Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability; the interval by simulation, `npm run bench:coverage`.
 */
export function krippendorffAlpha(options: AlphaOptions): AlphaResult {
  return alphaOfPrepared(prepareAlpha(options), options.level);
}

export type AlphaAtAllLevels = Record<AlphaLevel, AlphaResult>;

/**
 * Alpha at all four levels from one reading of the ratings. All values must be numbers. Options and results as in `krippendorffAlpha`; at level
 * `always` with the usual interval even with `interval: "none"`.
 */
export function alphaAtAllLevels(options: ClusteredRatingsInput & IntervalOptions & { always?: AlphaLevel | undefined }): AlphaAtAllLevels {
  const { always, ...wanted } = options;
  const isAlone = always !== undefined && wanted.interval === "none";
  const prepared = prepareAlpha(isAlone ? { ...wanted, interval: undefined } : wanted);
  const plain = isAlone ? { ...prepared, options: { ...prepared.options, interval: "none" as const } } : prepared;
  const [nominal, ordinal, interval, ratio] = ALPHA_LEVELS.map((level) => alphaOfPrepared(level === always ? prepared : plain, level));
  return { nominal, ordinal, interval, ratio } as AlphaAtAllLevels;
}

export interface AlphaThresholdsResult {
  /** Alpha itself. */
  value: number | null;
  why: Why | null;
  n: number;
  /** The share of bootstrap samples whose alpha is at least .667 (tentative conclusions) and .8 (reliable); null with the reason in `why`. */
  atLeast667: number | null;
  atLeast800: number | null;
  resamples: number;
  seed: number;
  /** Share of samples in which nothing varied (counted as alpha 1). */
  degenerateShare: number | null;
}

/**
 * How certain it is that alpha reaches Krippendorff's two thresholds: P(alpha >= .667) and P(alpha >= .8), as shares of bootstrap samples of the
 * pairable units (or clusters). Options as in `krippendorffAlpha`; `interval` is not used. Undefined with fewer than two units (`too-few`).
 */
export function alphaThresholds(options: AlphaOptions): AlphaThresholdsResult {
  const prepared = prepareAlpha({ ...options, interval: undefined });
  checkLevel(prepared.encoded, options.level);
  const { value, why } = alphaValue(prepared, options.level);
  const { resamples, seed } = prepared.options;
  const none = {
    value,
    n: prepared.source.counts.pairableRatings,
    atLeast667: null,
    atLeast800: null,
    resamples,
    seed,
    degenerateShare: null,
  };
  if (value === null) return { ...none, why };
  if (prepared.source.blocks < 2) return { ...none, why: "too-few" };
  const { replicates, degenerateShare } = alphaReplicates(prepared.source, options.level, prepared.options);
  const share = (mark: number): number => replicates.reduce((count, b) => count + (b >= mark - 1e-12 ? 1 : 0), 0) / resamples;
  return { ...none, why: null, atLeast667: share(0.667), atLeast800: share(0.8), degenerateShare };
}
