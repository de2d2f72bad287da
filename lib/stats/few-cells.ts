import { type JointCells, jointCells } from "./joint-cells";

/** Up to so many pairs are put in order one by one. */
const MOST_PAIRS = 16;

/** Lists of one length each, used again and again. */
interface Room {
  xCodes: Int32Array;
  yCodes: Int32Array;
  counts: Float64Array;
}

/**
 * `jointCells` of some rows of two columns, for callers with many small groups: the lists of a small group's cells are used again, so they hold only
 * until the next call.
 *
 * @returns reads the rows in which both columns have a number; NaN is missing
 */
export function cellsOfFew(): (x: Float64Array, y: Float64Array, rows: Int32Array) => JointCells {
  const [xs, ys, distinctYs] = [new Float64Array(MOST_PAIRS), new Float64Array(MOST_PAIRS), new Float64Array(MOST_PAIRS)];
  const values = Array.from({ length: MOST_PAIRS + 1 }, (_, size) => ({ x: new Float64Array(size), y: new Float64Array(size) }));
  const rooms = Array.from({ length: MOST_PAIRS + 1 }, (_, size): Room => {
    return { xCodes: new Int32Array(size), yCodes: new Int32Array(size), counts: new Float64Array(size) };
  });
  return (x, y, rows) => {
    if (rows.length > MOST_PAIRS)
      return jointCells(
        Float64Array.from(rows, (row) => x[row] as number),
        Float64Array.from(rows, (row) => y[row] as number),
      );
    const n = sortedPairsOf(x, y, rows, xs, ys);
    let cells = 0;
    for (let pair = 0; pair < n; pair++) if (pair === 0 || !samePair(xs, ys, pair)) cells += 1;
    const distinct = distinctOf(ys, n, distinctYs);
    const { xCodes, yCodes, counts } = rooms[cells] as Room;
    let cell = -1;
    let xCode = -1;
    for (let pair = 0; pair < n; pair++) {
      if (pair > 0 && samePair(xs, ys, pair)) {
        counts[cell] = (counts[cell] as number) + 1;
        continue;
      }
      if (pair === 0 || xs[pair] !== xs[pair - 1]) xCode += 1;
      cell += 1;
      xCodes[cell] = xCode;
      yCodes[cell] = placeIn(distinctYs, ys[pair] as number);
      counts[cell] = 1;
    }
    const xValues = (values[xCode + 1] as { x: Float64Array }).x;
    const yValues = (values[distinct] as { y: Float64Array }).y;
    for (let pair = 0, code = 0; pair < n; pair++) if (pair === 0 || xs[pair] !== xs[pair - 1]) xValues[code++] = xs[pair] as number;
    for (let code = 0; code < distinct; code++) yValues[code] = distinctYs[code] as number;
    return { xValues, yValues, xCodes, yCodes, counts, n };
  };
}

const samePair = (xs: Float64Array, ys: Float64Array, pair: number): boolean => xs[pair] === xs[pair - 1] && ys[pair] === ys[pair - 1];

/** The complete pairs in rising order of x, then y; how many there are. -0 becomes 0. */
function sortedPairsOf(x: Float64Array, y: Float64Array, rows: Int32Array, xs: Float64Array, ys: Float64Array): number {
  let n = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    const a = (x[row] as number) + 0;
    const b = (y[row] as number) + 0;
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    let to = n++;
    for (; to > 0; to--) {
      const before = xs[to - 1] as number;
      if (before < a || (before === a && (ys[to - 1] as number) <= b)) break;
      xs[to] = before;
      ys[to] = ys[to - 1] as number;
    }
    xs[to] = a;
    ys[to] = b;
  }
  return n;
}

/** The distinct values in rising order; how many there are. */
function distinctOf(values: Float64Array, n: number, into: Float64Array): number {
  let count = 0;
  for (let at = 0; at < n; at++) {
    const value = values[at] as number;
    let to = count;
    while (to > 0 && (into[to - 1] as number) > value) to -= 1;
    if (to > 0 && into[to - 1] === value) continue;
    for (let moved = count; moved > to; moved--) into[moved] = into[moved - 1] as number;
    into[to] = value;
    count += 1;
  }
  return count;
}

function placeIn(sorted: Float64Array, value: number): number {
  let place = 0;
  while (sorted[place] !== value) place += 1;
  return place;
}
