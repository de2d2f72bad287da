/** Exact permutation p-values are given up to this many pairs (9! orders). */
export const MOST_PAIRS_FOR_PERMUTATION = 9;
/** Kendall's exact distribution without ties is given up to this many pairs. */
export const MOST_PAIRS_FOR_KENDALL = 33;

/**
 * Two-sided exact permutation p of a product-moment statistic: the share of all pairings of x with y whose |sum dx dy| is at least the
 * observed one. Sums within 1e-12 of the greatest possible one count as equal, so rounding decides no tie.
 *
 * @param dx, dy centred values or ranks, at most nine
 */
export function permutationPOfProducts(dx: ArrayLike<number>, dy: ArrayLike<number>): number {
  let [xx, yy, observed] = [0, 0, 0];
  for (let i = 0; i < dx.length; i++) {
    xx += (dx[i] as number) ** 2;
    yy += (dy[i] as number) ** 2;
    observed += (dx[i] as number) * (dy[i] as number);
  }
  const threshold = Math.abs(observed) - 1e-12 * Math.sqrt(xx * yy);
  const { values, counts } = multiset(dy);
  return shareOfOrders(counts, dx.length, (code, place) => (dx[place] as number) * (values[code] as number), threshold);
}

/** Two-sided exact permutation p of Kendall's score for data with ties. */
export function permutationPOfKendall(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const { values, counts } = multiset(y);
  const gain = (code: number, place: number, chosen: ArrayLike<number>): number => {
    let score = 0;
    const own = x[place] as number;
    for (let k = 0; k < place; k++) score += Math.sign(own - (x[k] as number)) * Math.sign(code - (chosen[k] as number));
    return score;
  };
  const observedCodes = Int32Array.from(y, (value) => values.indexOf(value));
  const observed = observedCodes.reduce((sum, code, place) => sum + gain(code, place, observedCodes), 0);
  return shareOfOrders(counts, x.length, gain, Math.abs(observed));
}

function multiset(values: ArrayLike<number>): { values: number[]; counts: Int32Array } {
  const distinct = [...new Set(Array.from(values))].sort((a, b) => a - b);
  const counts = new Int32Array(distinct.length);
  for (let i = 0; i < values.length; i++) {
    const code = distinct.indexOf(values[i] as number);
    counts[code] = (counts[code] as number) + 1;
  }
  return { values: distinct, counts };
}

/**
 * The share of all orders of a multiset for which |sum over places of gain| >= threshold, by depth-first search over partial sums. Orders
 * that differ only among equal values are one, and all are equally likely.
 */
function shareOfOrders(
  left: Int32Array,
  n: number,
  gain: (code: number, place: number, chosen: ArrayLike<number>) => number,
  threshold: number,
): number {
  const chosen = new Int32Array(n);
  let [extreme, total] = [0, 0];
  function visit(place: number, sum: number): void {
    if (place === n) {
      total += 1;
      if (Math.abs(sum) >= threshold) extreme += 1;
      return;
    }
    for (let code = 0; code < left.length; code++) {
      const count = left[code] as number;
      if (count === 0) continue;
      left[code] = count - 1;
      chosen[place] = code;
      visit(place + 1, sum + gain(code, place, chosen));
      left[code] = count;
    }
  }
  visit(0, 0);
  return extreme / total;
}

/**
 * Two-sided exact p of Kendall's tau without ties: twice the smaller tail of the distribution of the number of discordant pairs among
 * n! equally likely orders, which is the convolution of the uniform distributions on 0..k-1, k = 2..n. Source: Kendall 1970, chapter 5.
 */
export function exactKendallP(n: number, discordant: number): number {
  const most = (n * (n - 1)) / 2;
  const fewer = Math.min(discordant, most - discordant);
  let shares = new Float64Array(fewer + 1);
  shares[0] = 1;
  for (let k = 2; k <= n; k++) {
    const next = new Float64Array(fewer + 1);
    let window = 0;
    for (let d = 0; d <= fewer; d++) {
      window += shares[d] as number;
      if (d >= k) window -= shares[d - k] as number;
      next[d] = window / k;
    }
    shares = next;
  }
  return Math.min(1, 2 * shares.reduce((sum, share) => sum + share, 0));
}
