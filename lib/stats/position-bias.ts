import { type ClusterLabel, checkClusters } from "./blocks";
import { clusteredMean } from "./clustered-mean";
import { exactBinomialP } from "./mcnemar";
import { describe } from "./paired-values";
import { type IntervalEstimate, StatsInputError } from "./result";
import { wilson } from "./wilson";

/** Who won, by identity rather than by place; null is missing. */
export type Verdict = "A" | "B" | "tie" | null;

export interface PositionBiasResult {
  /** Share of items with the same winner in both orders, with Wilson's interval. */
  consistency: IntervalEstimate;
  n: number;
  inconsistent: number;
  /** Items won by the output shown first in both orders, and by the output shown second in both orders. */
  bothFirstPosition: number;
  bothSecondPosition: number;
  /** bothFirstPosition among the items that follow the position, with Wilson's interval. */
  primacy: IntervalEstimate;
  /** Two-sided exact binomial p that first and second place attract alike; 1 when none follows the position. */
  p: number;
}

/**
 * Does a pairwise judge follow the position? Each item is judged twice: A first, then B first.
 *
 * consistency = items with equal verdicts / items; an item follows the first position when A wins with A first and B with B first. A verdict
 * that moves to or from a tie is inconsistent but not a flip. Items with a missing verdict are dropped. Undefined without items (`no-units`).
 *
 * @param input firstOrder[item]: the winner with A shown first; swappedOrder[item]: the winner with B shown first
 * @example positionBias({ firstOrder: ["A", "B"], swappedOrder: ["B", "B"] }).consistency.value // 0.5
 * Source: Shi et al. 2024.
 */
export function positionBias(input: {
  firstOrder: readonly Verdict[];
  swappedOrder: readonly Verdict[];
  confidence?: number;
}): PositionBiasResult {
  const first = readVerdicts("firstOrder", input.firstOrder);
  const swapped = readVerdicts("swappedOrder", input.swappedOrder);
  if (swapped.length !== first.length)
    throw new StatsInputError("swappedOrder", `has ${swapped.length} items where firstOrder has ${first.length}`);
  const items = first.flatMap((verdict, i) => {
    const other = swapped[i];
    return verdict && other ? [{ verdict, other }] : [];
  });
  const count = (isIn: (item: { verdict: Verdict; other: Verdict }) => boolean): number => items.filter(isIn).length;
  const same = count(({ verdict, other }) => verdict === other);
  const bothFirst = count(({ verdict, other }) => verdict === "A" && other === "B");
  const bothSecond = count(({ verdict, other }) => verdict === "B" && other === "A");
  const { confidence } = input;
  return {
    consistency: wilson({ successes: same, n: items.length, confidence }),
    n: items.length,
    inconsistent: items.length - same,
    bothFirstPosition: bothFirst,
    bothSecondPosition: bothSecond,
    primacy: wilson({ successes: bothFirst, n: bothFirst + bothSecond, confidence }),
    p: exactBinomialP(bothFirst, bothFirst + bothSecond),
  };
}

function readVerdicts(argument: string, verdicts: unknown): Verdict[] {
  if (!Array.isArray(verdicts)) throw new StatsInputError(argument, `must be an array, got ${describe(verdicts)}`);
  return verdicts.map((verdict: unknown, row) => {
    if (verdict === null || verdict === undefined) return null;
    if (verdict === "A" || verdict === "B" || verdict === "tie") return verdict;
    throw new StatsInputError(argument, `row ${row}: must be "A", "B", "tie" or null, got ${describe(verdict)}`);
  });
}

/**
 * Does a judge give the same verdict when asked again? The share of an item's repeats that give its most frequent verdict, averaged over items.
 *
 * Items with fewer than two verdicts are dropped; undefined without any (`no-units`). Of two repeats that differ each is half, so it is at least
 * .5 there: position consistency, which counts such an item as nothing, is not on the same scale. Interval: that of the clustered mean, by t, cut
 * at 0 and 1.
 *
 * @param input repeats[item][repeat]
 * @example repetitionStability({ repeats: [["A", "A", "B"], ["tie", "tie"]] }).value // 0.8333333333333333
 * Source: Shi et al. 2024.
 */
export function repetitionStability(input: {
  repeats: readonly (readonly (string | null)[])[];
  clusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}): IntervalEstimate {
  if (!Array.isArray(input.repeats)) throw new StatsInputError("repeats", `must be an array of items, got ${describe(input.repeats)}`);
  const { clusters, confidence } = input;
  if (clusters) checkClusters(clusters, input.repeats.length);
  const shares = input.repeats.map((verdicts, row) => {
    if (!Array.isArray(verdicts)) throw new StatsInputError("repeats", `row ${row}: must be an array, got ${describe(verdicts)}`);
    const counts = new Map<unknown, number>();
    for (const verdict of verdicts) if (verdict !== null && verdict !== undefined) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
    return total >= 2 ? Math.max(...counts.values()) / total : null;
  });
  const { value, why, n, interval, intervalWhy } = clusteredMean({ values: shares, clusters, confidence });
  const cut = interval && { ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
  return { value, why, n, interval: cut, intervalWhy };
}
