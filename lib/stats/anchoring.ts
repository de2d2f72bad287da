import { confidenceOf } from "./arguments";
import { armDifference } from "./arm-difference";
import type { ClusterLabel } from "./blocks";
import { presentValues } from "./paired-values";
import { midRanks } from "./ranks";
import type { Rating } from "./result";
import { type WelchResult, welch } from "./welch";

export interface AnchoringResult {
  /** mean(drafted) - mean(blind) by Welch's t. */
  difference: WelchResult;
  /** The same with cluster-robust error; null without clusters. */
  clustered: WelchResult | null;
  /** How often a drafted value exceeds a blind one, ties half: U, U/(n1 n2), and 2 P - 1. null when an arm is empty. */
  mannWhitneyU: number | null;
  probabilityOfSuperiority: number | null;
  cliffsDelta: number | null;
  draftedN: number;
  blindN: number;
}

/**
 * Did the draft move the people who saw it? Compares one number per evaluation between the arms: the score itself, or |score - draft| with
 * the draft logged but unseen in the blind arm.
 *
 * Valid where arms were randomised. Missing values are dropped; with labels per value the cluster-robust difference is reported next to Welch's.
 * Undefined when an arm is empty (`no-units`). A keep rate alone is not evidence of anchoring.
 *
 * @example anchoring({ drafted: [4, 5], blind: [3, 4] }).probabilityOfSuperiority // 0.875
 * Source: Welch 1947; Vargha & Delaney 2000; Liang & Zeger 1986.
 */
export function anchoring(input: {
  drafted: ArrayLike<Rating>;
  blind: ArrayLike<Rating>;
  draftedClusters?: readonly ClusterLabel[] | null;
  blindClusters?: readonly ClusterLabel[] | null;
  confidence?: number;
}): AnchoringResult {
  const confidence = confidenceOf(input.confidence);
  const drafted = presentValues("drafted", input.drafted);
  const blind = presentValues("blind", input.blind);
  const { draftedClusters, blindClusters } = input;
  const isClustered = draftedClusters && blindClusters;
  const u = mannWhitneyU(drafted, blind);
  const pairs = drafted.length * blind.length;
  return {
    difference: welch(drafted, blind, confidence),
    clustered: isClustered
      ? armDifference(
          { name: "drafted", values: input.drafted, clusters: draftedClusters },
          { name: "blind", values: input.blind, clusters: blindClusters },
          confidence,
        )
      : null,
    mannWhitneyU: u,
    probabilityOfSuperiority: u === null ? null : u / pairs,
    cliffsDelta: u === null ? null : (2 * u - pairs) / pairs,
    draftedN: drafted.length,
    blindN: blind.length,
  };
}

/** Sum of the first side's mid-ranks less what they would be at least. */
function mannWhitneyU(first: Float64Array, second: Float64Array): number | null {
  if (first.length === 0 || second.length === 0) return null;
  const { ranks } = midRanks(Float64Array.from([...first, ...second]));
  const sum = ranks.subarray(0, first.length).reduce((total, rank) => total + rank, 0);
  return sum - (first.length * (first.length + 1)) / 2;
}
