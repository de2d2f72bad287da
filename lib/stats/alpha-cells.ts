import type { Blocks } from "./blocks";
import type { AlphaLevel, EncodedRatings } from "./encoded-ratings";
import { numericScale } from "./encoded-ratings";
import { type GatheredRatings, gathered, type RatingCounts } from "./gathered-ratings";
import { multinomialDraws } from "./multinomial";
import type { SeededRandom } from "./random";
import { type RatingPatterns, ratingPatterns } from "./rating-patterns";
import { ratioDistance } from "./ratio-distance";
import { conditioned } from "./sums";

/**
 * What alpha needs from any set of ratings, and how it changes when blocks of units are left out or drawn again. Two makers: cells (here, for
 * scales of few values) and moments (for sliders and continuous values).
 */
export interface AlphaSource {
  counts: RatingCounts;
  /** Units, or clusters of units, that a jackknife deletes and a bootstrap draws. */
  blocks: number;
  /** Whether some pairable rating is below zero, where the ratio level has no meaning. */
  negative: boolean;
  /** Pairable ratings with the value at this place of the scale. */
  ratingsOf(place: number): number;
  /** Alpha; NaN when the pairable ratings do not vary. */
  estimate(level: AlphaLevel): number;
  /** Alpha without each block, with how many blocks share the value; NaN where undefined. Shared by all who ask: not to be changed. */
  leaveOneOut(level: AlphaLevel): { values: Float64Array; weights: Float64Array };
  /** Alpha of so many bootstrap samples of the blocks; NaN where undefined. */
  replicates(level: AlphaLevel, resamples: number, random: SeededRandom): Float64Array;
}

/**
 * Blocks of ratings as sparse cells. Cell v < V holds the ratings with value v, the cells after them the coincidences
 * o_ck = sum over units n_uc n_uk / (m_u - 1) of each pair of values c < k. Both are sums over blocks, and alpha is a function of them.
 */
export interface AlphaCells {
  scaleSize: number;
  start: Uint32Array;
  cell: Uint16Array;
  amount: Float64Array;
  /** How many units have the block's ratings (1 for clusters). */
  weights: Float64Array;
  total: Float64Array;
}

/** The place of the pair (c, k), c < k, among the cells. */
export function pairCell(scaleSize: number, c: number, k: number): number {
  return scaleSize + c * scaleSize - (c * (c + 1)) / 2 + (k - c - 1);
}

export function cellCount(scaleSize: number): number {
  return scaleSize + (scaleSize * (scaleSize - 1)) / 2;
}

/** Adds a unit's ratings to a vector of cells. */
function addUnit(cells: Float64Array, counts: ArrayLike<number>, offset: number, scaleSize: number): void {
  let size = 0;
  for (let c = 0; c < scaleSize; c++) size += counts[offset + c] as number;
  if (size < 2) return;
  for (let c = 0; c < scaleSize; c++) {
    const count = counts[offset + c] as number;
    if (count === 0) continue;
    cells[c] = (cells[c] as number) + count;
    for (let k = c + 1; k < scaleSize; k++) {
      const other = counts[offset + k] as number;
      if (other === 0) continue;
      const at = pairCell(scaleSize, c, k);
      cells[at] = (cells[at] as number) + (count * other) / (size - 1);
    }
  }
}

/** Collects dense vectors as sparse blocks. */
function sparse(scaleSize: number, blocks: number, weights: Float64Array, fill: (dense: Float64Array, block: number) => void): AlphaCells {
  const size = cellCount(scaleSize);
  const start = new Uint32Array(blocks + 1);
  const total = new Float64Array(size);
  const dense = new Float64Array(size);
  let [cell, amount, used] = [new Uint16Array(4 * blocks + size), new Float64Array(4 * blocks + size), 0];
  for (let block = 0; block < blocks; block++) {
    dense.fill(0);
    fill(dense, block);
    if (used + size > cell.length) [cell, amount] = [longer(cell, Uint16Array), longer(amount, Float64Array)];
    for (let at = 0; at < size; at++) {
      const value = dense[at] as number;
      if (value === 0) continue;
      cell[used] = at;
      amount[used++] = value;
      total[at] = (total[at] as number) + value * (weights[block] as number);
    }
    start[block + 1] = used;
  }
  return { scaleSize, start, cell: cell.slice(0, used), amount: amount.slice(0, used), weights, total };
}

/** The list with room for as much again. */
function longer<T extends Uint16Array | Float64Array>(list: T, Numbers: new (length: number) => T): T {
  const copy = new Numbers(2 * list.length);
  copy.set(list);
  return copy;
}

/** One block per distinct pattern of ratings, weighted by its units. */
function cellsOfPatterns({ scaleSize, counts, weights }: RatingPatterns): AlphaCells {
  return sparse(scaleSize, weights.length, weights, (dense, k) => addUnit(dense, counts, k * scaleSize, scaleSize));
}

/** One block per cluster of units. A row of codes is turned into cells once, since few rows differ. */
function cellsOfClusters(encoded: GatheredRatings, blocks: Blocks): AlphaCells {
  const { codes, raters, values } = encoded;
  const weights = ones(blocks.members.length);
  const cellsOf = rowCells(encoded);
  return sparse(values.length, weights.length, weights, (dense, block) => {
    const members = blocks.members[block] as Int32Array;
    for (let i = 0; i < members.length; i++) {
      const { cells, amounts } = cellsOf(codes, (members[i] as number) * raters);
      for (let k = 0; k < cells.length; k++) dense[cells[k] as number] = (dense[cells[k] as number] as number) + (amounts[k] as number);
    }
  });
}

let lastOnes = new Float64Array();

/** So many ones, shared: not to be changed. Tables of one report have the same clusters. */
function ones(count: number): Float64Array {
  if (lastOnes.length !== count) lastOnes = new Float64Array(count).fill(1);
  return lastOnes;
}

interface RowCells {
  cells: number[];
  amounts: number[];
}

/** The cells of a unit's row that starts at this place of the codes. */
function rowCells({ raters, values }: GatheredRatings): (codes: EncodedRatings["codes"], from: number) => RowCells {
  const base = values.length + 1;
  const known = new Map<number, RowCells>();
  const isNumbered = base ** raters <= Number.MAX_SAFE_INTEGER;
  const listed: RowCells[] | null = base ** raters <= MOST_ROWS ? [] : null;
  const counts = new Uint32Array(values.length);
  const dense = new Float64Array(cellCount(values.length));
  return (codes, from) => {
    let key = 0;
    for (let at = from, end = from + raters; at < end; at++) key = key * base + (codes[at] as number);
    const found = listed ? listed[key] : isNumbered ? known.get(key) : undefined;
    if (found) return found;
    counts.fill(0);
    dense.fill(0);
    for (let at = from, end = from + raters; at < end; at++) {
      const code = codes[at] as number;
      if (code > 0) counts[code - 1] = (counts[code - 1] as number) + 1;
    }
    addUnit(dense, counts, 0, values.length);
    const made: RowCells = { cells: [], amounts: [] };
    for (let at = 0; at < dense.length; at++) {
      if (dense[at] === 0) continue;
      made.cells.push(at);
      made.amounts.push(dense[at] as number);
    }
    if (listed) listed[key] = made;
    else if (isNumbered && known.size < MOST_ROWS) known.set(key, made);
    return made;
  };
}

/** Beyond so many different rows, remembering them costs more than it saves. */
const MOST_ROWS = 20_000;

/** Squared distances of each pair c < k in cell order; null for ordinal, whose distances depend on the ratings themselves. */
export function squaredDistances(encoded: EncodedRatings, level: AlphaLevel): Float64Array | null {
  if (level === "ordinal") return null;
  const size = encoded.values.length;
  const squared = new Float64Array((size * (size - 1)) / 2).fill(1);
  if (level === "nominal") return squared;
  const numbers = numericScale(encoded, level);
  const scaled = level === "interval" ? conditioned(numbers) : numbers;
  for (let c = 0, at = 0; c < size; c++) {
    for (let k = c + 1; k < size; k++, at++) {
      const [x, y] = [scaled[c] as number, scaled[k] as number];
      squared[at] = level === "interval" ? (x - y) ** 2 : ratioDistance(x, y);
    }
  }
  return squared;
}

/** Alpha from cells: 1 - (n - 1) sum o_ck d2_ck / sum n_c n_k d2_ck over pairs c < k; NaN when nothing varies. */
export function alphaOfCells(cells: Float64Array, scaleSize: number, squared: Float64Array | null): number {
  let n = 0;
  let observed = 0;
  let expected = 0;
  for (let c = 0, at = scaleSize; c < scaleSize; c++) {
    const count = cells[c] as number;
    n += count;
    if (count === 0) {
      at += scaleSize - c - 1;
      continue;
    }
    let between = count / 2;
    for (let k = c + 1; k < scaleSize; k++, at++) {
      const other = cells[k] as number;
      if (other === 0) continue;
      const distance = squared ? (squared[at - scaleSize] as number) : (between + other / 2) ** 2;
      between += other;
      observed += (cells[at] as number) * distance;
      expected += count * other * distance;
    }
  }
  // 0 / 0 where nothing varies.
  return 1 - ((n - 1) * observed) / expected;
}

/** The source for scales of few values: everything from the cells of the distinct patterns (or of the clusters). */
export function cellSource(encoded: EncodedRatings, blocks: Blocks | null): AlphaSource {
  const cells = blocks ? cellsOfClusters(gathered(encoded), blocks) : cellsOfPatterns(ratingPatterns(encoded));
  const { scaleSize, total, weights } = cells;
  let blockCount = 0;
  for (const weight of weights) blockCount += weight;
  const distances = new Map<AlphaLevel, Float64Array | null>();
  function squared(level: AlphaLevel): Float64Array | null {
    if (!distances.has(level)) distances.set(level, squaredDistances(encoded, level));
    return distances.get(level) ?? null;
  }
  const leftOut = new Map<AlphaLevel, Float64Array>();
  function leaveOneOut(level: AlphaLevel): Float64Array {
    const values = leftOut.get(level) ?? cellsLeaveOneOut(cells, squared(level));
    leftOut.set(level, values);
    return values;
  }
  return {
    counts: gathered(encoded).counts,
    blocks: blockCount,
    negative: encoded.values.some((value, c) => typeof value === "number" && value < 0 && (total[c] as number) > 0),
    ratingsOf: (place) => total[place] ?? 0,
    estimate: (level) => alphaOfCells(total, scaleSize, squared(level)),
    leaveOneOut: (level) => ({ values: leaveOneOut(level), weights }),
    replicates: (level, resamples, random) => cellsReplicates(cells, blockCount, squared(level), resamples, random),
  };
}

function cellsLeaveOneOut(cells: AlphaCells, squared: Float64Array | null): Float64Array {
  const { scaleSize, start, cell, amount, weights } = cells;
  const left = cells.total.slice();
  const values = new Float64Array(weights.length);
  for (let block = 0; block < values.length; block++) {
    const from = start[block] as number;
    const to = start[block + 1] as number;
    for (let i = from; i < to; i++) left[cell[i] as number] = (left[cell[i] as number] as number) - (amount[i] as number);
    values[block] = alphaOfCells(left, scaleSize, squared);
    for (let i = from; i < to; i++) left[cell[i] as number] = cells.total[cell[i] as number] as number;
  }
  return values;
}

/** From this many units a pattern on, one count a pattern is cheaper than one index a unit. */
const UNITS_PER_PATTERN = 4;

function cellsReplicates(
  cells: AlphaCells,
  blocks: number,
  squared: Float64Array | null,
  resamples: number,
  random: SeededRandom,
): Float64Array {
  const { scaleSize, weights } = cells;
  const table = byCell(cells);
  const values = new Float64Array(resamples);
  const sums = new Float64Array(cells.total.length);
  // Small numbers, which stay next to the processor while they are drawn and read.
  const counts = blocks < 2 ** 16 ? new Uint16Array(weights.length) : new Int32Array(weights.length);
  const fill = blocks > UNITS_PER_PATTERN * weights.length ? byMultinomial(blocks, weights, random) : byIndex(blocks, weights, random);
  for (let b = 0; b < resamples; b++) {
    fill(counts);
    weightedSums(table, counts, sums);
    values[b] = alphaOfCells(sums, scaleSize, squared);
  }
  return values;
}

/** How often each block is drawn. */
type Counts = Uint16Array | Int32Array;

/** The same sparse table cell by cell, so that a resample is one dot product a cell. */
interface CellTable {
  start: Uint32Array;
  block: Uint32Array;
  amount: Float64Array;
}

/** sums[cell] = sum over its blocks of count x amount; two sums at a time, so that an addition need not wait for the one before. */
function weightedSums({ start, block, amount }: CellTable, counts: Counts, sums: Float64Array): void {
  for (let at = 0; at < sums.length; at++) {
    const end = start[at + 1] as number;
    let [even, odd] = [0, 0];
    let i = start[at] as number;
    for (; i + 1 < end; i += 2) {
      even += (counts[block[i] as number] as number) * (amount[i] as number);
      odd += (counts[block[i + 1] as number] as number) * (amount[i + 1] as number);
    }
    if (i < end) even += (counts[block[i] as number] as number) * (amount[i] as number);
    sums[at] = even + odd;
  }
}

function byCell(cells: AlphaCells): CellTable {
  const start = new Uint32Array(cells.total.length + 1);
  for (const at of cells.cell) start[at + 1] = (start[at + 1] as number) + 1;
  for (let at = 0; at < cells.total.length; at++) start[at + 1] = (start[at + 1] as number) + (start[at] as number);
  const next = start.slice();
  const block = new Uint32Array(cells.cell.length);
  const amount = new Float64Array(cells.cell.length);
  for (let k = 0; k < cells.weights.length; k++) {
    for (let i = cells.start[k] as number, end = cells.start[k + 1] as number; i < end; i++) {
      const place = next[cells.cell[i] as number] as number;
      next[cells.cell[i] as number] = place + 1;
      block[place] = k;
      amount[place] = cells.amount[i] as number;
    }
  }
  return { start, block, amount };
}

function byMultinomial(blocks: number, weights: Float64Array, random: SeededRandom): (counts: Counts) => void {
  const draws = multinomialDraws(blocks, weights);
  return (counts) => draws.draw(counts, random);
}

function byIndex(blocks: number, weights: Float64Array, random: SeededRandom): (counts: Counts) => void {
  const patternOf = new Uint32Array(blocks);
  for (let k = 0, at = 0; k < weights.length; k++) {
    for (let i = 0; i < (weights[k] as number); i++) patternOf[at++] = k;
  }
  return (counts) => {
    counts.fill(0);
    for (let i = 0; i < blocks; i++) {
      const k = patternOf[random.int(blocks)] as number;
      counts[k] = (counts[k] as number) + 1;
    }
  };
}
