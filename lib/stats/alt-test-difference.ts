import { type Wins, winsIn } from "./alt-test";
import { type AltTestInput, type AltTestRating, type AltTestTable, readTable } from "./alt-test-table";
import { confidenceOf, oneOf, wholeCount } from "./arguments";
import { isEncoded } from "./encoded-ratings";
import { describe } from "./paired-values";
import { jackknifeInterval, noInterval } from "./resampling";
import { type IntervalEstimate, StatsInputError } from "./result";

export interface AltTestDifferenceInput extends Omit<AltTestInput, "judge" | "epsilon" | "q" | "annotatorIds"> {
  /** Two judges' ratings of the units. */
  a: readonly AltTestRating[];
  b: readonly AltTestRating[];
  confidence?: number;
  interval?: "jackknife" | "none";
}

/**
 * How much greater judge a's advantage probability is than judge b's, on the units that both have rated: the mean over annotators, of those with
 * `minUnits` of these units, of rhoJudge of a minus that of b, each as `altTest` has it. `n` counts units.
 *
 * Interval: delete-one jackknife over units, or clusters where given, with t(G-1), cut to -1..1. Undefined when nobody is eligible
 * (`no-eligible-annotators`).
 *
 * @throws StatsInputError as altTest
 * @example
 * altTestDifference({ ratings: [[1, 1], [2, 2], [2, 3]], a: [1, 2, 2], b: [1, 1, 2], minUnits: 2 }).value // 1/3
 * Source: Calderon, Reichart & Dror 2025, for the advantage; Efron & Tibshirani 1993, chapter 11.
 */
export function altTestDifference(input: AltTestDifferenceInput): IntervalEstimate {
  const score = oneOf("score", input.score ?? "accuracy", ["accuracy", "rmse"] as const);
  const confidence = confidenceOf(input.confidence);
  const method = oneOf("interval", input.interval ?? "jackknife", ["jackknife", "none"] as const);
  const minUnits = wholeCount("minUnits", input.minUnits ?? 30);
  const { ratings, a, b, clusters = null } = input;
  const units = isEncoded(ratings) ? ratings.units : ratings?.length;
  for (const [name, judge] of Object.entries({ a, b })) {
    if (!Array.isArray(judge)) throw new StatsInputError(name, `must be an array, got ${describe(judge)}`);
    if (judge.length !== units) throw new StatsInputError(name, `has ${judge.length} values for ${units} units`);
  }
  const isMissing = (value: AltTestRating) => value === null || value === undefined || Number.isNaN(value);
  const onBoth = (judge: readonly AltTestRating[]) => judge.map((value, unit) => (isMissing(a[unit]) || isMissing(b[unit]) ? null : value));
  const [one, other] = [a, b].map((judge) => readTable({ ratings, judge: onBoth(judge), clusters }, score)) as [AltTestTable, AltTestTable];
  const n = one.judge.length;
  // Units are the same, and so are their clusters.
  const others = winsIn(other, score);
  const eligible = winsIn(one, score).flatMap(({ n: own, judge, byCluster }, annotator) => {
    const second = others[annotator] as Wins;
    const apart = byCluster.judge.map((won, slot) => won - (second.byCluster.judge[slot] as number));
    return own > 0 && own >= minUnits ? [{ units: own, total: judge - second.judge, apart, ...byCluster, next: 0 }] : [];
  });
  if (eligible.length === 0) return { value: null, why: "no-eligible-annotators", n, interval: null, intervalWhy: "undefined-estimate" };
  const meanOf = (part: (own: (typeof eligible)[number]) => number): number =>
    eligible.reduce((sum, own) => sum + part(own), 0) / eligible.length;
  // Asked for one cluster after the other.
  const meanWithout = (without: number): number =>
    meanOf((own) => {
      const { units, total, apart, count, cluster, next } = own;
      if (cluster[next] !== without) return total / units;
      own.next += 1;
      return (total - (apart[next] as number)) / (units - (count[next] as number));
    });
  const value = meanOf(({ units, total }) => total / units);
  const found =
    method === "none"
      ? noInterval("not-requested")
      : jackknifeInterval({
          ...{ estimate: value, confidence, bounds: { low: -1, high: 1 } },
          leaveOneOut: Float64Array.from({ length: one.clusterCount }, (_, cluster) => meanWithout(cluster)),
        });
  return { value, why: null, n, interval: found.interval, intervalWhy: found.intervalWhy };
}
