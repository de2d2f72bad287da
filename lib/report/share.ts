import type { Figure } from "@/lib/domain/report";
import { clusteredMean, wilson } from "@/lib/stats";

/**
 * The share of units that are hits, with its interval. Wilson's where each unit has an input of its own: it is made for independent draws. Where
 * inputs repeat, one that keeps the units of an input together (method "t"), cut at 0 and 1; none where every input gives the same
 * ("degenerate-replicates") or there is one input only ("too-few").
 */
export function shareOf(hits: readonly boolean[], inputs: readonly string[], whyNone = "no-units"): Figure {
  if (hits.length === 0) return undefinedShare(whyNone);
  if (new Set(inputs).size === inputs.length) {
    const { value, why, n, interval, intervalWhy } = wilson({ successes: hits.filter(Boolean).length, n: hits.length });
    return { value, why, n, interval, intervalWhy };
  }
  const { value, why, n, interval, intervalWhy } = clusteredMean({ values: hits.map(Number), clusters: inputs });
  const cut = interval && { ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
  return { value, why, n, interval: cut, intervalWhy };
}

/** A figure that is not there, and why. */
export const undefinedShare = (why: string): Figure => ({ value: null, why, n: 0, interval: null, intervalWhy: "undefined-estimate" });
