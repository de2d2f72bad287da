import { distinctCodes } from "./joint-cells";
import { sortOrder } from "./ranks";

/** How the n(n-1)/2 pairs of units fall out. */
export interface KendallCounts {
  n: number;
  pairs: number;
  concordant: number;
  discordant: number;
  tiedXOnly: number;
  tiedYOnly: number;
  tiedBoth: number;
  /** Distinct values of each side. */
  xDistinct: number;
  yDistinct: number;
  /** Pair sums of tie sizes t that the variance under independence needs: t(t-1)(t-2) and t(t-1)(2t+5), for x and y. */
  xTriples: number;
  yTriples: number;
  xVariance: number;
  yVariance: number;
}

/**
 * Kendall's pair counts of plain columns in O(n log n): sort by x, within equal x by y, then count the exchanges that sorting by y takes.
 * Two radix sorts and one merge sort of ranks, for long columns of many different values. Source: Knight 1966.
 */
export function kendallCountsBySorting(x: Float64Array, y: Float64Array): KendallCounts {
  const n = x.length;
  const order = sortOrder(x);
  const sortedX = new Float64Array(n);
  const inOrder = new Int32Array(n);
  const yRanks = distinctCodes(y).codes;
  for (let place = 0; place < n; place++) {
    const i = order[place] as number;
    sortedX[place] = x[i] as number;
    inOrder[place] = yRanks[i] as number;
  }
  let tiedBoth = 0;
  const xRuns = runs(sortedX, (start, end) => {
    tiedBoth += runs(inOrder.subarray(start, end).sort()).tied;
  });
  const discordant = sortCountingExchanges(inOrder);
  const yRuns = runs(inOrder);
  const pairs = (n * (n - 1)) / 2;
  return {
    n,
    pairs,
    concordant: pairs - xRuns.tied - yRuns.tied + tiedBoth - discordant,
    discordant,
    tiedXOnly: xRuns.tied - tiedBoth,
    tiedYOnly: yRuns.tied - tiedBoth,
    tiedBoth,
    xDistinct: xRuns.distinct,
    yDistinct: yRuns.distinct,
    xTriples: xRuns.triples,
    yTriples: yRuns.triples,
    xVariance: xRuns.variance,
    yVariance: yRuns.variance,
  };
}

/** Sums over runs of equal values in a sorted column; `visit` sees each run of more than one. */
function runs(sorted: Float64Array | Int32Array, visit?: (start: number, end: number) => void) {
  let [tied, triples, variance, distinct] = [0, 0, 0, 0];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    const t = end - start;
    distinct += 1;
    if (t > 1) {
      tied += (t * (t - 1)) / 2;
      triples += t * (t - 1) * (t - 2);
      variance += t * (t - 1) * (2 * t + 5);
      visit?.(start, end);
    }
    start = end;
  }
  return { tied, triples, variance, distinct };
}

const RUN = 8;

/** Sorts ranks in place and returns the number of pairs in falling order. */
function sortCountingExchanges(ranks: Int32Array): number {
  const n = ranks.length;
  let exchanges = 0;
  for (let low = 0; low < n; low += RUN) exchanges += insertionExchanges(ranks, low, Math.min(low + RUN, n));
  let from: Int32Array = ranks;
  let to: Int32Array = new Int32Array(n);
  for (let width = RUN; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width) {
      exchanges += mergeExchanges(from, to, low, Math.min(low + width, n), Math.min(low + 2 * width, n));
    }
    [from, to] = [to, from];
  }
  if (from !== ranks) ranks.set(from);
  return exchanges;
}

function insertionExchanges(ranks: Int32Array, low: number, high: number): number {
  let exchanges = 0;
  for (let i = low + 1; i < high; i++) {
    const rank = ranks[i] as number;
    let j = i;
    for (; j > low && (ranks[j - 1] as number) > rank; j--) ranks[j] = ranks[j - 1] as number;
    ranks[j] = rank;
    exchanges += i - j;
  }
  return exchanges;
}

/** Which side comes next is unpredictable for a branch predictor, so it is computed: -1 (all bits) for the right, 0 for the left. */
function mergeExchanges(from: Int32Array, to: Int32Array, low: number, middle: number, high: number): number {
  let i = low;
  let j = middle;
  let k = low;
  let exchanges = 0;
  while (i < middle && j < high) {
    const left = from[i] as number;
    const gap = (from[j] as number) - left;
    const right = gap >> 31;
    to[k] = left + (gap & right);
    exchanges += (middle - i) & right;
    i += 1 + right;
    j -= right;
    k += 1;
  }
  to.set(from.subarray(i, middle), k);
  to.set(from.subarray(j, high), k + middle - i);
  return exchanges;
}
