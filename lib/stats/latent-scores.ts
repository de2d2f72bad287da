import { drawNormal, type SeededRandom } from "./random";
import { normalCdf, normalPdf, normalPpf } from "./special-functions";

/** Ratings by raters who see the same latent normal quality with independent noise, cut to a scale. */
export interface LatentScale {
  /** Correlation of two raters' latent scores. */
  correlation: number;
  /** Upper ends of all categories but the last, on the latent scale. */
  cuts: readonly number[];
}

/** Cuts that give the categories these shares. */
export function cutsForShares(shares: readonly number[]): number[] {
  let below = 0;
  return shares.slice(0, -1).map((share) => {
    below += share;
    return normalPpf(below);
  });
}

/** Shares of five categories: symmetric, or skewed to the top. */
export const SYMMETRIC = [0.1, 0.2, 0.4, 0.2, 0.1];
export const CEILING = [0.03, 0.05, 0.12, 0.3, 0.5];

/** One unit's ratings from 1; null where missing. */
export function drawUnit({ correlation, cuts }: LatentScale, raters: number, missing: number, random: SeededRandom): (number | null)[] {
  const shared = Math.sqrt(correlation) * drawNormal(random);
  return Array.from({ length: raters }, () => {
    const score = shared + Math.sqrt(1 - correlation) * drawNormal(random);
    const absent = random.next() < missing;
    let category = 1;
    for (const cut of cuts) if (score > cut) category += 1;
    return absent ? null : category;
  });
}

/** P(first rater says c, second says k) in the population, by quadrature over the shared part (trapezoid rule, exact to about 1e-12). */
export function pairProbabilities({ correlation, cuts }: LatentScale): number[][] {
  const size = cuts.length + 1;
  const joint = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const noise = Math.sqrt(1 - correlation);
  const step = 0.05;
  for (let i = -180; i <= 180; i++) {
    const shared = i * step;
    const upTo = [...cuts.map((cut) => normalCdf((cut - Math.sqrt(correlation) * shared) / noise)), 1];
    const shares = upTo.map((p, c) => p - (upTo[c - 1] ?? 0));
    const weight = step * normalPdf(shared);
    for (let c = 0; c < size; c++) {
      for (let k = 0; k < size; k++)
        (joint[c] as number[])[k] = ((joint[c] as number[])[k] ?? 0) + weight * (shares[c] ?? 0) * (shares[k] ?? 0);
    }
  }
  return joint;
}

/** Scores of the categories: 1, 2, 3, ... or the population's mid-ranks. */
export function categoryScores(joint: readonly (readonly number[])[], ranked: boolean): number[] {
  const shares = joint.map((row) => row.reduce((a, b) => a + b, 0));
  let below = 0;
  return shares.map((share, c) => {
    const score = ranked ? below + share / 2 : c + 1;
    below += share;
    return score;
  });
}

/** The population's alpha: 1 - expected distance within a unit / expected distance of independent ratings. */
export function populationAlpha(joint: readonly (readonly number[])[], level: "nominal" | "ordinal" | "interval"): number {
  const shares = joint.map((row) => row.reduce((a, b) => a + b, 0));
  const scores = categoryScores(joint, level === "ordinal");
  let [observed, expected] = [0, 0];
  joint.forEach((row, c) => {
    row.forEach((probability, k) => {
      const gap = (scores[c] ?? 0) - (scores[k] ?? 0);
      const distance = level === "nominal" ? Number(c !== k) : gap * gap;
      observed += probability * distance;
      expected += (shares[c] ?? 0) * (shares[k] ?? 0) * distance;
    });
  });
  return 1 - observed / expected;
}

/** The population's Pearson correlation of scores, and Kendall's tau-b, of a joint distribution of two ratings. */
export function populationCorrelation(joint: readonly (readonly number[])[], statistic: "pearson" | "spearman" | "kendall"): number {
  if (statistic === "kendall") return populationTauB(joint);
  // Both raters have the same marginal distribution, so interval alpha of the population is their correlation.
  return populationAlpha(joint, statistic === "spearman" ? "ordinal" : "interval");
}

function populationTauB(joint: readonly (readonly number[])[]): number {
  let [difference, tied] = [0, 0];
  joint.forEach((row, c) => {
    row.forEach((p, k) => {
      joint.forEach((other, d) => {
        other.forEach((q, l) => {
          difference += p * q * Math.sign((c - d) * (k - l));
          if (c === d) tied += p * q;
        });
      });
    });
  });
  return difference / (1 - tied);
}

/** The latent correlation at which the population's alpha is `target`. */
export function correlationFor(target: number, cuts: readonly number[], level: "nominal" | "ordinal" | "interval"): number {
  let [low, high] = [0, 0.999];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (populationAlpha(pairProbabilities({ correlation: middle, cuts }), level) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
