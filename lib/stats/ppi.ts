import { confidenceOf, finiteNumber } from "./arguments";
import { type ClusterLabel, checkClusters, labelsOfRows } from "./blocks";
import { clusterVariance } from "./cluster-variance";
import { checkSameLength, numberColumn, type PairedValues, pairedValues, sortedPairs, withoutMissing } from "./paired-values";
import { type PpiTerms, weightedTerms } from "./ppi-weighted";
import { type IntervalOutcome, noInterval, tQuantile, withWidth } from "./resampling";
import { type Interval, type IntervalEstimate, type Rating, StatsInputError, type Why } from "./result";
import { normalPpf } from "./special-functions";
import { centredMoments, compensatedSum, meanOf } from "./sums";

export interface PpiInput {
  /** human[unit] and judge[unit] on the units that people have labelled. */
  human: ArrayLike<Rating>;
  judge: ArrayLike<Rating>;
  /** The judge's scores on units without a human label. */
  judgeUnlabelled: ArrayLike<Rating>;
  /** How far to trust the judge: `tuned` (default) or a number, 1 for plain PPI, 0 for none. */
  lambda?: number | "tuned";
  /** Cluster of each unit with a human label, and of each without; a label may occur in both. Both or neither. */
  clusters?: readonly ClusterLabel[] | null;
  unlabelledClusters?: readonly ClusterLabel[] | null;
  /** The chance, above 0 and at most 1, with which each unit with a human label was chosen for one; absent: all had the same. */
  inclusion?: ArrayLike<Rating> | null;
  confidence?: number;
}

export interface PpiResult extends IntervalEstimate {
  standardError: number | null;
  lambda: number | null;
  /** The tuned lambda before it was cut to 0..1; null where the judge never varies, or its scores are too large. */
  lambdaRaw: number | null;
  /** From the labelled units alone; null without any. */
  classical: { mean: number; standardError: number | null; interval: Interval | null } | null;
  judgeOnlyMean: number | null;
  /** (classical se / se)^2: how many labels one label is worth. */
  effectiveGain: number | null;
  /** Variances of the labels and of all the judge's scores, and the covariance on the labelled units: what `ppiPlan` plans with. */
  moments: { human: number; judge: number; covariance: number } | null;
  labelled: number;
  unlabelled: number;
}

/** Fewer labels than this get Student's t instead of the normal quantile. */
const FEW_LABELS = 30;

/**
 * Prediction-powered mean (PPI, PPI++): the mean human score, sharpened by a judge's scores on units that nobody has labelled.
 *
 * value = lambda mean(f unlabelled) + mean(Y - lambda f); se^2 = lambda^2 var(f unlabelled)/N + var(Y - lambda f)/n (divisors N and n);
 * tuned lambda = cov(Y, f) / ((1 + n/N) var(f pooled)), cut to 0..1. Interval by z, by t(n-1) below 30 labels. Where several units share an
 * input, give the clusters, or the interval is too narrow: se^2 then adds up each cluster's terms, labelled and not, before it squares them,
 * times G/(G-1) for the G clusters with a label; interval by t(G-1), none for one cluster (`too-few`). Valid only if the labelled units (or
 * clusters) are a random sample of all and their labels were made without seeing the judge's draft. Undefined without labelled or without
 * unlabelled units (`too-few`).
 *
 * With `inclusion`, valid if each unit was chosen with the chance given for it: value = lambda mean(f of all) + sum of w (Y - lambda f) / sum of w,
 * w = 1 / chance; se^2 adds up the squares of what each unit, or cluster, adds to the deviation, and tuned lambda makes it least without clusters. Lambda
 * is then (n + N)/N times what it is without, and the value the same, where all chances are.
 *
 * @example ppiMean({ human: [1, 2, 3], judge: [3, 4, 5], judgeUnlabelled: [2, 2], lambda: 1 }).value // 2 + (-2 - 2 - 2) / 3
 * Source: Angelopoulos et al. 2023; Angelopoulos, Duchi & Zrnic 2023 (PPI++); Liang & Zeger 1986; Zrnic & Candes 2024 (weights).
 */
export function ppiMean(input: PpiInput): PpiResult {
  const confidence = confidenceOf(input.confidence);
  const pairs = pairedValues(input.human, input.judge, "human", "judge");
  const { n } = pairs;
  const column = numberColumn("judgeUnlabelled", input.judgeUnlabelled);
  const unlabelled = withoutMissing(column).sort();
  const clusters = clustersOf(input, pairs, column);
  const wanted = input.lambda === undefined || input.lambda === "tuned" ? null : finiteNumber("lambda", input.lambda);
  const around = intervalBy(n, clusters, confidence);
  const judgeOnlyMean = unlabelled.length === 0 ? null : meanOf(unlabelled);
  const weights = weightsOf(input, pairs);
  const terms = n === 0 ? null : weights ? weightedOf(pairs, weights, column, clusters) : plainTerms(pairs, unlabelled, clusters);
  const own = terms && { mean: terms.own.mean, standardError: Math.sqrt(terms.own.variance) };
  const oneCluster = clusters !== null && clusters.labelled < 2;
  const classical = own && { ...own, ...(oneCluster && { standardError: null }), interval: around(own.mean, own.standardError).interval };
  const base = { n: n + unlabelled.length, judgeOnlyMean, labelled: n, unlabelled: unlabelled.length, classical };
  if (!terms || !own || judgeOnlyMean === null || n < 2) return { ...base, ...undefinedPpi("too-few") };
  const { moments, lambdaRaw } = terms.tuned();
  const lambda = wanted ?? Math.min(1, Math.max(0, lambdaRaw ?? 0));
  const { value, variance } = terms.at(lambda);
  const standardError = Math.sqrt(variance);
  const { interval, intervalWhy } = around(value, standardError);
  const known = Object.values(moments).every(Number.isFinite) ? moments : null;
  const estimate = { value, why: null, lambda, lambdaRaw: known && lambdaRaw, moments: known, interval, intervalWhy };
  if (oneCluster) return { ...base, ...estimate, standardError: null, effectiveGain: null };
  if (intervalWhy === "overflow" || !Number.isFinite(own.standardError)) return { ...base, classical: null, ...undefinedPpi("overflow") };
  const effectiveGain = standardError === 0 ? null : (own.standardError / standardError) ** 2;
  return { ...base, ...estimate, standardError, effectiveGain };
}

/** Variance of a mean of independent values, divisor n. */
const spread = (values: Float64Array): number => centredMoments(values).squares / values.length ** 2;

/** Without weights. `clusters` has se^2 of the estimate at a lambda; at 0 that of the mean of the labels. */
function plainTerms(pairs: PairedValues, unlabelled: Float64Array, clusters: PpiClusters | null): PpiTerms {
  const { x: human, y: judge } = sortedPairs(pairs.x, pairs.y);
  return {
    own: { mean: meanOf(human), variance: clusters ? clusters.variance(0) : spread(human) },
    tuned: () => {
      const moments = momentsOf(human, judge, unlabelled);
      const lambdaRaw = moments.judge === 0 ? null : moments.covariance / ((1 + human.length / unlabelled.length) * moments.judge);
      return { moments, lambdaRaw };
    },
    at: (lambda) => {
      const rest = human.map((y, i) => y - lambda * (judge[i] as number));
      const variance = clusters ? clusters.variance(lambda) : lambda ** 2 * spread(unlabelled) + spread(rest);
      return { value: lambda * meanOf(unlabelled) + meanOf(rest), variance };
    },
  };
}

function weightedOf(pairs: PairedValues, weights: Float64Array, column: Float64Array, clusters: PpiClusters | null): PpiTerms {
  const unlabelled = withoutMissing(column);
  const varianceOf = clusters?.robust ?? ((influence: Float64Array) => compensatedSum(influence.map((own) => own ** 2)));
  return weightedTerms({ human: pairs.x, judge: pairs.y, weights, unlabelled, varianceOf });
}

/** One divided by the chance of each pair; null where none are given. */
function weightsOf({ human, inclusion }: PpiInput, { rows }: PairedValues): Float64Array | null {
  if (!inclusion) return null;
  const chances = numberColumn("inclusion", inclusion);
  checkSameLength("human", human, "inclusion", chances);
  return Float64Array.from(rows, (row) => {
    const chance = chances[row] as number;
    if (!(chance > 0 && chance <= 1)) throw new StatsInputError("inclusion", `row ${row}: must be above 0 and at most 1, got ${chance}`);
    return 1 / chance;
  });
}

interface PpiClusters {
  /** Clusters with a label. */
  labelled: number;
  variance(lambda: number): number;
  /** The same from what each unit adds to the deviation, labelled ones first. */
  robust(influence: ArrayLike<number>): number;
}

function clustersOf(input: PpiInput, pairs: PairedValues, column: Float64Array): PpiClusters | null {
  const { clusters, unlabelledClusters } = input;
  if (!clusters && !unlabelledClusters) return null;
  if (!clusters) throw new StatsInputError("clusters", "must be given where unlabelledClusters is");
  if (!unlabelledClusters) throw new StatsInputError("unlabelledClusters", "must be given where clusters is");
  checkClusters(clusters, input.human.length);
  checkClusters(unlabelledClusters, column.length, "unlabelledClusters");
  const ofLabelled = labelsOfRows(clusters, pairs.rows);
  const labels = ofLabelled.concat(unlabelledClusters.filter((_, row) => !Number.isNaN(column[row])));
  const unlabelled = withoutMissing(column);
  const labelled = new Set(ofLabelled).size;
  const centred = (values: Float64Array): Float64Array => {
    const mean = values.length === 0 ? 0 : meanOf(values);
    return values.map((value) => (value - mean) / values.length);
  };
  const robust = (influence: ArrayLike<number>): number => {
    if (labelled < 2) return Number.NaN;
    const { variance, groups } = clusterVariance(influence, labels);
    // The small-sample factor is that of the clusters with labels: there may be few of them among many.
    return (variance * (groups - 1) * labelled) / (groups * (labelled - 1));
  };
  const variance = (lambda: number): number => {
    const rest = centred(pairs.x.map((y, i) => y - lambda * (pairs.y[i] as number)));
    const others = centred(unlabelled).map((value) => lambda * value);
    return robust(joined(rest, others));
  };
  return { labelled, variance, robust };
}

function intervalBy(n: number, clusters: PpiClusters | null, confidence: number) {
  const df = clusters ? clusters.labelled - 1 : n - 1;
  const byNormal = !clusters && (n >= FEW_LABELS || n < 2);
  return (mean: number, standardError: number): Pick<IntervalOutcome, "interval" | "intervalWhy"> => {
    if (clusters && df < 1) return noInterval("too-few");
    const reach = (byNormal ? normalPpf(0.5 + confidence / 2) : tQuantile(0.5 + confidence / 2, df)) * standardError;
    if (!Number.isFinite(mean - reach)) return noInterval("overflow");
    const method = !clusters && n >= FEW_LABELS ? ("wald" as const) : ("t" as const);
    return withWidth({ low: mean - reach, high: mean + reach, confidence, method, resamples: null, seed: null }, Math.abs(mean));
  };
}

function undefinedPpi(why: Why) {
  const none = { value: null, standardError: null, lambda: null, lambdaRaw: null, effectiveGain: null, moments: null, interval: null };
  return { ...none, why, intervalWhy: "undefined-estimate" as const };
}

/** Both lists, one after the other. */
function joined(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function momentsOf(human: Float64Array, judge: Float64Array, unlabelled: Float64Array) {
  const [humanMean, judgeMean] = [meanOf(human), meanOf(judge)];
  const covariance = compensatedSum(human.map((y, i) => (y - humanMean) * ((judge[i] as number) - judgeMean))) / human.length;
  const pooled = joined(judge, unlabelled);
  return { human: spread(human) * human.length, judge: centredMoments(pooled).squares / (pooled.length - 1), covariance };
}
