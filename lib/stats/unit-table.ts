import type { Blocks } from "./blocks";
import type { EncodedRatings } from "./encoded-ratings";

/** The pairable units' ratings for scales of many values: only the values that occur, each unit's codes in rising order. */
export interface UnitTable {
  /** The codes of unit u are `codes[start[u]] .. codes[start[u + 1] - 1]`, from 0. */
  start: Uint32Array;
  codes: Uint32Array;
  units: number;
  /** How often each value occurs. */
  marginals: Float64Array;
  /** The values that occur, in scale order. */
  values: (number | string)[];
  /** Units of each block; null when each unit is its own. */
  blocks: Int32Array[] | null;
}

/** The pairable units of a table, on the values that occur in them. */
export function unitTable(encoded: EncodedRatings, blocks: Blocks | null): UnitTable {
  const { codes, units, raters } = encoded;
  const position = new Int32Array(units).fill(-1);
  const used = new Float64Array(encoded.values.length + 1);
  const start = [0];
  const kept = new Uint32Array(codes.length);
  let length = 0;
  for (let unit = 0; unit < units; unit++) {
    const from = length;
    for (let at = unit * raters, end = at + raters; at < end; at++) {
      if (codes[at] !== 0) kept[length++] = codes[at] as number;
    }
    if (length - from < 2) {
      length = from;
      continue;
    }
    position[unit] = start.length - 1;
    start.push(length);
    kept.subarray(from, length).sort();
    for (let i = from; i < length; i++) used[kept[i] as number] = (used[kept[i] as number] as number) + 1;
  }
  const place = new Uint32Array(used.length);
  const marginals: number[] = [];
  const values: (number | string)[] = [];
  for (let code = 1; code < used.length; code++) {
    if (used[code] === 0) continue;
    place[code] = values.length;
    marginals.push(used[code] as number);
    values.push(encoded.values[code - 1] as number | string);
  }
  return {
    start: Uint32Array.from(start),
    codes: kept.subarray(0, length).map((code) => place[code] as number),
    units: start.length - 1,
    marginals: Float64Array.from(marginals),
    values,
    blocks: blocks ? blocks.members.map((members) => members.map((unit) => position[unit] as number).filter((unit) => unit >= 0)) : null,
  };
}

/** Mid-ranks of the values from how often each occurs: ratings below, and half of those equal. */
export function rankScores(marginals: Float64Array): Float64Array {
  let below = 0;
  return marginals.map((count) => {
    below += count;
    return below - count / 2;
  });
}

/** sum over pairs of a unit's ratings (x_i - x_j)^2 / (m - 1) = m sum (x - mean)^2 / (m - 1). */
export function unitSquares(table: UnitTable, unit: number, scores: Float64Array): number {
  const from = table.start[unit] as number;
  const to = table.start[unit + 1] as number;
  const size = to - from;
  // Deviations from the first rating, so that close values far from zero keep their digits.
  const origin = scores[table.codes[from] as number] as number;
  let sum = 0;
  for (let i = from; i < to; i++) sum += (scores[table.codes[i] as number] as number) - origin;
  const mean = sum / size;
  let squares = 0;
  for (let i = from; i < to; i++) squares += ((scores[table.codes[i] as number] as number) - origin - mean) ** 2;
  return (size * squares) / (size - 1);
}

/**
 * sum over c < k of n_c n_k (r_c - r_k)^2 on mid-ranks = n (n^3 - sum n_c^3) / 12, written round the largest group so that nearly constant
 * ratings keep their digits. `cubes` is the sum of n_c^3 without that group.
 */
export function rankSpread(n: number, largest: number, cubes: number): number {
  return (n * ((n - largest) * (n * n + n * largest + largest * largest) - cubes)) / 12;
}

/** Visits each block with how often each of its values occurs in it. */
export function forEachBlock(table: UnitTable, visit: (block: number, counts: Map<number, number>, size: number) => void): void {
  const total = table.blocks?.length ?? table.units;
  const single = new Int32Array(1);
  for (let block = 0; block < total; block++) {
    single[0] = block;
    const counts = new Map<number, number>();
    let size = 0;
    for (const unit of table.blocks?.[block] ?? single) {
      for (let i = table.start[unit] as number, end = table.start[unit + 1] as number; i < end; i++) {
        const code = table.codes[i] as number;
        counts.set(code, (counts.get(code) ?? 0) + 1);
        size += 1;
      }
    }
    visit(block, counts, size);
  }
}
