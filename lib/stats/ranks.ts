/** Ranks of values with ties at their mean rank, counted from 1. */
export interface MidRanks {
  ranks: Float64Array;
  /** Sizes of the groups of equal values that have more than one member. */
  tieSizes: number[];
}

/**
 * Mid-ranks: each value's rank from 1, equal values sharing the mean of the ranks they cover. -0 equals 0.
 *
 * @param values finite numbers
 * @example midRanks([10, 20, 20, 30]).ranks // [1, 2.5, 2.5, 4]
 */
export function midRanks(values: ArrayLike<number>): MidRanks {
  const n = values.length;
  const order = sortOrder(values);
  const ranks = new Float64Array(n);
  const tieSizes: number[] = [];
  for (let start = 0; start < n; ) {
    const value = values[order[start] as number] as number;
    let end = start + 1;
    while (end < n && values[order[end] as number] === value) end++;
    const rank = (start + end + 1) / 2;
    for (let i = start; i < end; i++) ranks[order[i] as number] = rank;
    if (end - start > 1) tieSizes.push(end - start);
    start = end;
  }
  return { ranks, tieSizes };
}

const RADIX_FROM = 1024;

/** The positions of `values` in rising order of value; equal values keep their order. Radix sort for long input, where it is several times faster. */
export function sortOrder(values: ArrayLike<number>): Uint32Array {
  const n = values.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  if (n < RADIX_FROM) {
    return order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
  }
  // One kind of array from here on: long loops over several kinds run at half the speed.
  return radixOrder(values instanceof Float64Array ? values : Float64Array.from(values), order);
}

/** A word of each sort key with the position it came from: moved together, so that every pass reads in sequence. */
interface Keys {
  word: Uint32Array;
  order: Uint32Array;
}

const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
/** Runs of equal high words up to this length are put in order by insertion. */
const SHORT_RUN = 24;

/**
 * Least-significant-digit radix sort on the 64 bits of each double, mapped so that unsigned order is numeric order. The high words alone put
 * all but close neighbours in order; those follow by insertion, or, where many share a high word, by sorting on the low words first.
 */
function radixOrder(values: Float64Array, order: Uint32Array): Uint32Array {
  const { low, high } = sortKeys(values);
  const byHigh = sortByWord({ word: high.slice(), order });
  if (insertWithinRuns(byHigh, low)) return byHigh.order;
  const byLow = sortByWord({ word: low, order: Uint32Array.from(high.keys()) });
  return sortByWord({ word: byLow.order.map((i) => high[i] as number), order: byLow.order }).order;
}

/** A stable sort by one word, three digits. */
function sortByWord(keys: Keys): Keys {
  const n = keys.order.length;
  let from = keys;
  let to: Keys = { word: new Uint32Array(n), order: new Uint32Array(n) };
  for (const shift of [0, DIGIT_BITS, 2 * DIGIT_BITS]) {
    const starts = bucketStarts(from.word, shift);
    if (!starts) continue;
    distribute(from, to, shift, starts);
    [from, to] = [to, from];
  }
  return from;
}

/** Orders each run of equal high words by the low words, stably; false (order then unspecified but complete) when a run is too long for that. */
function insertWithinRuns({ word, order }: Keys, low: Uint32Array): boolean {
  for (let start = 0; start < word.length; ) {
    let end = start + 1;
    while (end < word.length && word[end] === word[start]) end++;
    if (end - start > SHORT_RUN && !sameWords(order, low, start, end)) return false;
    for (let i = start + 1; i < end; i++) {
      const moved = order[i] as number;
      const key = low[moved] as number;
      let j = i;
      for (; j > start && (low[order[j - 1] as number] as number) > key; j--) order[j] = order[j - 1] as number;
      order[j] = moved;
    }
    start = end;
  }
  return true;
}

function sameWords(order: Uint32Array, low: Uint32Array, start: number, end: number): boolean {
  const first = low[order[start] as number];
  for (let i = start + 1; i < end; i++) if (low[order[i] as number] !== first) return false;
  return true;
}

function sortKeys(values: Float64Array): { low: Uint32Array; high: Uint32Array } {
  const n = values.length;
  const low = new Uint32Array(n);
  const high = new Uint32Array(n);
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  const [lowWord, highWord] = littleEndian() ? [0, 1] : [1, 0];
  for (let i = 0; i < n; i++) {
    double[0] = (values[i] as number) + 0;
    const top = words[highWord] as number;
    const flip = top >>> 31 ? 0xffffffff : 0;
    low[i] = (words[lowWord] as number) ^ flip;
    high[i] = top ^ (flip || 0x80000000);
  }
  return { low, high };
}

/** Where each bucket of a digit begins, or null when all keys have the same digit. */
function bucketStarts(keys: Uint32Array, shift: number): Uint32Array | null {
  const starts = new Uint32Array(BUCKETS);
  for (let i = 0; i < keys.length; i++) {
    const bucket = ((keys[i] as number) >>> shift) & (BUCKETS - 1);
    starts[bucket] = (starts[bucket] as number) + 1;
  }
  let start = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = starts[bucket] as number;
    if (count === keys.length) return null;
    starts[bucket] = start;
    start += count;
  }
  return starts;
}

function distribute(from: Keys, to: Keys, shift: number, starts: Uint32Array): void {
  const { word, order } = from;
  const [words, orders] = [to.word, to.order];
  for (let i = 0; i < word.length; i++) {
    const key = word[i] as number;
    const bucket = (key >>> shift) & (BUCKETS - 1);
    const place = starts[bucket] as number;
    starts[bucket] = place + 1;
    words[place] = key;
    orders[place] = order[i] as number;
  }
}

function littleEndian(): boolean {
  return new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
}
