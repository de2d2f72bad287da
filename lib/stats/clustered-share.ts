import { confidenceOf, wholeCount } from "./arguments";
import { completeColumn } from "./paired-values";
import { tQuantile, withWidth } from "./resampling";
import { type IntervalEstimate, StatsInputError } from "./result";
import { compensatedSum } from "./sums";
import { wilson } from "./wilson";

/**
 * A share of things that come in clusters, from how many of each cluster's are hits.
 *
 * value p = hits / n; se^2 = G/(G-1) sum over the G clusters that have any of (hits_g - p n_g)^2 / n^2; interval by t(G-1), cut at 0 and 1. Where
 * every cluster has one thing only it is Wilson's. Undefined without any (`no-units`); no interval for one cluster (`too-few`), nor where every
 * cluster has the same share (`degenerate-replicates`).
 *
 * @example clusteredShare({ hits: [2, 0, 1], sizes: [2, 2, 1] }).value // 0.6
 * Source: Liang & Zeger 1986; Wilson 1927.
 */
export function clusteredShare(input: { hits: ArrayLike<number>; sizes: ArrayLike<number>; confidence?: number }): IntervalEstimate {
  const confidence = confidenceOf(input.confidence);
  const [hits, sizes] = [completeColumn("hits", input.hits), completeColumn("sizes", input.sizes)];
  if (hits.length !== sizes.length) throw new StatsInputError("sizes", `has ${sizes.length} values where hits has ${hits.length}`);
  hits.forEach((each, i) => {
    wholeCount("hits", each);
    wholeCount("sizes", sizes[i] as number);
    if (each > (sizes[i] as number)) throw new StatsInputError("hits", `row ${i}: ${each} is more than the cluster's ${sizes[i]}`);
  });
  const total = (column: Float64Array): number => column.reduce((sum, each) => sum + each, 0);
  const n = total(sizes);
  if (sizes.every((size) => size <= 1)) return wilson({ successes: total(hits), n, confidence });
  const value = total(hits) / n;
  const groups = sizes.filter((size) => size > 0).length;
  if (groups < 2) return { value, why: null, n, interval: null, intervalWhy: "too-few" };
  const squares = hits.map((each, i) => ((each - value * (sizes[i] as number)) / n) ** 2);
  const reach = tQuantile(0.5 + confidence / 2, groups - 1) * Math.sqrt((groups / (groups - 1)) * compensatedSum(squares.sort()));
  const interval = { low: Math.max(0, value - reach), high: Math.min(1, value + reach), confidence, method: "t" as const };
  return { value, why: null, n, ...withWidth({ ...interval, resamples: null, seed: null }) };
}
