import { type ClusterLabel, checkClusters } from "./blocks";
import { type CategoryCounts, type CategoryCountsInput, readCategoryCounts } from "./category-counts";
import { agreementWeights, type Weighting } from "./category-weights";
import { clusterVariance } from "./cluster-variance";
import { encodeRatings } from "./encoded-ratings";
import { forEachUnit } from "./rating-patterns";
import { resolveIntervalOptions, tQuantile, withWidth } from "./resampling";
import type { Estimate, IntervalEstimate, Why } from "./result";

export interface GwetOptions extends CategoryCountsInput {
  /** `unweighted` gives AC1, `linear` and `quadratic` give AC2. */
  weights?: Weighting;
  /** One label per unit: the interval is then cluster-robust. */
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}

export interface ChanceCorrected extends IntervalEstimate {
  observedAgreement: number | null;
  expectedAgreement: number | null;
  standardError: number | null;
}

export interface GwetResult extends ChanceCorrected {
  statistic: "gwet-ac1" | "gwet-ac2";
  /** Brennan & Prediger's coefficient on the same ratings: chance agreement is the mean weight, 1/q when unweighted. */
  brennanPrediger: ChanceCorrected;
  /** Fleiss' kappa for any number of ratings a unit: pe = sum over c, k of weight x pi_c pi_k, with the same pa and pi. */
  generalisedFleiss: Estimate & { expectedAgreement: number | null };
}

/**
 * Gwet's AC1 (unweighted) or AC2 (weighted), and Brennan-Prediger: agreement coefficients that stay high under strong prevalence. A secondary
 * line beside alpha, not in its place: AC1 rises with prevalence for the same agreement (Vach & Gerke 2023).
 *
 * AC = (pa - pe) / (1 - pe); pa = mean over units with two or more ratings of the (weighted) share of agreeing pairs; with pi_c the mean over
 * all rated units of n_uc / m_u, pe = T / (q (q - 1)) sum_c pi_c (1 - pi_c), T the sum of the weights. Brennan-Prediger: pe = T / q^2.
 * Interval: value +- t(n - 1) se by linearisation (Gwet 2014), cut at 1; with `clusters` the linearised terms are added up by cluster, by t(G - 1).
 *
 * @param options `ratings[unit][rater]` or `counts[unit][category]`; a declared `scale` fixes q (else the categories seen, or the columns)
 * @returns `n` units with at least one rating; value null with `no-pairable-units` or `no-variation` (q = 1)
 * @example gwetAc({ ratings: [[1, 1], [2, 2], [1, 2]] }).value // 0.3333...
 * Source: Gwet 2008; Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed.; Brennan & Prediger 1981.
 */
export function gwetAc(options: GwetOptions): GwetResult {
  const { confidence } = resolveIntervalOptions({ confidence: options.confidence });
  const weighting = options.weights ?? "unweighted";
  const statistic = weighting === "unweighted" ? "gwet-ac1" : "gwet-ac2";
  const table = readCategoryCounts(options, 1);
  const n = table.weights.reduce((sum, weight) => sum + weight, 0);
  const weights = agreementWeights(table.values, weighting);
  const units = unitShares(table, weights);
  const q = table.values.length;
  if (units.pairable === 0) return allUndefined(statistic, "no-pairable-units", n);
  if (q < 2) return allUndefined(statistic, "no-variation", n);
  const scale = units.weightSum / (q * (q - 1));
  const expected = scale * units.prevalence.reduce((sum, p) => sum + p * (1 - p), 0);
  const chanceOf = (counts: ArrayLike<number>, size: number): number => {
    let sum = 0;
    for (let c = 0; c < q; c++) sum += ((counts[c] as number) / size) * (1 - (units.prevalence[c] as number));
    return scale * sum;
  };
  const shared = { table, units, weights, n, clustered: options.clusters ? ratedUnits(options, options.clusters) : null, confidence };
  return {
    statistic,
    ...corrected({ ...shared, expected, chanceOf }),
    brennanPrediger: corrected({ ...shared, expected: units.weightSum / (q * q), chanceOf: null }),
    generalisedFleiss: generalisedFleiss(table, units, weights, n),
  };
}

function allUndefined(statistic: GwetResult["statistic"], why: Why, n: number): GwetResult {
  const undefinedEstimate = undefinedAc(why, n);
  const generalised = { value: null, why, n, expectedAgreement: null };
  return { statistic, ...undefinedEstimate, brennanPrediger: undefinedEstimate, generalisedFleiss: generalised };
}

function observedAgreement({ weights }: CategoryCounts, { agreement, pairable }: UnitShares): number {
  return weights.reduce((sum, count, k) => sum + count * (agreement[k] as number), 0) / pairable;
}

function generalisedFleiss(table: CategoryCounts, units: UnitShares, weights: Float64Array, n: number): GwetResult["generalisedFleiss"] {
  const { prevalence } = units;
  const q = prevalence.length;
  // With one category in use, rounding must not leave a little variation behind.
  if (prevalence.filter((share) => share > 0).length < 2) return { value: null, why: "no-variation", n, expectedAgreement: 1 };
  const expected = weights.reduce(
    (sum, weight, at) => sum + weight * (prevalence[Math.floor(at / q)] as number) * (prevalence[at % q] as number),
    0,
  );
  return { value: (observedAgreement(table, units) - expected) / (1 - expected), why: null, n, expectedAgreement: expected };
}

function undefinedAc(why: Why, n: number): ChanceCorrected {
  const nothing = { observedAgreement: null, expectedAgreement: null, standardError: null };
  return { value: null, why, n, interval: null, intervalWhy: "undefined-estimate", ...nothing };
}

interface UnitShares {
  /** Share of agreeing pairs of each pattern; 0 where there is no pair. */
  agreement: Float64Array;
  prevalence: Float64Array;
  /** Units with a pair. */
  pairable: number;
  /** Sum of all agreement weights. */
  weightSum: number;
}

function unitShares({ counts, weights, values }: CategoryCounts, weight: Float64Array): UnitShares {
  const q = values.length;
  const total = weights.reduce((sum, units) => sum + units, 0);
  const prevalence = new Float64Array(q);
  let pairable = 0;
  const agreement = weights.map((units, k) => {
    const own = counts.subarray(k * q, (k + 1) * q);
    const size = sizeOf(own);
    for (let c = 0; c < q; c++) prevalence[c] = (prevalence[c] as number) + (units * (own[c] as number)) / size / total;
    if (size > 1) pairable += units;
    return agreementIn(own, size, weight);
  });
  return { agreement, prevalence, pairable, weightSum: weight.reduce((sum, w) => sum + w, 0) };
}

const sizeOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);

/** The share of agreeing pairs of one unit's ratings; 0 where there is no pair. */
function agreementIn(counts: ArrayLike<number>, size: number, weight: Float64Array): number {
  if (size < 2) return 0;
  const q = counts.length;
  let agreeing = 0;
  for (let c = 0; c < q; c++) {
    const count = counts[c] as number;
    if (count === 0) continue;
    let alike = -1;
    for (let l = 0; l < q; l++) alike += (weight[c * q + l] as number) * (counts[l] as number);
    agreeing += count * alike;
  }
  return agreeing / (size * (size - 1));
}

/** The units with a rating: each one's cluster, and a visit to their counts in the same order. */
interface RatedUnits {
  labels: ClusterLabel[];
  forEach(visit: (counts: ArrayLike<number>, size: number) => void): void;
}

function ratedUnits({ ratings, counts, scale }: GwetOptions, clusters: readonly ClusterLabel[]): RatedUnits {
  const visitAll = (visit: (counts: ArrayLike<number>, size: number, unit: number) => void): void => {
    if (counts) for (const [unit, row] of counts.entries()) visit(row, sizeOf(Float64Array.from(row)), unit);
    else forEachUnit(encodeRatings({ ratings: ratings ?? [], scale }), visit);
  };
  let units = 0;
  const labels: ClusterLabel[] = [];
  visitAll((_, size, unit) => {
    units += 1;
    if (size > 0) labels.push(clusters[unit] as ClusterLabel);
  });
  checkClusters(clusters, units);
  return { labels, forEach: (visit) => visitAll((own, size) => size > 0 && visit(own, size)) };
}

interface CorrectedInput {
  table: CategoryCounts;
  units: UnitShares;
  weights: Float64Array;
  n: number;
  expected: number;
  /** A unit's own chance agreement, null where chance does not depend on the ratings. */
  chanceOf: ((counts: ArrayLike<number>, size: number) => number) | null;
  clustered: RatedUnits | null;
  confidence: number;
}

function corrected({ table, units, weights, n, expected, chanceOf, clustered, confidence }: CorrectedInput): ChanceCorrected {
  const observed = observedAgreement(table, units);
  const value = (observed - expected) / (1 - expected);
  const shared = { value, why: null, n, observedAgreement: observed, expectedAgreement: expected };
  /** What a unit adds to the coefficient's deviation, n times over. */
  const deviationOf = (counts: ArrayLike<number>, size: number): number => {
    let own = size < 2 ? 0 : ((n / units.pairable) * (agreementIn(counts, size, weights) - expected)) / (1 - expected);
    if (chanceOf) own -= (2 * (1 - value) * (chanceOf(counts, size) - expected)) / (1 - expected);
    return own - value;
  };
  const { variance, groups } = clustered ? clusteredVariance(clustered, deviationOf, n) : varianceOver(table, deviationOf, n);
  if (groups < 2) return { ...shared, standardError: null, interval: null, intervalWhy: "too-few" };
  const standardError = Math.sqrt(variance);
  const reach = tQuantile(0.5 + confidence / 2, groups - 1) * standardError;
  const interval = { low: value - reach, high: Math.min(1, value + reach), confidence, method: "t" as const, resamples: null, seed: null };
  return { ...shared, standardError, ...withWidth(interval) };
}

type DeviationOf = (counts: ArrayLike<number>, size: number) => number;

function varianceOver({ counts, weights, values }: CategoryCounts, deviationOf: DeviationOf, n: number) {
  const q = values.length;
  let squares = 0;
  for (let k = 0; k < weights.length; k++) {
    const own = counts.subarray(k * q, (k + 1) * q);
    squares += (weights[k] as number) * deviationOf(own, sizeOf(own)) ** 2;
  }
  return { variance: squares / (n * (n - 1)), groups: n };
}

function clusteredVariance({ labels, forEach }: RatedUnits, deviationOf: DeviationOf, n: number) {
  const influence = new Float64Array(labels.length);
  let at = 0;
  forEach((counts, size) => {
    influence[at++] = deviationOf(counts, size) / n;
  });
  return clusterVariance(influence, labels);
}
