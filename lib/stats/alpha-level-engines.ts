import { ordinalLeaveOneOut } from "./alpha-ordinal-jackknife";
import type { AlphaLevel } from "./encoded-ratings";
import { numericScale } from "./encoded-ratings";
import { ratioDistance } from "./ratio-distance";
import { ratioSums } from "./ratio-sums";
import { conditioned } from "./sums";
import { forEachBlock, rankScores, rankSpread, type UnitTable, unitSquares } from "./unit-table";

/** What one level needs: alpha of any weighting of the units, and alpha without each block. */
export interface LevelEngine {
  /** Alpha with unit u counted `weights[u]` times (null: once each); NaN when nothing varies. */
  weighted(weights: Float64Array | null): number;
  leaveOneOut(): Float64Array;
}

/** The sums that give alpha at one level on a table of many values. */
export function levelEngine(table: UnitTable, level: AlphaLevel): LevelEngine {
  if (level === "nominal") return nominalEngine(table);
  if (level === "ordinal") return ordinalEngine(table);
  const numbers = numericScale(table, level);
  return level === "interval" ? intervalEngine(table, conditioned(numbers)) : ratioEngine(table, numbers);
}

function alphaOf(n: number, observed: number, expected: number): number {
  return expected > 0 ? 1 - ((n - 1) * observed) / expected : Number.NaN;
}

/** How often each value occurs when unit u counts `weights[u]` times. */
function weightedMarginals(table: UnitTable, weights: Float64Array | null): Float64Array {
  if (!weights) return table.marginals;
  const marginals = new Float64Array(table.marginals.length);
  for (let unit = 0; unit < table.units; unit++) {
    const weight = weights[unit] as number;
    if (weight === 0) continue;
    for (let i = table.start[unit] as number, end = table.start[unit + 1] as number; i < end; i++) {
      const code = table.codes[i] as number;
      marginals[code] = (marginals[code] as number) + weight;
    }
  }
  return marginals;
}

/** Per-unit sums of a value given for each unit, with weights. */
function weightedSum(values: Float64Array, weights: Float64Array | null): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] as number) * (weights ? (weights[i] as number) : 1);
  return sum;
}

/** Sums of `values` over all blocks but one, by sums from both ends: no cancellation even when one block holds nearly everything. */
function sumsWithoutEach(values: Float64Array, blocks: Int32Array[] | null): Float64Array {
  const own = blocks ? Float64Array.from(blocks, (units) => units.reduce((sum, unit) => sum + (values[unit] as number), 0)) : values;
  const without = new Float64Array(own.length);
  let before = 0;
  for (let i = 0; i < own.length; i++) {
    without[i] = before;
    before += own[i] as number;
  }
  let after = 0;
  for (let i = own.length - 1; i >= 0; i--) {
    without[i] = (without[i] as number) + after;
    after += own[i] as number;
  }
  return without;
}

function nominalEngine(table: UnitTable): LevelEngine {
  const observed = new Float64Array(table.units);
  for (let unit = 0; unit < table.units; unit++) {
    const [from, to] = [table.start[unit] as number, table.start[unit + 1] as number];
    const size = to - from;
    let squares = 0;
    for (let i = from; i < to; ) {
      let end = i + 1;
      while (end < to && table.codes[end] === table.codes[i]) end++;
      squares += (end - i) ** 2;
      i = end;
    }
    observed[unit] = (size * size - squares) / (2 * (size - 1));
  }
  function weighted(weights: Float64Array | null): number {
    let n = 0;
    let squares = 0;
    for (const count of weightedMarginals(table, weights)) {
      n += count;
      squares += count * count;
    }
    return alphaOf(n, weightedSum(observed, weights), (n * n - squares) / 2);
  }
  function leaveOneOut(): Float64Array {
    const values = sumsWithoutEach(observed, table.blocks);
    const squares = table.marginals.reduce((sum, count) => sum + count * count, 0);
    forEachBlock(table, (block, counts, size) => {
      let left = squares;
      for (const [code, count] of counts) left -= count * (2 * (table.marginals[code] as number) - count);
      const n = table.codes.length - size;
      values[block] = alphaOf(n, values[block] as number, (n * n - left) / 2);
    });
    return values;
  }
  return { weighted, leaveOneOut };
}

function ordinalEngine(table: UnitTable): LevelEngine {
  function weighted(weights: Float64Array | null): number {
    const marginals = weightedMarginals(table, weights);
    const scores = rankScores(marginals);
    let observed = 0;
    for (let unit = 0; unit < table.units; unit++) {
      const weight = weights ? (weights[unit] as number) : 1;
      if (weight > 0) observed += weight * unitSquares(table, unit, scores);
    }
    let n = 0;
    let largest = 0;
    let cubes = 0;
    for (const count of marginals) {
      n += count;
      cubes += Math.min(count, largest) ** 3;
      largest = Math.max(count, largest);
    }
    return alphaOf(n, observed, rankSpread(n, largest, cubes));
  }
  return { weighted, leaveOneOut: () => ordinalLeaveOneOut(table) };
}

function intervalEngine(table: UnitTable, scores: Float64Array): LevelEngine {
  const { units, start, codes } = table;
  const observed = new Float64Array(units);
  const means = new Float64Array(units);
  const within = new Float64Array(units);
  const sizes = new Float64Array(units);
  for (let unit = 0; unit < units; unit++) {
    const [from, to] = [start[unit] as number, start[unit + 1] as number];
    const size = to - from;
    const origin = scores[codes[from] as number] as number;
    let sum = 0;
    for (let i = from; i < to; i++) sum += (scores[codes[i] as number] as number) - origin;
    sizes[unit] = size;
    means[unit] = origin + sum / size;
    observed[unit] = unitSquares(table, unit, scores);
    within[unit] = ((observed[unit] as number) * (size - 1)) / size;
  }
  function weighted(weights: Float64Array | null): number {
    let n = 0;
    let sum = 0;
    for (let unit = 0; unit < units; unit++) {
      const weight = (weights ? (weights[unit] as number) : 1) * (sizes[unit] as number);
      n += weight;
      sum += weight * (means[unit] as number);
    }
    const mean = sum / n;
    let spread = 0;
    for (let unit = 0; unit < units; unit++) {
      const weight = weights ? (weights[unit] as number) : 1;
      spread += weight * ((within[unit] as number) + (sizes[unit] as number) * ((means[unit] as number) - mean) ** 2);
    }
    return alphaOf(n, weightedSum(observed, weights), n * spread);
  }
  function leaveOneOut(): Float64Array {
    const rest = sumsWithoutEach(observed, table.blocks);
    const { sizes: n, squares } = spreadWithoutEach(table.blocks, { sizes, means, squares: within });
    return rest.map((sum, block) => alphaOf(n[block] as number, sum, (n[block] as number) * (squares[block] as number)));
  }
  return { weighted, leaveOneOut };
}

/** Size, mean and centred sum of squares of groups of numbers. */
interface Groups {
  sizes: Float64Array;
  means: Float64Array;
  squares: Float64Array;
}

/** Adds group `j` of `from` to group `i` of `into` (Chan, Golub & LeVeque 1983), which keeps its digits whatever the means. */
function mergeGroup(into: Groups, i: number, from: Groups, j: number): void {
  const [a, b] = [into.sizes[i] as number, from.sizes[j] as number];
  if (b === 0) return;
  const shift = (from.means[j] as number) - (into.means[i] as number);
  into.sizes[i] = a + b;
  into.means[i] = (into.means[i] as number) + (shift * b) / (a + b);
  into.squares[i] = (into.squares[i] as number) + (from.squares[j] as number) + (shift * shift * a * b) / (a + b);
}

function emptyGroups(count: number): Groups {
  return { sizes: new Float64Array(count), means: new Float64Array(count), squares: new Float64Array(count) };
}

/** The spread of all blocks but one, merged from both ends, so that a block which holds nearly all of it leaves no rounding behind. */
function spreadWithoutEach(blocks: Int32Array[] | null, units: Groups): Groups {
  let own = units;
  if (blocks) {
    own = emptyGroups(blocks.length);
    blocks.forEach((members, block) => {
      for (const unit of members) mergeGroup(own, block, units, unit);
    });
  }
  const count = own.sizes.length;
  const before = emptyGroups(count + 1);
  for (let i = 0; i < count; i++) {
    mergeGroup(before, i + 1, before, i);
    mergeGroup(before, i + 1, own, i);
  }
  const after = emptyGroups(1);
  for (let i = count - 1; i >= 0; i--) {
    mergeGroup(before, i, after, 0);
    mergeGroup(after, 0, own, i);
  }
  return { sizes: before.sizes.subarray(0, count), means: before.means.subarray(0, count), squares: before.squares.subarray(0, count) };
}

function ratioEngine(table: UnitTable, numbers: Float64Array): LevelEngine {
  const sums = ratioSums(numbers);
  const observed = new Float64Array(table.units);
  for (let unit = 0; unit < table.units; unit++) {
    const [from, to] = [table.start[unit] as number, table.start[unit + 1] as number];
    let sum = 0;
    for (let i = from; i < to; i++) {
      for (let j = i + 1; j < to; j++)
        sum += ratioDistance(numbers[table.codes[i] as number] as number, numbers[table.codes[j] as number] as number);
    }
    observed[unit] = sum / (to - from - 1);
  }
  function expectedOf(marginals: Float64Array): { n: number; expected: number; toEach: Float64Array } {
    const toEach = sums(marginals);
    let n = 0;
    let expected = 0;
    marginals.forEach((count, code) => {
      n += count;
      expected += (count * (toEach[code] as number)) / 2;
    });
    return { n, expected, toEach };
  }
  function weighted(weights: Float64Array | null): number {
    const { n, expected } = expectedOf(weightedMarginals(table, weights));
    return alphaOf(n, weightedSum(observed, weights), expected);
  }
  function leaveOneOut(): Float64Array {
    const values = sumsWithoutEach(observed, table.blocks);
    const all = expectedOf(table.marginals);
    forEachBlock(table, (block, counts, size) => {
      const entries = [...counts];
      let left = all.expected;
      for (const [c, count] of entries) {
        left -= count * (all.toEach[c] as number);
        for (const [k, other] of entries) left += (count * other * ratioDistance(numbers[c] as number, numbers[k] as number)) / 2;
      }
      // A block that holds nearly all the spread would leave rounding for a difference: sum what remains anew.
      if (left < 1e-4 * all.expected) left = expectedOf(marginalsWithout(table.marginals, counts)).expected;
      values[block] = alphaOf(all.n - size, values[block] as number, left);
    });
    return values;
  }
  return { weighted, leaveOneOut };
}

function marginalsWithout(marginals: Float64Array, counts: Map<number, number>): Float64Array {
  const left = marginals.slice();
  for (const [code, count] of counts) left[code] = (left[code] as number) - count;
  return left;
}
