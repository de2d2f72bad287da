import type { Figure } from "@/lib/domain/report";
import { clusteredMean, wilson } from "@/lib/stats";

/** A figure that is not there, and why. */
export const undefinedFigure = (why: string): Figure => ({ value: null, why, n: 0, interval: null, intervalWhy: "undefined-estimate" });

/** Mean of values with an interval that keeps an input's together. */
export function meanOf(values: readonly number[], inputs: readonly string[]): Figure {
  const { value, why, n, interval, intervalWhy } = clusteredMean({ values, clusters: inputs });
  return { value, why, n, interval, intervalWhy };
}

/**
 * The share of units that are hits, with its interval: Wilson's where each unit has an input of its own, since it is made for independent draws,
 * else one that keeps the units of an input together (method "t").
 */
export function shareOf(hits: readonly boolean[], inputs: readonly string[], whyNone = "no-units"): Figure {
  if (hits.length === 0) return undefinedFigure(whyNone);
  if (new Set(inputs).size < inputs.length) return dependentShare(hits, inputs);
  const { value, why, n, interval, intervalWhy } = wilson({ successes: hits.filter(Boolean).length, n: hits.length });
  return { value, why, n, interval, intervalWhy };
}

/** The same where hits of one input depend on each other, even if there is only one of each. */
export function dependentShare(hits: readonly boolean[], inputs: readonly string[]): Figure {
  const mean = meanOf(hits.map(Number), inputs);
  return {
    ...mean,
    interval: mean.interval && { ...mean.interval, low: Math.max(0, mean.interval.low), high: Math.min(1, mean.interval.high) },
  };
}
