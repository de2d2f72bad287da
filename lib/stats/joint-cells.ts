import { checkIsList, checkSameLength, pairedValues } from "./paired-values";
import { sortOrder } from "./ranks";
import type { Rating } from "./result";

/**
 * Pairs of values grouped into their distinct combinations. Every correlation reads only these cells, so a million ratings on a 5-point
 * scale cost 25 cells. Cells are sorted by x, then y; codes count the distinct values from the smallest.
 */
export interface JointCells {
  xValues: Float64Array;
  yValues: Float64Array;
  xCodes: Int32Array;
  yCodes: Int32Array;
  /** How many pairs each cell holds. */
  counts: Float64Array;
  /** Complete pairs in all. */
  n: number;
}

/** Cells with, for each complete pair, its row in the input and its cell. */
export interface JointCellsWithMembers extends JointCells {
  rows: Int32Array;
  cellOf: Int32Array;
}

/** Whole numbers from here on are counted straight into a table: every rating scale and 0-100 sliders. */
const TABLE_LOW = -28;
const TABLE_SIZE = 256;
/** Fewer pairs than this are sorted sooner than the table is cleared. */
const TABLE_FROM = 2000;

/** Groups pairs; rows with a missing side are dropped. */
export function jointCells(x: ArrayLike<Rating>, y: ArrayLike<Rating>, xName = "x", yName = "y"): JointCells {
  return tableCells(x, y, xName, yName) ?? jointCellsWithMembers(x, y, xName, yName);
}

/** One pass over many small whole numbers; null for few, or when a value is anything else, and the general way decides about it. */
export function tableCells(x: ArrayLike<Rating>, y: ArrayLike<Rating>, xName = "x", yName = "y"): JointCells | null {
  checkIsList(xName, x);
  checkSameLength(xName, x, yName, y);
  if (x.length < TABLE_FROM) return null;
  const table = new Uint32Array(TABLE_SIZE * TABLE_SIZE);
  let n = 0;
  for (let row = 0; row < x.length; row++) {
    const a = x[row];
    const b = y[row];
    if (typeof a !== "number" || typeof b !== "number") return null;
    const i = a - TABLE_LOW;
    const j = b - TABLE_LOW;
    if (i !== (i & (TABLE_SIZE - 1)) || j !== (j & (TABLE_SIZE - 1))) return null;
    const at = i * TABLE_SIZE + j;
    table[at] = (table[at] as number) + 1;
    n += 1;
  }
  return cellsOfTable(table, n);
}

function cellsOfTable(table: Uint32Array, n: number): JointCells {
  const occupied: number[] = [];
  for (let at = 0; at < table.length; at++) if (table[at] !== 0) occupied.push(at);
  const xs = distinctCodes(Float64Array.from(occupied, (at) => Math.floor(at / TABLE_SIZE)));
  const ys = distinctCodes(Float64Array.from(occupied, (at) => at % TABLE_SIZE));
  return {
    xValues: xs.values.map((code) => code + TABLE_LOW),
    yValues: ys.values.map((code) => code + TABLE_LOW),
    xCodes: xs.codes,
    yCodes: ys.codes,
    counts: Float64Array.from(occupied, (at) => table[at] as number),
    n,
  };
}

/** Distinct values in rising order, and each value's place among them. -0 and 0 are one value. */
export function distinctCodes(values: Float64Array): { values: Float64Array; codes: Int32Array } {
  const order = sortOrder(values);
  const codes = new Int32Array(values.length);
  const distinct = new Float64Array(values.length);
  let count = 0;
  for (const index of order) {
    const value = (values[index] as number) + 0;
    if (count === 0 || value !== distinct[count - 1]) {
      distinct[count] = value;
      count += 1;
    }
    codes[index] = count - 1;
  }
  return { values: distinct.slice(0, count), codes };
}

/** As `jointCells`, for any finite numbers, and says where each pair went. */
export function jointCellsWithMembers(x: ArrayLike<Rating>, y: ArrayLike<Rating>, xName = "x", yName = "y"): JointCellsWithMembers {
  const pairs = pairedValues(x, y, xName, yName);
  const xs = distinctCodes(pairs.x);
  const ys = distinctCodes(pairs.y);
  const order = orderByCodes(xs.codes, ys.codes, xs.values.length, ys.values.length);
  const cellOf = new Int32Array(pairs.n);
  const xCodes = new Int32Array(pairs.n);
  const yCodes = new Int32Array(pairs.n);
  const counts = new Float64Array(pairs.n);
  let cell = -1;
  for (const pair of order) {
    const [i, j] = [xs.codes[pair] as number, ys.codes[pair] as number];
    if (cell < 0 || xCodes[cell] !== i || yCodes[cell] !== j) {
      cell += 1;
      xCodes[cell] = i;
      yCodes[cell] = j;
    }
    counts[cell] = (counts[cell] as number) + 1;
    cellOf[pair] = cell;
  }
  const used = cell + 1;
  return {
    xValues: xs.values,
    yValues: ys.values,
    xCodes: xCodes.slice(0, used),
    yCodes: yCodes.slice(0, used),
    counts: counts.slice(0, used),
    n: pairs.n,
    rows: pairs.rows,
    cellOf,
  };
}

/** Counting sort by y, then stably by x. */
function orderByCodes(xCodes: Int32Array, yCodes: Int32Array, xCount: number, yCount: number): Int32Array {
  const identity = Int32Array.from(xCodes, (_, i) => i);
  return countingSort(countingSort(identity, yCodes, yCount), xCodes, xCount);
}

function countingSort(order: Int32Array, codes: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const code of codes) starts[code + 1] = (starts[code + 1] as number) + 1;
  for (let code = 1; code <= count; code++) starts[code] = (starts[code] as number) + (starts[code - 1] as number);
  const sorted = new Int32Array(order.length);
  for (const index of order) {
    const code = codes[index] as number;
    const place = starts[code] as number;
    sorted[place] = index;
    starts[code] = place + 1;
  }
  return sorted;
}
