import type { JointCells } from "./joint-cells";

/** For each cell, how the pairs of all cells lie round one pair of it. */
export interface CellDominance {
  /** Pairs with the same x (itself included), and with the same y. */
  xEqual: Float64Array;
  yEqual: Float64Array;
  /** Pairs with a greater x, with a greater y, with both greater. */
  xGreater: Float64Array;
  yGreater: Float64Array;
  bothGreater: Float64Array;
  /** Greater x and equal y; equal x and greater y. */
  xGreaterYEqual: Float64Array;
  xEqualYGreater: Float64Array;
  /** Concordant minus discordant partners. */
  score: Float64Array;
}

/** Counts partners of each cell in O(K log V) with a binary indexed tree over y, walking x from the greatest down. */
export function cellDominance(cells: JointCells): CellDominance {
  const { xCodes, yCodes, counts, n } = cells;
  const size = counts.length;
  const [xs, ys] = [marginals(xCodes, counts, cells.xValues.length), marginals(yCodes, counts, cells.yValues.length)];
  const result: CellDominance = {
    xEqual: Float64Array.from(xCodes, (code) => xs.equal[code] as number),
    yEqual: Float64Array.from(yCodes, (code) => ys.equal[code] as number),
    xGreater: Float64Array.from(xCodes, (code) => xs.greater[code] as number),
    yGreater: Float64Array.from(yCodes, (code) => ys.greater[code] as number),
    bothGreater: new Float64Array(size),
    xGreaterYEqual: new Float64Array(size),
    xEqualYGreater: new Float64Array(size),
    score: new Float64Array(size),
  };
  const tree = new GreaterCounts(cells.yValues.length);
  for (let end = size; end > 0; ) {
    const row = xCodes[end - 1];
    let start = end;
    let sameRow = 0;
    while (start > 0 && xCodes[start - 1] === row) {
      start -= 1;
      const y = yCodes[start] as number;
      result.bothGreater[start] = tree.greaterThan(y);
      result.xGreaterYEqual[start] = tree.at(y);
      result.xEqualYGreater[start] = sameRow;
      sameRow += counts[start] as number;
    }
    for (let cell = start; cell < end; cell++) tree.add(yCodes[cell] as number, counts[cell] as number);
    end = start;
  }
  for (let cell = 0; cell < size; cell++) result.score[cell] = scoreOf(result, cell, counts[cell] as number, n);
  return result;
}

function scoreOf(d: CellDominance, cell: number, count: number, n: number): number {
  const at = (values: Float64Array): number => values[cell] as number;
  const bothGreater = at(d.bothGreater);
  const lessGreater = at(d.yGreater) - bothGreater - at(d.xEqualYGreater);
  const greaterLess = at(d.xGreater) - bothGreater - at(d.xGreaterYEqual);
  const xLess = n - at(d.xGreater) - at(d.xEqual);
  const xLessYEqual = at(d.yEqual) - at(d.xGreaterYEqual) - count;
  const bothLess = xLess - lessGreater - xLessYEqual;
  return bothGreater + bothLess - lessGreater - greaterLess;
}

function marginals(codes: Int32Array, counts: Float64Array, size: number): { equal: Float64Array; greater: Float64Array } {
  const equal = new Float64Array(size);
  for (let cell = 0; cell < codes.length; cell++) {
    const code = codes[cell] as number;
    equal[code] = (equal[code] as number) + (counts[cell] as number);
  }
  const greater = new Float64Array(size);
  for (let code = size - 2; code >= 0; code--) greater[code] = (greater[code + 1] as number) + (equal[code + 1] as number);
  return { equal, greater };
}

/** A binary indexed tree (Fenwick 1994) over codes that answers how much weight lies above one. */
class GreaterCounts {
  readonly #tree: Float64Array;
  readonly #cells: Float64Array;
  #total = 0;

  constructor(size: number) {
    this.#tree = new Float64Array(size + 1);
    this.#cells = new Float64Array(size);
  }

  add(code: number, weight: number): void {
    this.#total += weight;
    this.#cells[code] = (this.#cells[code] as number) + weight;
    for (let at = code + 1; at < this.#tree.length; at += at & -at) this.#tree[at] = (this.#tree[at] as number) + weight;
  }

  at(code: number): number {
    return this.#cells[code] as number;
  }

  greaterThan(code: number): number {
    let upTo = 0;
    for (let at = code + 1; at > 0; at -= at & -at) upTo += this.#tree[at] as number;
    return this.#total - upTo;
  }
}
