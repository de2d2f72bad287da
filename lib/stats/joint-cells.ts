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
  const few = codesOfFew(values);
  if (few) return few;
  const order = sortOrder(values);
  const codes = new Int32Array(values.length);
  const distinct = new Float64Array(values.length);
  let count = 0;
  for (const index of order) {
    const value = (values[index] as number) + 0;
    if (value !== distinct[count - 1]) {
      distinct[count] = value;
      count += 1;
    }
    codes[index] = count - 1;
  }
  return { values: distinct.slice(0, count), codes };
}

/** Fewer values are sorted as soon. */
const CODES_FROM = 64;
/** Up to so many distinct values are looked up instead of sorted. */
const FEW_VALUES = 1024;

/** The same by looking each value up, for many values of which few are distinct; null for any others. */
function codesOfFew(values: Float64Array): { values: Float64Array; codes: Int32Array } | null {
  if (values.length < CODES_FROM) return null;
  const places = new Map<number, number>();
  const codes = new Int32Array(values.length);
  let [last, place] = [Number.NaN, 0];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value !== last) {
      // A map's key 0 is -0 too.
      place = places.get(value) ?? places.size;
      if (place === places.size) {
        if (place === FEW_VALUES) return null;
        places.set(value, place);
      }
      last = value;
    }
    codes[at] = place;
  }
  const distinct = Float64Array.from(places.keys()).sort();
  const ranks = new Int32Array(distinct.length);
  for (let code = 0; code < distinct.length; code++) ranks[places.get(distinct[code] as number) as number] = code;
  for (let at = 0; at < codes.length; at++) codes[at] = ranks[codes[at] as number] as number;
  return { values: distinct, codes };
}

/** As `jointCells`, for any finite numbers, and says where each pair went. */
export function jointCellsWithMembers(x: ArrayLike<Rating>, y: ArrayLike<Rating>, xName = "x", yName = "y"): JointCellsWithMembers {
  const pairs = pairedValues(x, y, xName, yName);
  const xs = distinctCodes(pairs.x);
  const ys = distinctCodes(pairs.y);
  const placed = placedCells(xs, ys);
  if (placed) return { xValues: xs.values, yValues: ys.values, n: pairs.n, rows: pairs.rows, ...placed };
  const order = orderByCodes(xs.codes, ys.codes, xs.values.length, ys.values.length);
  const cellOf = new Int32Array(pairs.n);
  const xCodes = new Int32Array(pairs.n);
  const yCodes = new Int32Array(pairs.n);
  const counts = new Float64Array(pairs.n);
  let cell = -1;
  for (const pair of order) {
    const [i, j] = [xs.codes[pair] as number, ys.codes[pair] as number];
    if (xCodes[cell] !== i || yCodes[cell] !== j) {
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

/** Beyond so many places for each pair, sorting the pairs is cheaper than looking through the places. */
const PLACES_PER_PAIR = 2;

/** The cells by counting pairs in a table of all places; null where that is far larger than the pairs are many. */
function placedCells(
  xs: { values: Float64Array; codes: Int32Array },
  ys: { values: Float64Array; codes: Int32Array },
): Pick<JointCellsWithMembers, "xCodes" | "yCodes" | "counts" | "cellOf"> | null {
  const [n, width] = [xs.codes.length, ys.values.length];
  const places = xs.values.length * width;
  if (places > PLACES_PER_PAIR * n) return null;
  const table = new Int32Array(places);
  const cellOf = new Int32Array(n);
  for (let pair = 0; pair < n; pair++) {
    const place = (xs.codes[pair] as number) * width + (ys.codes[pair] as number);
    cellOf[pair] = place;
    table[place] = (table[place] as number) + 1;
  }
  let used = 0;
  for (let place = 0; place < places; place++) if (table[place] !== 0) used += 1;
  const cells = { xCodes: new Int32Array(used), yCodes: new Int32Array(used), counts: new Float64Array(used) };
  for (let place = 0, cell = 0; place < places; place++) {
    const count = table[place] as number;
    if (count === 0) continue;
    cells.xCodes[cell] = Math.floor(place / width);
    cells.yCodes[cell] = place % width;
    cells.counts[cell] = count;
    table[place] = cell++;
  }
  for (let pair = 0; pair < n; pair++) cellOf[pair] = table[cellOf[pair] as number] as number;
  return { ...cells, cellOf };
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
