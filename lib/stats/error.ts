import { confidenceOf } from "./arguments";
import { type BlandAltman, blandAltman } from "./bland-altman";
import { type ClusterLabel, checkClusters, labelsOfRows } from "./blocks";
import { type ClusteredMeanResult, clusteredMean } from "./clustered-mean";
import { wholeMultiples } from "./exact-mean";
import { pairedValues, sortedPairs } from "./paired-values";
import { centredSums } from "./pearson";
import type { Estimate, IntervalEstimate, Rating } from "./result";
import { tTwoSidedP } from "./special-functions";
import { centredMoments, compensatedSum } from "./sums";

export interface JudgeErrorInput {
  human: ArrayLike<Rating>;
  judge: ArrayLike<Rating>;
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}

export interface JudgeErrorResult {
  n: number;
  /** Mean of judge - human, with its (cluster-robust) t interval. */
  signed: IntervalEstimate;
  meanAbsolute: Estimate;
  rootMeanSquare: Estimate;
  exactAgreement: Estimate;
  /** Share of units off by at most one scale point. */
  withinOne: Estimate;
  /** Lin's concordance with 1/n moments; on complete pairs the same as quadratic-weighted kappa. */
  concordance: Estimate;
  /** null for fewer than two units. */
  blandAltman: BlandAltman | null;
  /** Paired t test of the signed error, df = units (or clusters) - 1; null without variance. */
  pairedT: { t: number; df: number; p: number } | null;
}

/**
 * How far a judge is from the humans, unit by unit: bias, MAE, RMSE, exact and within-one agreement, Bland-Altman limits, Lin's CCC.
 *
 * Differences d = judge - human are taken in whole decimal steps, so that "within one" is exact. Limits of agreement are mean +- 1.96 sd;
 * a limit's standard error is sd sqrt(1/n + 1.96^2/(2(n-1))), its interval by t(n-1). With `clusters` every interval and the paired t are
 * cluster-robust, by t(clusters-1). Units with a missing side are dropped. All estimates are undefined without units (`no-units`);
 * concordance also when neither side varies (`no-variation`).
 *
 * @example judgeError({ human: [4, 3, 5], judge: [5, 3, 5] }).meanAbsolute.value // 0.3333333333333333
 * Source: Bland & Altman 1999; Lin 1989.
 */
export function judgeError(input: JudgeErrorInput): JudgeErrorResult {
  const confidence = confidenceOf(input.confidence);
  const { x: human, y: judge, rows, n } = pairedValues(input.human, input.judge, "human", "judge");
  if (input.clusters) checkClusters(input.clusters, input.human.length);
  const clusters = input.clusters && labelsOfRows(input.clusters, rows);
  const differences = exactDifferences(human, judge);
  const signed = clusteredMean({ values: differences, clusters, confidence });
  const share = (isIn: (d: number) => boolean): number => differences.filter(isIn).length / n;
  const estimate = (value: () => number | null): Estimate => {
    const result = n === 0 ? null : value();
    if (result !== null && !Number.isFinite(result)) return { value: null, why: "overflow", n };
    return { value: result, why: result !== null ? null : n === 0 ? "no-units" : "no-variation", n };
  };
  return {
    n,
    signed: { value: signed.value, why: signed.why, n, interval: signed.interval, intervalWhy: signed.intervalWhy },
    meanAbsolute: estimate(() => compensatedSum(differences.map(Math.abs).sort()) / n),
    rootMeanSquare: estimate(() => rootMeanSquare(differences)),
    exactAgreement: estimate(() => share((d) => d === 0)),
    withinOne: estimate(() => share((d) => Math.abs(d) <= 1)),
    concordance: estimate(() => concordance(human, judge)),
    blandAltman: n < 2 ? null : blandAltman({ human, judge, differences, clusters: clusters ?? null, confidence }),
    pairedT: n < 2 ? null : pairedT(differences, signed, !!clusters),
  };
}

/** The bias alone, as `judgeError` gives it in `signed`; with `interval: "none"` its value alone. */
export function signedError(input: JudgeErrorInput & { interval?: "t" | "none" }): IntervalEstimate {
  const confidence = confidenceOf(input.confidence);
  const { x: human, y: judge, rows, n } = pairedValues(input.human, input.judge, "human", "judge");
  if (input.clusters) checkClusters(input.clusters, input.human.length);
  const clusters = input.clusters && labelsOfRows(input.clusters, rows);
  const values = exactDifferences(human, judge);
  const { value, why, interval, intervalWhy } = clusteredMean({ values, clusters, confidence, interval: input.interval ?? "t" });
  return { value, why, n, interval, intervalWhy };
}

/** judge - human, exact for decimals. */
function exactDifferences(human: Float64Array, judge: Float64Array): Float64Array {
  const both = new Float64Array(2 * human.length);
  both.set(human);
  both.set(judge, human.length);
  const whole = wholeMultiples(both);
  if (!whole) return human.map((h, i) => (judge[i] as number) - h);
  const step = 10 ** whole.digits;
  const n = human.length;
  const differences = new Float64Array(n);
  for (let i = 0; i < n; i++) differences[i] = ((whole.multiples[n + i] as number) - (whole.multiples[i] as number)) / step;
  return differences;
}

/** Square root of the mean square, scaled so that squares neither overflow nor vanish. */
export function rootMeanSquare(values: Float64Array): number {
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (scale === 0 || !Number.isFinite(scale)) return scale;
  const tame = scale > 1e150 || scale < 1e-150 ? scale : 1;
  return tame * Math.sqrt(compensatedSum(values.map((value) => (value / tame) ** 2).sort()) / values.length);
}

function concordance(human: Float64Array, judge: Float64Array): number | null {
  const { x, y } = sortedPairs(human, judge);
  const { n, xMean, yMean, xx, yy, xy } = centredSums(x, y, new Float64Array(human.length).fill(1));
  const denominator = xx + yy + n * (xMean - yMean) ** 2;
  return denominator === 0 ? null : (2 * xy) / denominator;
}

function pairedT(differences: Float64Array, signed: ClusteredMeanResult, clustered: boolean): JudgeErrorResult["pairedT"] {
  const n = differences.length;
  const { mean, squares } = centredMoments(differences.toSorted());
  if (signed.interval === null) return null;
  const standardError = clustered ? (signed.standardError ?? Number.NaN) : Math.sqrt(squares / (n - 1) / n);
  const [t, df] = [mean / standardError, (clustered ? signed.clusters : n) - 1];
  return Number.isFinite(t) ? { t, df, p: tTwoSidedP(t, df) } : null;
}

/** What people say where the judge gave one score. */
export interface CalibrationLevel extends IntervalEstimate {
  /** The judge's score. */
  level: number;
}

/**
 * Mean human score at each score of the judge, with a t interval: on the identity line where the judge is calibrated.
 *
 * Levels in rising order; `n` counts the units of the level. One unit gives no interval (`too-few`).
 *
 * @example calibrationByLevel({ human: [1, 2, 4], judge: [2, 2, 4] }).levels[0]?.value // 1.5
 */
export function calibrationByLevel(input: JudgeErrorInput): { n: number; levels: CalibrationLevel[] } {
  const { x: human, y: judge, rows, n } = pairedValues(input.human, input.judge, "human", "judge");
  if (input.clusters) checkClusters(input.clusters, input.human.length);
  const byLevel = new Map<number, { values: number[]; clusters: ClusterLabel[] }>();
  judge.forEach((level, i) => {
    const group = byLevel.get(level) ?? { values: [], clusters: [] };
    group.values.push(human[i] as number);
    if (input.clusters) group.clusters.push(input.clusters[rows[i] as number] as ClusterLabel);
    byLevel.set(level, group);
  });
  const levels = [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, { values, clusters }]) => {
      const mean = clusteredMean({ values, clusters: input.clusters ? clusters : null, confidence: input.confidence });
      return { level, value: mean.value, why: mean.why, n: mean.n, interval: mean.interval, intervalWhy: mean.intervalWhy };
    });
  return { n, levels };
}
