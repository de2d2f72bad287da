import { permutationOptions } from "./arguments";
import { numberColumn } from "./paired-values";
import { type Estimate, type Rating, StatsInputError } from "./result";
import { flipTest } from "./sign-flip";

/** How sure the humans and the metric are that system i is not better than system j. */
export interface SystemPair {
  i: number;
  j: number;
  /** Units on which both systems have a human and a metric score. */
  n: number;
  pHuman: number;
  pMetric: number;
}

export interface SoftPairwiseAccuracy extends Estimate {
  pairs: SystemPair[];
  permutations: number;
  seed: number;
}

/**
 * Soft pairwise accuracy: does the metric prefer one system to another with the same confidence as the humans do?
 *
 * SPA = 1 - mean over pairs i < j of |p_human - p_metric|, p = P(sum* >= sum) of the differences between the two systems' scores, unit by
 * unit, under random signs (all of them up to 16 units; else `permutations` of one `seed`, the same signs for humans and metric). `n`
 * counts pairs of systems. Missing scores drop the unit for that pair. Undefined for fewer than two systems that share units (`too-few`).
 *
 * @param input human[system][unit], metric[system][unit]
 * @example softPairwiseAccuracy({ human: [[1, 2, 3], [2, 3, 4]], metric: [[2, 2, 4], [1, 3, 5]] }).value // 0.875
 * Source: Thompson et al. 2024.
 */
export function softPairwiseAccuracy(input: {
  human: readonly ArrayLike<Rating>[];
  metric: readonly ArrayLike<Rating>[];
  permutations?: number;
  seed?: number;
}): SoftPairwiseAccuracy {
  const options = permutationOptions({ permutations: input.permutations ?? 1000, seed: input.seed });
  const human = readScores("human", input.human);
  const metric = readScores("metric", input.metric);
  if (metric.length !== human.length) throw new StatsInputError("metric", `has ${metric.length} systems where human has ${human.length}`);
  const units = human[0]?.length ?? 0;
  [...human, ...metric].forEach((scores, k) => {
    const name = k < human.length ? "human" : "metric";
    if (scores.length !== units) throw new StatsInputError(name, `row ${k % human.length}: has ${scores.length} units, not ${units}`);
  });
  const pairs: SystemPair[] = [];
  for (let i = 0; i < human.length; i++) {
    for (let j = i + 1; j < human.length; j++) {
      const pair = comparePair(human, metric, i, j, options);
      if (pair) pairs.push(pair);
    }
  }
  const n = pairs.length;
  if (n === 0) return { value: null, why: "too-few", n, pairs, ...options };
  const distances = Float64Array.from(pairs, (pair) => Math.abs(pair.pHuman - pair.pMetric)).sort();
  return { value: 1 - distances.reduce((sum, distance) => sum + distance, 0) / n, why: null, n, pairs, ...options };
}

function readScores(argument: string, scores: unknown): Float64Array[] {
  if (!Array.isArray(scores)) throw new StatsInputError(argument, "must be an array of systems");
  return scores.map((each, system) => numberColumn(`${argument}[${system}]`, each));
}

function comparePair(
  human: Float64Array[],
  metric: Float64Array[],
  i: number,
  j: number,
  options: { permutations: number; seed: number },
): SystemPair | null {
  const difference = (scores: Float64Array[], unit: number): number => (scores[i]?.[unit] as number) - (scores[j]?.[unit] as number);
  const rows: { human: number; metric: number }[] = [];
  for (let unit = 0; unit < (human[i] as Float64Array).length; unit++) {
    const row = { human: difference(human, unit), metric: difference(metric, unit) };
    if (!Number.isNaN(row.human) && !Number.isNaN(row.metric)) rows.push(row);
  }
  if (rows.length === 0) return null;
  // In an order of their own, so that random signs do not depend on that of the units.
  rows.sort((a, b) => a.human - b.human || a.metric - b.metric);
  const p = (terms: number[]): number => flipTest(Float64Array.from(terms), options).pOneSided ?? 1;
  return { i, j, n: rows.length, pHuman: p(rows.map((row) => row.human)), pMetric: p(rows.map((row) => row.metric)) };
}
