import {
  type AlphaLevel,
  alphaDifference,
  altTest,
  correlate,
  correlationFor,
  cutsForShares,
  drawNormal,
  krippendorffAlpha,
  seededRandom,
  tQuantile,
} from "@/lib/stats";

/** What scores are expected to look like, by statement or from a pilot. */
export interface ScoreModel {
  level: Exclude<AlphaLevel, "ratio">;
  /** Expected agreement of two people, and of the judge with one person. */
  alpha: number;
  correlation: number;
  statistic: "pearson" | "spearman";
  /** Shares of the scale's points, lowest first. */
  shares: readonly number[];
}

/** Variances for one sample: divided by the number of samples, they are those of a study. Null: not defined for this model. */
export interface SimulatedScores {
  alphaVariance(raters: number): number | null;
  /** Of alpha(second) - alpha(first) on the same samples. */
  alphaDifferenceVariance(first: number, second: number): number | null;
  /** The judge's correlation with the mean of so many people, and the variance of its Fisher z. */
  correlation(raters: number): { value: number; variance: number } | null;
  /** Distances between people's and the judge's scores, in points of the scale: their standard deviation, and how alike they are within a sample. */
  distances(): { spread: number; likeness: number } | null;
  /** Among so many people: how much more often the judge is at least as close to the others, and how often both are equally close. */
  advantage(raters: number): { advantage: number; ties: number } | null;
}

const samples = 1500;
/** More people for each sample than this change little. */
export const mostSimulatedRaters = 16;
const seed = 20_261_122;

/**
 * Scores of a large made-up study, from which the precision of any smaller one follows: people see the same latent normal quality with independent
 * noise, cut to the scale so that its points have the given shares; the judge sees it with noise of its own.
 */
export function simulateScores(model: ScoreModel): SimulatedScores {
  const { level, statistic } = model;
  const cuts = cutsForShares(model.shares);
  const people = correlationFor(model.alpha, cuts, level);
  const withJudge =
    Math.sign(model.correlation) * correlationFor(Math.abs(model.correlation), cuts, statistic === "spearman" ? "ordinal" : "interval");
  // The judge's own correlation with the quality that people see.
  const validity = people > 0 ? Math.max(-1, Math.min(1, withJudge / Math.sqrt(people))) : 0;
  const { ratings, judge } = draw(cuts, people, validity);
  const first = (raters: number, from = 0) => ratings.map((row) => row.slice(from, from + raters));
  const half = mostSimulatedRaters / 2;
  const differenceVariance = once((both) => {
    const [m, k] = [Math.floor(both / (half + 1)), both % (half + 1)];
    return m < 2 || k < 2 ? null : varianceOf(alphaDifference({ first: first(m), second: first(k, m), level }).interval);
  });
  return {
    alphaVariance: once((raters) =>
      raters < 2 ? null : varianceOf(krippendorffAlpha({ ratings: first(capped(raters)), level }).interval),
    ),
    alphaDifferenceVariance: (one, other) => differenceVariance(Math.min(one, half) * (half + 1) + Math.min(other, half)),
    correlation: once((raters) => {
      const y = ratings.map((row) => meanOf(row.slice(0, capped(raters))));
      const { value, interval } = correlate({ x: judge, y })[statistic];
      if (value === null || interval === null) return null;
      const z = (Math.atanh(interval.high) - Math.atanh(interval.low)) / 2 / tQuantile(0.975, samples - 1);
      return { value, variance: z * z * samples };
    }),
    distances: () => distancesOf(ratings, judge),
    advantage: once((raters) => {
      if (raters < 2) return null;
      // Units enough for two digits; the test compares every person with all others.
      const { perAnnotator } = altTest({
        ratings: first(capped(raters)).slice(0, 500),
        judge: judge.slice(0, 500),
        score: level === "nominal" ? "accuracy" : "rmse",
      });
      const rho = (of: "rhoJudge" | "rhoHuman") => meanOf(perAnnotator.map((one) => one[of] ?? 0));
      return { advantage: rho("rhoJudge") - rho("rhoHuman"), ties: rho("rhoJudge") + rho("rhoHuman") - 1 };
    }),
  };
}

const capped = (raters: number) => Math.min(raters, mostSimulatedRaters);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Variance for one sample, from a jackknife interval over all. */
function varianceOf(interval: { low: number; high: number } | null): number | null {
  if (interval === null) return null;
  const error = (interval.high - interval.low) / 2 / tQuantile(0.975, samples - 1);
  return error * error * samples;
}

function draw(cuts: readonly number[], people: number, validity: number): { ratings: number[][]; judge: number[] } {
  const random = seededRandom(seed);
  const point = (score: number) => cuts.filter((cut) => score > cut).length;
  const [common, own] = [Math.sqrt(people), Math.sqrt(1 - people)];
  const ratings: number[][] = [];
  const judge: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const quality = drawNormal(random);
    ratings.push(Array.from({ length: mostSimulatedRaters }, () => point(common * quality + own * drawNormal(random))));
    judge.push(point(validity * quality + Math.sqrt(1 - validity ** 2) * drawNormal(random)));
  }
  return { ratings, judge };
}

function distancesOf(ratings: readonly number[][], judge: readonly number[]): { spread: number; likeness: number } | null {
  const rows = ratings.map((row, sample) => row.slice(0, 2).map((score) => Math.abs(score - (judge[sample] ?? 0))));
  const all = rows.flat();
  const mean = meanOf(all);
  const variance = meanOf(all.map((value) => (value - mean) ** 2));
  if (variance === 0) return null;
  const covariance = meanOf(rows.map(([a = 0, b = 0]) => (a - mean) * (b - mean)));
  return { spread: Math.sqrt(variance), likeness: Math.max(0, covariance / variance) };
}

function once<T>(compute: (raters: number) => T): (raters: number) => T {
  const known = new Map<number, T>();
  return (raters) => {
    if (!known.has(raters)) known.set(raters, compute(raters));
    return known.get(raters) as T;
  };
}
