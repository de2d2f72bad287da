import type { SimulatedScores } from "./score-model";
import { ratedBy, type Stratum, samplesOf } from "./strata";

/** Standard error of alpha over the samples that two or more people rate; groups rated by different numbers are combined by their precision. */
export function alphaError(scores: SimulatedScores, strata: readonly Stratum[]): number | null {
  let precision = 0;
  for (const { samples, raters } of ratedBy(strata, 2)) {
    const variance = scores.alphaVariance(raters);
    if (variance === null) return null;
    precision += samples / variance;
  }
  return precision === 0 ? null : Math.sqrt(1 / precision);
}

/** Standard error of the difference of two arms' alphas. What the samples' true differences add to both cancels. */
export function alphaDifferenceError(scores: SimulatedScores, first: readonly Stratum[], second: readonly Stratum[]): number | null {
  const [one, other] = [alphaError(scores, first), alphaError(scores, second)];
  if (one === null || other === null) return null;
  const [m, k] = [meanRaters(first), meanRaters(second)];
  const [ofM, ofK, ofBoth] = [scores.alphaVariance(m), scores.alphaVariance(k), scores.alphaDifferenceVariance(m, k)];
  if (ofM === null || ofK === null || ofBoth === null) return null;
  const correlation = Math.max(0, (ofM + ofK - ofBoth) / 2 / Math.sqrt(ofM * ofK));
  return Math.sqrt(one ** 2 + other ** 2 - 2 * correlation * one * other);
}

/** People for each of the samples that count towards alpha. */
function meanRaters(strata: readonly Stratum[]): number {
  const pairable = ratedBy(strata, 2);
  return Math.round(pairable.reduce((sum, { samples, raters }) => sum + samples * raters, 0) / Math.max(1, samplesOf(pairable)));
}

/** How the distances between scores and drafts vary. */
export interface Distances {
  /** Standard deviation of one rating's distance within an arm, in points. */
  spread: number;
  /** Correlation of two distances on the same sample. */
  likeness: number;
}

/** Ratings of one arm; `perSample` is their mean over the samples of the study. */
export interface ArmLoad {
  ratings: number;
  perSample: number;
}

/**
 * Standard error of the difference of two arms' mean distances over samples, for the people who took part:
 * s^2 (1 - w) (1/n1 + 1/n2), s the spread and w the likeness, plus what is left of the samples' own differences where a sample has not the same share
 * of both arms' ratings.
 */
export function distanceError({ spread, likeness }: Distances, samples: number, first: ArmLoad, second: ArmLoad): number | null {
  if (first.ratings < 2 || second.ratings < 2) return null;
  const within = (1 - likeness) * (1 / first.ratings + 1 / second.ratings);
  const uneven = samples * (unevenness(first) + unevenness(second)) ** 2;
  return spread * Math.sqrt(within + likeness * uneven);
}

/** Standard deviation of one sample's weight in its arm: people cannot be halved. */
function unevenness({ ratings, perSample }: ArmLoad): number {
  const over = perSample - Math.floor(perSample);
  return Math.sqrt(over * (1 - over)) / ratings;
}

/** The same where each person rates each sample in both arms: the mean of their own differences. */
export const pairedDistanceError = ({ spread, likeness }: Distances, pairs: number): number | null =>
  pairs < 2 ? null : spread * Math.sqrt((2 * (1 - likeness)) / pairs);
