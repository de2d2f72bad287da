import { type Rating, StatsInputError } from "./result";

/** Two columns of numbers row by row, rows with a missing side dropped. */
export interface PairedValues {
  x: Float64Array;
  y: Float64Array;
  /** The row of the input that each pair came from. */
  rows: Int32Array;
  n: number;
}

/**
 * Reads one column: null, undefined and NaN are missing (NaN in the result); anything else but a finite number is refused by row.
 *
 * @param argument the parameter's name, for the message
 */
export function numberColumn(argument: string, values: unknown): Float64Array {
  checkIsList(argument, values);
  const list: ArrayLike<unknown> = values;
  const column = new Float64Array(list.length);
  for (let row = 0; row < list.length; row++) {
    const value = list[row];
    if (value === null || value === undefined) column[row] = Number.NaN;
    else if (typeof value !== "number")
      throw new StatsInputError(argument, `row ${row}: must be a number or missing, got ${describe(value)}`);
    else if (value === Infinity || value === -Infinity) throw new StatsInputError(argument, `row ${row}: must be finite, got ${value}`);
    else column[row] = value;
  }
  return column;
}

/** Reads a column in which nothing may be missing. */
export function completeColumn(argument: string, values: unknown): Float64Array {
  const column = numberColumn(argument, values);
  const gap = column.findIndex((value) => Number.isNaN(value));
  if (gap >= 0) throw new StatsInputError(argument, `row ${gap}: must not be missing`);
  return column;
}

/** The values of a column that are present. */
export const presentValues = (argument: string, values: unknown): Float64Array => withoutMissing(numberColumn(argument, values));

/** The numbers that are not NaN, in a list of their own. (`filter` makes an object of each.) */
export function withoutMissing(column: Float64Array): Float64Array {
  const present = new Float64Array(column.length);
  let n = 0;
  for (let row = 0; row < column.length; row++) {
    const value = column[row] as number;
    if (!Number.isNaN(value)) present[n++] = value;
  }
  return present.subarray(0, n);
}

/** Refuses columns of unequal length. */
export function checkSameLength(firstName: string, first: ArrayLike<unknown>, name: string, other: unknown): void {
  checkIsList(name, other);
  if (other.length !== first.length) throw new StatsInputError(name, `has ${other.length} values where ${firstName} has ${first.length}`);
}

/** Both columns without the rows in which either is missing. */
export function pairedValues(x: ArrayLike<Rating>, y: ArrayLike<Rating>, xName = "x", yName = "y"): PairedValues {
  const [left, right] = [numberColumn(xName, x), numberColumn(yName, y)];
  checkSameLength(xName, left, yName, right);
  const rows = new Int32Array(left.length);
  let n = 0;
  for (let row = 0; row < left.length; row++) {
    const a = left[row] as number;
    const b = right[row] as number;
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    left[n] = a;
    right[n] = b;
    rows[n] = row;
    n += 1;
  }
  return { x: left.subarray(0, n), y: right.subarray(0, n), rows: rows.subarray(0, n), n };
}

/** The same pairs in rising order of x, then y: sums over them do not depend on the order of the input. */
export function sortedPairs(x: Float64Array, y: Float64Array): { x: Float64Array; y: Float64Array } {
  const counted = countedPairs(x, y);
  if (counted) return counted;
  const order = Array.from(x, (_, i) => i).sort((i, j) => (x[i] as number) - (x[j] as number) || (y[i] as number) - (y[j] as number));
  return { x: Float64Array.from(order, (i) => x[i] as number), y: Float64Array.from(order, (i) => y[i] as number) };
}

/** Fewer pairs are sorted sooner one by one. */
const PAIRS_TO_COUNT = 10_000;
/** Whole steps of a sixtieth hold the means of up to six whole scores. */
const STEPS = 60;
const MOST_STEPS = 20 * STEPS;

/** The same by counting, for many pairs on a scale of few points and means on it; null for any others. */
function countedPairs(x: Float64Array, y: Float64Array): { x: Float64Array; y: Float64Array } | null {
  const n = x.length;
  if (n < PAIRS_TO_COUNT) return null;
  const counts = new Uint32Array((MOST_STEPS + 1) ** 2);
  const values = new Float64Array(MOST_STEPS + 1).fill(Number.NaN);
  /** The place of a value among the steps; -1 where it has none, or another value has it. */
  const placeOf = (value: number): number => {
    const place = Math.round(value * STEPS);
    if (!(place >= 0 && place <= MOST_STEPS) || Object.is(value, -0)) return -1;
    if (Number.isNaN(values[place])) values[place] = value;
    return values[place] === value ? place : -1;
  };
  for (let i = 0; i < n; i++) {
    const [a, b] = [placeOf(x[i] as number), placeOf(y[i] as number)];
    if (a < 0 || b < 0) return null;
    const at = a * (MOST_STEPS + 1) + b;
    counts[at] = (counts[at] as number) + 1;
  }
  const sorted = { x: new Float64Array(n), y: new Float64Array(n) };
  let from = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number;
    if (count === 0) continue;
    sorted.x.fill(values[Math.floor(at / (MOST_STEPS + 1))] as number, from, from + count);
    sorted.y.fill(values[at % (MOST_STEPS + 1)] as number, from, from + count);
    from += count;
  }
  return sorted;
}

/** Refuses anything but an array. */
export function checkIsList(argument: string, values: unknown): asserts values is ArrayLike<unknown> {
  if (!Array.isArray(values) && !(ArrayBuffer.isView(values) && !(values instanceof DataView))) {
    throw new StatsInputError(argument, `must be an array, got ${describe(values)}`);
  }
}

/** A value for an error message, cut to a readable length. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "object") return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}
