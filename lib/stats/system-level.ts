import { accEq } from "./acc-eq";
import { checkLabels } from "./arguments";
import { type ClusterLabel, compareLabels } from "./blocks";
import { type Correlations, correlate } from "./correlation";
import { exactMean } from "./exact-mean";
import { checkSameLength, numberColumn } from "./paired-values";
import type { Rating } from "./result";

export interface SystemLevelResult extends Correlations {
  /** Systems in the order of their labels, with the means that are correlated and how many units they are of. */
  systems: { system: ClusterLabel; judge: number; human: number; n: number }[];
  /** Share of pairs of systems that the judge orders (or ties) as the humans do; null for fewer than two systems. */
  pairwiseAccuracy: number | null;
}

/**
 * Correlation of systems' mean scores: judge against humans, one point per system.
 *
 * Means are over the units that both have scored, taken exactly, so that ties are ties. `n` counts systems; with fewer than ten there is no
 * interval, and with two to six the pairs say more than the correlation. Undefined as `correlate`.
 *
 * @example systemLevel({ judge: [1, 2, 3, 4], human: [2, 2, 4, 5], systems: ["a", "a", "b", "b"] }).pairwiseAccuracy // 1
 * Source: Kocmi et al. 2021 (pairwise accuracy); Deutsch, Dror & Roth 2021.
 */
export function systemLevel(input: {
  judge: ArrayLike<Rating>;
  human: ArrayLike<Rating>;
  systems: readonly ClusterLabel[];
}): SystemLevelResult {
  const [judge, human] = [numberColumn("judge", input.judge), numberColumn("human", input.human)];
  checkSameLength("judge", judge, "human", human);
  checkLabels("systems", input.systems, judge.length);
  const bySystem = new Map<ClusterLabel, { judge: number[]; human: number[] }>();
  input.systems.forEach((system, row) => {
    const [a, b] = [judge[row] as number, human[row] as number];
    if (Number.isNaN(a) || Number.isNaN(b)) return;
    const scores = bySystem.get(system) ?? { judge: [], human: [] };
    scores.judge.push(a);
    scores.human.push(b);
    bySystem.set(system, scores);
  });
  const systems = [...bySystem]
    .sort(([a], [b]) => compareLabels(a, b))
    .map(([system, scores]) => ({
      system,
      judge: exactMean({ values: scores.judge }) ?? 0,
      human: exactMean({ values: scores.human }) ?? 0,
      n: scores.judge.length,
    }));
  const [x, y] = [systems.map((each) => each.judge), systems.map((each) => each.human)];
  return { ...correlate({ x, y }), systems, pairwiseAccuracy: orderAccuracy(x, y) };
}

/** acc_eq of means: equal means are equal doubles, so epsilon 0 is exact. */
function orderAccuracy(judge: number[], human: number[]): number | null {
  return accEq({ metric: judge, human }).value;
}
