import { confidenceOf, foldCount } from "./arguments";
import { type ClusterLabel, checkClusters } from "./blocks";
import { clusteredMean } from "./clustered-mean";
import { pairedValues } from "./paired-values";
import type { IntervalEstimate, Rating } from "./result";

export interface IsotonicInput {
  human: ArrayLike<Rating>;
  judge: ArrayLike<Rating>;
  /** One label per unit; a cluster's units are never on both sides of a fold. */
  clusters?: readonly ClusterLabel[] | null;
  /** 5 unless given; never more than there are clusters. */
  folds?: number;
  confidence?: number;
  /** "none": the two errors as values alone. */
  interval?: "t" | "none";
}

export interface IsotonicResult {
  n: number;
  /** What each of the judge's scores is worth in people's, rising; fitted to all units. */
  steps: { level: number; value: number }[];
  /** Mean |human - judge| as it is, and with each unit's score replaced by the fit of the other folds; clustered, no interval begins below 0. */
  raw: IntervalEstimate;
  recalibrated: IntervalEstimate;
  /** recalibrated - raw, unit by unit, clustered: below 0, recalibrating helps. */
  difference: IntervalEstimate;
}

/**
 * Isotonic recalibration of a judge: the rising function of its scores that is closest to people's in squares, and what it gains on units it was not
 * fitted to.
 *
 * Pool-adjacent-violators on the judge's levels, each with the mean of people's scores there and its count as weight. Clusters (units without them) go
 * to the folds in turn, in the order in which they first occur; a level that a fold has not seen takes the nearest lower one's value, or the
 * lowest. Units with a missing side are dropped; undefined for fewer than two clusters (`too-few`).
 *
 * @throws StatsInputError for fewer than two folds
 * @example isotonic({ human: [1, 3, 2], judge: [1, 2, 3], folds: 3 }).steps[1]?.value // 2.5
 * Source: Barlow, Bartholomew, Bremner & Brunk 1972.
 */
export function isotonic(input: IsotonicInput): IsotonicResult {
  const [confidence, wanted] = [confidenceOf(input.confidence), foldCount(input.folds)];
  const { x: human, y: judge, rows, n } = pairedValues(input.human, input.judge, "human", "judge");
  if (input.clusters) checkClusters(input.clusters, input.human.length);
  const labels = Array.from(rows, (row) => (input.clusters ? input.clusters[row] : row) as ClusterLabel);
  const order = new Map([...new Set(labels)].map((label, place) => [label, place]));
  const steps = risingFit(human, judge, () => true);
  const folds = Math.min(wanted, order.size);
  if (order.size < 2) {
    const none = { value: null, why: "too-few" as const, n, interval: null, intervalWhy: "undefined-estimate" as const };
    return { n, steps, raw: none, recalibrated: none, difference: none };
  }
  const foldOf = labels.map((label) => (order.get(label) ?? 0) % folds);
  const fits = Array.from({ length: folds }, (_, fold) => risingFit(human, judge, (unit) => foldOf[unit] !== fold));
  const raw = Array.from(human, (value, unit) => Math.abs(value - (judge[unit] as number)));
  const after = Array.from(human, (value, unit) =>
    Math.abs(value - isotonicValue(fits[foldOf[unit] as number] ?? [], judge[unit] as number)),
  );
  const mean = (values: number[]): IntervalEstimate => {
    const { value, why, n: units, ...found } = clusteredMean({ values, clusters: labels, confidence, interval: input.interval });
    const interval = found.interval && { ...found.interval, low: Math.max(0, found.interval.low) };
    return { value, why, n: units, interval, intervalWhy: found.intervalWhy };
  };
  const difference = clusteredMean({ values: after.map((error, unit) => error - (raw[unit] ?? 0)), clusters: labels, confidence });
  const { value, why, interval, intervalWhy } = difference;
  return { n, steps, raw: mean(raw), recalibrated: mean(after), difference: { value, why, n, interval, intervalWhy } };
}

/** Pool adjacent violators over the levels of the units chosen. */
function risingFit(human: Float64Array, judge: Float64Array, isIn: (unit: number) => boolean): IsotonicResult["steps"] {
  const levels = new Map<number, { sum: number; weight: number }>();
  judge.forEach((level, unit) => {
    if (!isIn(unit)) return;
    const own = levels.get(level) ?? { sum: 0, weight: 0 };
    levels.set(level, { sum: own.sum + (human[unit] as number), weight: own.weight + 1 });
  });
  const pools: { levels: number[]; sum: number; weight: number }[] = [];
  for (const [level, { sum, weight }] of [...levels].sort(([a], [b]) => a - b)) {
    let pool = { levels: [level], sum, weight };
    for (let last = pools.at(-1); last && last.sum * pool.weight >= pool.sum * last.weight; last = pools.at(-1)) {
      pool = { levels: [...last.levels, ...pool.levels], sum: last.sum + pool.sum, weight: last.weight + pool.weight };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => pool.levels.map((level) => ({ level, value: pool.sum / pool.weight })));
}

/**
 * What a fitted function gives for a score: the value of its level or, for a level that the fit has not seen, of the nearest lower one, or the
 * lowest. Without steps, the score itself.
 *
 * @example isotonicValue([{ level: 1, value: 2 }, { level: 3, value: 4 }], 2) // 2
 */
export function isotonicValue(steps: readonly { level: number; value: number }[], level: number): number {
  const below = steps.filter((step) => step.level <= level).at(-1) ?? steps[0];
  return below?.value ?? level;
}
