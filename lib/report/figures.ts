import type { Figure } from "@/lib/domain/report";
import { clusteredMean, cohenKappa, fleissKappa, wilson } from "@/lib/stats";

/** An undefined figure, with the reason. */
export const undefinedFigure = (why: string): Figure => ({ value: null, why, n: 0, interval: null, intervalWhy: "undefined-estimate" });

/** Mean of the values that there are, with an interval clustered by input, if one is wanted. */
export function meanOf(values: ArrayLike<number | null>, inputs: readonly (string | number)[], wanted: { interval?: "none" } = {}): Figure {
  const { value, why, n, interval, intervalWhy } = clusteredMean({ values, clusters: inputs, ...wanted });
  return { value, why, n, interval, intervalWhy };
}

/**
 * The share of units that are hits, with its interval: Wilson's, which assumes independent draws, if each unit has its own input; else one clustered
 * by input (method "t").
 */
export function shareOf(hits: readonly boolean[], inputs: readonly (string | number)[], whyNone = "no-units"): Figure {
  if (hits.length === 0) return undefinedFigure(whyNone);
  if (new Set(inputs).size < inputs.length) return dependentShare(hits, inputs);
  const { value, why, n, interval, intervalWhy } = wilson({ successes: hits.filter(Boolean).length, n: hits.length });
  return { value, why, n, interval, intervalWhy };
}

/** The same if hits of one input depend on each other, even if each input has only one unit. */
export const dependentShare = (hits: readonly boolean[], inputs: readonly (string | number)[]): Figure =>
  meanShare(hits.map(Number), inputs);

/** Mean of shares with an interval clustered by input, cut to 0..1. */
export const meanShare = (shares: readonly number[], inputs: readonly (string | number)[]): Figure => cut(meanOf(shares, inputs), 0, 1);

/** Mean of distances or times, which are never negative, with an interval clustered by input, cut at 0. */
export const meanSize = (sizes: ArrayLike<number>, inputs: readonly (string | number)[]): Figure => cut(meanOf(sizes, inputs), 0, Infinity);

/** A mean of scores, whose interval ends where the scale does; an estimate beyond the scale, as a sharpened mean may be, is left as it is. */
export const onScale = (mean: Figure, { min, max }: { min: number; max: number }): Figure =>
  mean.value === null || mean.value < min || mean.value > max ? mean : cut(mean, min, max);

const cut = (mean: Figure, least: number, most: number): Figure => ({
  ...mean,
  interval: mean.interval && { ...mean.interval, low: Math.max(least, mean.interval.low), high: Math.min(most, mean.interval.high) },
});

/** Cohen's kappa of two columns; where inputs repeat, they are the clusters of its interval. */
export function kappaOf(first: (number | string)[], second: (number | string)[], inputs: readonly (string | number)[]): Figure {
  const repeated = new Set(inputs).size < inputs.length;
  const { value, why, n, interval, intervalWhy } = cohenKappa({ first, second, ...(repeated && { clusters: inputs }) });
  return { value, why, n, interval, intervalWhy };
}

/**
 * Fleiss' kappa of the ratings of each unit, missing ones left out; it needs equally many of every unit with two or more. Where inputs repeat, they are
 * the clusters of its interval.
 */
export function fleissOf(rated: readonly (readonly (number | string)[])[], inputs: readonly (string | number)[]): Figure {
  const repeated = new Set(inputs).size < inputs.length;
  const { value, why, n, interval, intervalWhy } = fleissKappa({ ratings: rated, ...(repeated && { clusters: inputs }) });
  return why === "unequal-raters" ? { ...undefinedFigure("unequal-ratings"), n } : { value, why, n, interval, intervalWhy };
}
