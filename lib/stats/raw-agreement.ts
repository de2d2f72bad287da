import type { ClusterLabel } from "./blocks";
import { readCategoryCounts } from "./category-counts";
import { clusteredMean } from "./clustered-mean";
import { type ClusteredRatingsInput, encodeRatings } from "./encoded-ratings";
import { forEachUnit } from "./rating-patterns";
import { type IntervalOutcome, resolveIntervalOptions, tQuantile, withWidth } from "./resampling";
import type { IntervalEstimate } from "./result";

export interface RawAgreementOptions extends ClusteredRatingsInput {
  confidence?: number;
}

export interface RawAgreementResult extends IntervalEstimate {
  statistic: "raw-agreement";
  /** Agreeing pairs of ratings as a share of all pairs: large units count more. */
  pairShare: number | null;
  /** Units in which all ratings are the same, as a share of pairable units. */
  unanimousShare: number | null;
  /** Each value's share of all ratings in pairable units: what agreement by chance feeds on. */
  marginals: { value: number | string; share: number }[];
}

/**
 * How often raters simply agree: the share of agreeing pairs of ratings within a unit, averaged over units with two or more ratings. Not
 * corrected for chance; always to be shown beside a coefficient that is.
 *
 * Interval: mean +- t(n - 1) se over units, with `clusters` that of `clusteredMean`, cut to 0..1; with fewer than two of them `too-few`.
 *
 * @param options `ratings[unit][rater]`, missing allowed
 * @returns `n` pairable units; value null with `no-pairable-units`
 * @example rawAgreement({ ratings: [[1, 1], [1, 2]] }).value // 0.5
 */
export function rawAgreement(options: RawAgreementOptions): RawAgreementResult {
  const { confidence } = resolveIntervalOptions({ confidence: options.confidence });
  const { values, counts, weights } = readCategoryCounts(options, 2);
  const size = values.length;
  const n = weights.reduce((sum, weight) => sum + weight, 0);
  const totals = new Float64Array(size);
  let [pairs, agreeing, unanimous, sum] = [0, 0, 0, 0];
  const shares = weights.map((weight, k) => {
    let [ratings, alike] = [0, 0];
    for (let c = 0; c < size; c++) {
      const count = counts[k * size + c] as number;
      ratings += count;
      alike += count * (count - 1);
      totals[c] = (totals[c] as number) + weight * count;
    }
    const all = ratings * (ratings - 1);
    pairs += weight * all;
    agreeing += weight * alike;
    unanimous += alike === all ? weight : 0;
    sum += (weight * alike) / all;
    return alike / all;
  });
  if (n === 0) {
    const nothing = { pairShare: null, unanimousShare: null, marginals: [] };
    return {
      statistic: "raw-agreement",
      value: null,
      why: "no-pairable-units",
      n,
      interval: null,
      intervalWhy: "undefined-estimate",
      ...nothing,
    };
  }
  const value = sum / n;
  const all = totals.reduce((a, b) => a + b, 0);
  const marginals = values.map((category, c) => ({ value: category, share: (totals[c] as number) / all }));
  const shared = {
    statistic: "raw-agreement" as const,
    value,
    why: null,
    n,
    pairShare: agreeing / pairs,
    unanimousShare: unanimous / n,
    marginals,
  };
  if (options.clusters) return { ...shared, ...clusteredInterval(options, options.clusters, confidence) };
  if (n < 2) return { ...shared, interval: null, intervalWhy: "too-few" };
  const squares = weights.reduce((total, weight, k) => total + weight * ((shares[k] as number) - value) ** 2, 0);
  const reach = tQuantile(0.5 + confidence / 2, n - 1) * Math.sqrt(squares / (n * (n - 1)));
  const [low, high] = [Math.max(0, value - reach), Math.min(1, value + reach)];
  return { ...shared, ...withWidth({ low, high, confidence, method: "t", resamples: null, seed: null }) };
}

function clusteredInterval(
  options: RawAgreementOptions,
  clusters: readonly ClusterLabel[],
  confidence: number,
): Pick<IntervalOutcome, "interval" | "intervalWhy"> {
  const encoded = encodeRatings(options);
  const shares = new Float64Array(encoded.units).fill(Number.NaN);
  forEachUnit(encoded, (counts, size, unit) => {
    if (size > 1) shares[unit] = counts.reduce((alike, count) => alike + count * (count - 1), 0) / (size * (size - 1));
  });
  const { interval, intervalWhy } = clusteredMean({ values: shares, clusters, confidence });
  if (interval === null) return { interval, intervalWhy };
  return withWidth({ ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) });
}
