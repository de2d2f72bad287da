/** Sum with Neumaier's compensation: right to the last digit for any order of reasonable values. */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** The same of the values at some places of a list. */
export function compensatedSumAt(values: ArrayLike<number>, places: Int32Array): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < places.length; i++) {
    const value = values[places[i] as number] as number;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Mean of at least one value, compensated. Huge values are halved on the way so that their sum cannot overflow. */
export function meanOf(values: ArrayLike<number>): number {
  const n = values.length;
  if (n === 0) throw new RangeError("a mean needs at least one value");
  const mean = compensatedSum(values) / n;
  if (Number.isFinite(mean)) return mean;
  let running = 0;
  for (let i = 0; i < n; i++) running += (values[i] as number) / n;
  return running;
}

/** Mean and sum of squared deviations from it, in two passes with the correction for a rounded mean. */
export interface CentredMoments {
  n: number;
  mean: number;
  /** Sum of (x - mean)^2. */
  squares: number;
}

/** Two-pass mean and centred sum of squares. */
export function centredMoments(values: ArrayLike<number>): CentredMoments {
  const n = values.length;
  const mean = meanOf(values);
  let squares = 0;
  let rest = 0;
  for (let i = 0; i < n; i++) {
    const deviation = (values[i] as number) - mean;
    squares += deviation * deviation;
    rest += deviation;
  }
  return { n, mean, squares: Math.max(0, squares - (rest * rest) / n) };
}

/** Sample variance (divisor n - ddof); null when n <= ddof. */
export function variance(values: ArrayLike<number>, ddof: 0 | 1 = 1): number | null {
  return values.length <= ddof ? null : centredMoments(values).squares / (values.length - ddof);
}

/** The lowest and the highest value; Infinity and -Infinity of none. */
export function endsOf(values: Float64Array): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  // By index: an iterator takes twice as long for a million values.
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

const mostCounted = 256;

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if ((values[i] as number) < (values[i - 1] as number)) return false;
  return true;
}

/** The value in the middle of the sorted ones, or after it; of few different values by counting, since sorting a million takes a tenth of a second. */
function middleOf(values: Float64Array): number {
  if (isRising(values)) return values[values.length >> 1] as number;
  return middleOfWhole(values) ?? middleOfAny(values);
}

/** The same of whole numbers from 0, which scores mostly are; null for any others. */
function middleOfWhole(values: Float64Array): number | null {
  const counts = new Uint32Array(mostCounted);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(value >= 0 && value < mostCounted && Number.isInteger(value))) return null;
    counts[value] = (counts[value] as number) + 1;
  }
  let [middle, before] = [0, counts[0] as number];
  while (before <= values.length >> 1) before += counts[++middle] as number;
  return middle;
}

function middleOfAny(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < values.length && counts.size <= mostCounted; i++) {
    const value = values[i] as number;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  if (counts.size > mostCounted) return values.toSorted()[values.length >> 1] as number;
  let before = 0;
  for (const [value, count] of [...counts].sort(([a], [b]) => a - b)) {
    before += count;
    if (before > values.length >> 1) return value;
  }
  return Number.NaN;
}

/**
 * The same numbers moved and scaled by a power of two so that squares and products of their differences neither overflow nor underflow.
 * For statistics that do not change under x -> a x + b. All differences keep their exact ratios.
 */
export function conditioned(values: ArrayLike<number>): Float64Array {
  // Not Float64Array.from, which asks an iterator for each of a million values.
  return condition(new Float64Array(values));
}

/** The same in place. */
export function condition(result: Float64Array): Float64Array {
  const [low, high] = endsOf(result);
  if (result.length === 0 || low === high) return result.fill(0);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const shrink = largest > 1e300 ? 2 ** -8 : 1;
  // The middle value as origin: beside an outlier on either side the others keep their digits.
  const pivot = middleOf(result) * shrink;
  const range = (high - low === Infinity ? high : high - low) * shrink;
  const exponent = Math.floor(Math.log2(range));
  const tame = exponent >= -300 && exponent <= 300;
  const half = tame ? 0 : Math.trunc(exponent / 2);
  const first = 2 ** -half;
  const second = 2 ** -(tame ? 0 : exponent - half);
  for (let i = 0; i < result.length; i++) result[i] = ((result[i] as number) * shrink - pivot) * first * second;
  return result;
}

/** The sum of the values in each of the blocks, the same in whatever order they are. */
export function sumsOf(values: ArrayLike<number>, blocks: readonly Int32Array[]): Float64Array {
  const longest = blocks.reduce((most, rows) => Math.max(most, rows.length), 0);
  const [own, sums] = [new Float64Array(longest), new Float64Array(blocks.length)];
  for (let block = 0; block < blocks.length; block++) {
    const rows = blocks[block] as Int32Array;
    for (let place = 0; place < rows.length; place++) own[place] = values[rows[place] as number] as number;
    sums[block] = compensatedSum(inOrder(own, rows.length));
  }
  return sums;
}

/** Few numbers are sorted sooner one by one. */
const fewNumbers = 16;

/** The first numbers of a list in rising order, sorted in place. */
function inOrder(values: Float64Array, count: number): Float64Array {
  if (count > fewNumbers) return values.subarray(0, count).sort();
  for (let at = 1; at < count; at++) {
    const value = values[at] as number;
    let to = at;
    for (; to > 0 && (values[to - 1] as number) > value; to--) values[to] = values[to - 1] as number;
    values[to] = value;
  }
  return values.subarray(0, count);
}
