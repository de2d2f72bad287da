import { confidenceOf, finiteNumber } from "./arguments";
import { pairedValues, presentValues, sortedPairs } from "./paired-values";
import { tQuantile } from "./resampling";
import type { Interval, IntervalEstimate, Rating, Why } from "./result";
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
  confidence?: number;
}

export interface PpiResult extends IntervalEstimate {
  standardError: number | null;
  lambda: number | null;
  /** The tuned lambda before it was cut to 0..1; null where the judge never varies. */
  lambdaRaw: number | null;
  /** From the labelled units alone; null without any. */
  classical: { mean: number; standardError: number; interval: Interval } | null;
  judgeOnlyMean: number | null;
  /** (classical se / se)^2: how many labels one label is worth. */
  effectiveGain: number | null;
  labelled: number;
  unlabelled: number;
}

/** Fewer labels than this get Student's t instead of the normal quantile. */
const FEW_LABELS = 30;

/**
 * Prediction-powered mean (PPI, PPI++): the mean human score, sharpened by a judge's scores on units that nobody has labelled.
 *
 * value = lambda mean(f unlabelled) + mean(Y - lambda f); se^2 = lambda^2 var(f unlabelled)/N + var(Y - lambda f)/n (divisors N and n);
 * tuned lambda = cov(Y, f) / ((1 + n/N) var(f pooled)), cut to 0..1. Interval by z, by t(n-1) below 30 labels. Valid only if the labelled
 * units are a random sample of all and their labels were made without seeing the judge's draft. Undefined without labelled or without
 * unlabelled units (`too-few`).
 *
 * @example ppiMean({ human: [1, 2, 3], judge: [3, 4, 5], judgeUnlabelled: [2, 2], lambda: 1 }).value // 0: 2 + mean(-2)
 * Source: Angelopoulos et al. 2023; Angelopoulos, Duchi & Zrnic 2023 (PPI++).
 */
export function ppiMean(input: PpiInput): PpiResult {
  const confidence = confidenceOf(input.confidence);
  const pairs = pairedValues(input.human, input.judge, "human", "judge");
  const { x: human, y: judge } = sortedPairs(pairs.x, pairs.y);
  const { n } = pairs;
  const unlabelled = presentValues("judgeUnlabelled", input.judgeUnlabelled).sort();
  const wanted = input.lambda === undefined || input.lambda === "tuned" ? null : finiteNumber("lambda", input.lambda);
  const count = unlabelled.length;
  const quantile = n >= FEW_LABELS || n < 2 ? normalPpf(0.5 + confidence / 2) : tQuantile(0.5 + confidence / 2, n - 1);
  const method = n >= FEW_LABELS ? ("wald" as const) : ("t" as const);
  const around = (mean: number, standardError: number): Interval => {
    const reach = quantile * standardError;
    return { low: mean - reach, high: mean + reach, confidence, method, resamples: null, seed: null };
  };
  const spread = (values: Float64Array): number => centredMoments(values).squares / values.length ** 2;
  const own = n === 0 ? null : { mean: meanOf(human), standardError: Math.sqrt(spread(human)) };
  const classical = own && { ...own, interval: around(own.mean, own.standardError) };
  const judgeOnlyMean = count === 0 ? null : meanOf(unlabelled);
  const base = { n: n + count, judgeOnlyMean, labelled: n, unlabelled: count, classical };
  if (!own || judgeOnlyMean === null || n < 2) {
    return {
      ...base,
      value: null,
      why: "too-few",
      standardError: null,
      lambda: null,
      lambdaRaw: null,
      effectiveGain: null,
      interval: null,
      intervalWhy: "undefined-estimate",
    };
  }
  const lambdaRaw = tunedLambda(human, judge, unlabelled);
  const lambda = wanted ?? Math.min(1, Math.max(0, lambdaRaw ?? 0));
  const rest = human.map((y, i) => y - lambda * (judge[i] as number));
  const value = lambda * judgeOnlyMean + meanOf(rest);
  const standardError = Math.sqrt(lambda ** 2 * spread(unlabelled) + spread(rest));
  if (!Number.isFinite(value - quantile * standardError) || !Number.isFinite(own.standardError)) {
    return { ...base, classical: null, ...undefinedPpi("overflow") };
  }
  const effectiveGain = standardError === 0 ? null : (own.standardError / standardError) ** 2;
  return {
    ...base,
    value,
    why: null,
    standardError,
    lambda,
    lambdaRaw,
    effectiveGain,
    interval: around(value, standardError),
    intervalWhy: null,
  };
}

function undefinedPpi(why: Why) {
  const none = { value: null, standardError: null, lambda: null, lambdaRaw: null, effectiveGain: null, interval: null };
  return { ...none, why, intervalWhy: "undefined-estimate" as const };
}

function tunedLambda(human: Float64Array, judge: Float64Array, unlabelled: Float64Array): number | null {
  const n = human.length;
  const [humanMean, judgeMean] = [meanOf(human), meanOf(judge)];
  const covariance = compensatedSum(human.map((y, i) => (y - humanMean) * ((judge[i] as number) - judgeMean))) / n;
  const pooled = Float64Array.from([...judge, ...unlabelled]);
  const spread = centredMoments(pooled).squares / (pooled.length - 1);
  return spread === 0 ? null : covariance / ((1 + n / unlabelled.length) * spread);
}
