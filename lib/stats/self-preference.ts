import { confidenceOf, wholeCount } from "./arguments";
import { armDifference } from "./arm-difference";
import type { ClusterLabel } from "./blocks";
import { presentValues } from "./paired-values";
import type { Estimate, Rating } from "./result";
import { type WelchResult, welch } from "./welch";

/**
 * Does a judge favour its own family? Mean signed error on outputs of its own family minus that on others'.
 *
 * By Welch's t; with clusters (one label per error, shared by both sides where inputs are) by a cluster-robust t(G-1). Missing errors are
 * dropped. Undefined when a side is empty (`no-units`). A better model may deserve better scores: errors against humans, not scores.
 *
 * @example selfPreference({ errorOnOwn: [1, 0, 1], errorOnOther: [0, 0, -1] }).value // 1
 * Source: Panickssery et al. 2024; Welch 1947.
 */
export function selfPreference(input: {
  errorOnOwn: ArrayLike<Rating>;
  errorOnOther: ArrayLike<Rating>;
  ownClusters?: readonly ClusterLabel[] | null;
  otherClusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}): WelchResult {
  const confidence = confidenceOf(input.confidence);
  const { ownClusters, otherClusters } = input;
  if (ownClusters && otherClusters) {
    return armDifference(
      { name: "errorOnOwn", values: input.errorOnOwn, clusters: ownClusters },
      { name: "errorOnOther", values: input.errorOnOther, clusters: otherClusters },
      confidence,
    );
  }
  return welch(presentValues("errorOnOwn", input.errorOnOwn), presentValues("errorOnOther", input.errorOnOther), confidence);
}

/** Pairs won by identity: who the humans preferred, and who the judge. Ties are left out beforehand. */
export interface PreferenceCounts {
  humanOwnJudgeOwn: number;
  humanOwnJudgeOther: number;
  humanOtherJudgeOwn: number;
  humanOtherJudgeOther: number;
}

/**
 * Self-preference as unequal opportunity: P(judge prefers own | humans prefer own) - P(judge prefers other | humans prefer other).
 *
 * Positive means self-preference. `n` counts the pairs. Undefined when the humans never preferred one of the two (`too-few`).
 *
 * @example
 * unequalOpportunity({ humanOwnJudgeOwn: 45, humanOwnJudgeOther: 5, humanOtherJudgeOwn: 18, humanOtherJudgeOther: 32 }).value // 0.26
 * Source: Wataoka, Takahashi & Ri 2024.
 */
export function unequalOpportunity(input: PreferenceCounts): Estimate {
  const own = wholeCount("humanOwnJudgeOwn", input.humanOwnJudgeOwn);
  const lost = wholeCount("humanOwnJudgeOther", input.humanOwnJudgeOther);
  const favoured = wholeCount("humanOtherJudgeOwn", input.humanOtherJudgeOwn);
  const other = wholeCount("humanOtherJudgeOther", input.humanOtherJudgeOther);
  const n = own + lost + favoured + other;
  if (own + lost === 0 || favoured + other === 0) return { value: null, why: "too-few", n };
  // One fraction, so that equal shares give exactly 0.
  const numerator = own * (favoured + other) - other * (own + lost);
  return { value: numerator / ((own + lost) * (favoured + other)), why: null, n };
}
