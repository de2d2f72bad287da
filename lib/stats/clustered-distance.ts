import { confidenceOf, oneOf } from "./arguments";
import { type ClusterLabel, checkClusters, compareLabels } from "./blocks";
import { jensenShannonBits, wasserstein } from "./distribution";
import { distinctCodes } from "./joint-cells";
import { completeColumn } from "./paired-values";
import { type Bounds, type IntervalOutcome, jackknifeInterval, noInterval } from "./resampling";
import type { IntervalEstimate } from "./result";

export interface ClusteredDistanceInput {
  first: ArrayLike<number>;
  /** A label per value; one label means the same cluster on both sides. */
  firstClusters: readonly ClusterLabel[];
  second: ArrayLike<number>;
  secondClusters: readonly ClusterLabel[];
  confidence?: number;
  interval?: "jackknife" | "none";
}

export interface ClusteredDistance {
  firstN: number;
  secondN: number;
  /** As `distributionDistance` gives them; `n` counts both sides. */
  jensenShannonBits: IntervalEstimate;
  wasserstein: IntervalEstimate;
}

/** So many counts are looked at in all replicates together: beyond it, each replicate leaves out several clusters. */
const MOST_COUNTS = 2_000_000;
const FEWEST_GROUPS = 20;

/**
 * How far apart the values of two lists are distributed, whose values come in clusters (several people's ratings of one input, and the judge's).
 *
 * Values as in `distributionDistance`, on the values that occur. Interval: delete-one jackknife with t(G-1); each cluster is left out of both sides at
 * once. With very many clusters and different values, a replicate leaves out one of G groups of clusters, taken in turn in the order of their
 * labels. Ends are cut at 0, of Jensen-Shannon at 1. Undefined when a side is empty (`no-units`).
 *
 * @example
 * clusteredDistance({ first: [1, 2], firstClusters: [1, 2], second: [2, 2], secondClusters: [1, 2] }).wasserstein.value // 0.5
 * Source: Efron & Tibshirani 1993, chapter 11; Kott 2001 for groups.
 */
export function clusteredDistance(input: ClusteredDistanceInput): ClusteredDistance {
  const confidence = confidenceOf(input.confidence);
  const method = oneOf("interval", input.interval ?? "jackknife", ["jackknife", "none"] as const);
  const [one, other] = [completeColumn("first", input.first), completeColumn("second", input.second)];
  checkClusters(input.firstClusters, one.length, "firstClusters");
  checkClusters(input.secondClusters, other.length, "secondClusters");
  const [firstN, secondN] = [one.length, other.length];
  const all = new Float64Array(firstN + secondN);
  all.set(one);
  all.set(other, firstN);
  const { values: scale, codes } = distinctCodes(all);
  const first = new Float64Array(scale.length);
  const second = new Float64Array(scale.length);
  for (let at = 0; at < codes.length; at++) addTo(at < firstN ? first : second, codes[at] as number, 1);
  const distances = {
    jensenShannonBits: () => jensenShannonBits(first, second, firstN, secondN),
    wasserstein: () => wasserstein(first, second, firstN, secondN, scale),
  };
  const n = firstN + secondN;
  if (firstN === 0 || secondN === 0) {
    const none = { value: null, why: "no-units" as const, n, interval: null, intervalWhy: "undefined-estimate" as const };
    return { firstN, secondN, jensenShannonBits: none, wasserstein: none };
  }
  const labels = () => input.firstClusters.concat(input.secondClusters);
  const withoutEach = method === "none" ? null : replicates({ first, second, firstN, scale, codes, labels: labels() });
  const estimate = (of: keyof typeof distances, bounds: Bounds): IntervalEstimate => {
    const value = distances[of]();
    const found: IntervalOutcome =
      withoutEach === null
        ? noInterval("not-requested")
        : jackknifeInterval({ estimate: value, leaveOneOut: withoutEach[of], confidence, bounds });
    return { value, why: null, n, interval: found.interval, intervalWhy: found.intervalWhy };
  };
  return {
    ...{ firstN, secondN },
    jensenShannonBits: estimate("jensenShannonBits", { low: 0, high: 1 }),
    wasserstein: estimate("wasserstein", { low: 0 }),
  };
}

interface Counted {
  first: Float64Array;
  second: Float64Array;
  firstN: number;
  scale: Float64Array;
  /** Place on the scale and cluster of each value, the first side's before the second's. */
  codes: Int32Array;
  labels: ClusterLabel[];
}

/** Both distances without each group of clusters; NaN where a side is then empty. The counts are as before afterwards. */
function replicates({ first, second, firstN, scale, codes, labels }: Counted): Record<"jensenShannonBits" | "wasserstein", Float64Array> {
  const sorted = [...new Set(labels)].sort(compareLabels);
  const groups = Math.min(sorted.length, Math.max(FEWEST_GROUPS, Math.floor(MOST_COUNTS / scale.length)));
  const groupOf = new Map(sorted.map((label, place) => [label, place % groups]));
  const members: number[][] = Array.from({ length: groups }, () => []);
  labels.forEach((label, at) => {
    members[groupOf.get(label) as number]?.push(at);
  });
  const found = { jensenShannonBits: new Float64Array(groups), wasserstein: new Float64Array(groups) };
  members.forEach((own, group) => {
    const left = [firstN, labels.length - firstN];
    const shift = (by: number): void => {
      for (const at of own) {
        const side = at < firstN ? 0 : 1;
        addTo(side === 0 ? first : second, codes[at] as number, by);
        left[side] = (left[side] as number) + by;
      }
    };
    shift(-1);
    const [a, b] = left as [number, number];
    const isDefined = a > 0 && b > 0;
    found.jensenShannonBits[group] = isDefined ? jensenShannonBits(first, second, a, b) : Number.NaN;
    found.wasserstein[group] = isDefined ? wasserstein(first, second, a, b, scale) : Number.NaN;
    shift(1);
  });
  return found;
}

function addTo(counts: Float64Array, place: number, by: number): void {
  counts[place] = (counts[place] as number) + by;
}
