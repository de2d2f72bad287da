/**
 * Quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7: the default of R and NumPy).
 *
 * @param sorted values in rising order, at least one
 * @param share which quantile, in 0..1
 * @returns with h = (n - 1) share: x[floor h] + (h - floor h)(x[floor h + 1] - x[floor h])
 * @example quantileOfSorted([1, 2, 3, 4], 0.5) // 2.5
 */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const n = sorted.length;
  if (n === 0) throw new RangeError("a quantile needs at least one value");
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a quantile's share must be in 0..1, got ${share}`);
  const position = (n - 1) * share;
  const below = Math.floor(position);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, n - 1)] as number;
  const part = position - below;
  return part === 0 ? low : low + part * (high - low);
}

/** The values in rising order, in a new array. */
export function sortedCopy(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

/** The median: the middle value, or the mean of the middle two; null for no values. */
export function median(values: ArrayLike<number>): number | null {
  return values.length === 0 ? null : quantileOfSorted(sortedCopy(values), 0.5);
}
