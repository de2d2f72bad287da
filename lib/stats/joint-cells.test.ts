import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellDominance } from "./cell-dominance";
import { distinctCodes, jointCells, jointCellsWithMembers, tableCells } from "./joint-cells";
import { seededRandom } from "./random";

type Column = (number | null | undefined)[];

/** The definition: complete rows, sorted by x, then y, and counted. */
function byDefinition(x: Column, y: Column) {
  const pairs = x.flatMap((a, row) => {
    const b = y[row];
    const missing = [a, b].some((value) => value === null || value === undefined || Number.isNaN(value));
    return missing ? [] : [{ a: (a as number) + 0, b: (b as number) + 0, row }];
  });
  const rising = (values: number[]) => [...new Set(values)].sort((one, other) => one - other);
  const [xValues, yValues] = [rising(pairs.map(({ a }) => a)), rising(pairs.map(({ b }) => b))];
  const counts = new Map<string, number>();
  for (const { a, b } of pairs) counts.set(`${a} ${b}`, (counts.get(`${a} ${b}`) ?? 0) + 1);
  const cells = xValues.flatMap((a, i) =>
    yValues.flatMap((b, j) => (counts.has(`${a} ${b}`) ? [{ i, j, count: counts.get(`${a} ${b}`) }] : [])),
  );
  const places = new Map(cells.map(({ i, j }, place) => [`${xValues[i]} ${yValues[j]}`, place]));
  return {
    xValues,
    yValues,
    xCodes: cells.map(({ i }) => i),
    yCodes: cells.map(({ j }) => j),
    counts: cells.map(({ count }) => count),
    n: pairs.length,
    rows: pairs.map(({ row }) => row),
    cellOf: pairs.map(({ a, b }) => places.get(`${a} ${b}`)),
  };
}

const plain = (cells: object) =>
  Object.fromEntries(Object.entries(cells).map(([name, list]) => [name, typeof list === "number" ? list : Array.from(list)]));

function checkBoth(x: Column, y: Column): void {
  const { rows, cellOf, ...wanted } = byDefinition(x, y);
  expect(plain(jointCells(x, y))).toMatchObject(wanted);
  expect(plain(jointCellsWithMembers(x, y))).toEqual({ ...wanted, rows, cellOf });
}

describe("pairs of values in cells", () => {
  it("are the distinct pairs in rising order, with their rows", () => {
    const value = fc.option(fc.constantFrom(-0, 0, 1, 2, 2.5, -3, 300, 1e300, 0.1 + 0.2, 0.3, Number.NaN), { freq: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 40 }), (pairs) => {
        checkBoth(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
        );
      }),
    );
  });

  it("are the same of many rows: few values, hundreds, nearly as many as rows", () => {
    const random = seededRandom(31);
    for (const [rows, values] of [
      [63, 4],
      [64, 4],
      [200, 40],
      [150, 5000],
      [1500, 1030],
    ] as const) {
      const draw = () =>
        Array.from({ length: rows }, () => (random.next() < 0.02 ? null : ((random.int(values) - 7) / 4) * (random.int(2) ? 1 : -1)));
      checkBoth(draw(), draw());
    }
  });

  it("of more than 1,024 distinct values are sorted, not looked up", () => {
    for (const distinct of [1023, 1024, 1025]) {
      const values = Float64Array.from({ length: 2 * distinct }, (_, i) => ((i * 7) % distinct) - 3);
      const { values: sorted, codes } = distinctCodes(values);
      expect(Array.from(sorted)).toEqual(Array.from({ length: distinct }, (_, i) => i - 3));
      expect(Array.from(codes)).toEqual(Array.from(values, (value) => value + 3));
    }
  });

  it("of thousands of small whole numbers are counted in a table, of any others in the general way", () => {
    const rows = 2000;
    const x = Array.from({ length: rows }, (_, i) => [-28, 227, 0, 5, -1][i % 5] as number);
    const y = Array.from({ length: rows }, (_, i) => [227, 1, -28, -0][i % 4] as number);
    expect(plain(tableCells(x, y) ?? {})).toEqual(plain(jointCells(x, y)));
    checkBoth(x, y);
    expect(tableCells(x.slice(1), y.slice(1))).toBeNull();
    for (const odd of [null, undefined, Number.NaN, 228, -29, 0.5, 2 ** 32 + 1]) {
      const other = (list: number[], at: number): Column => list.map((value, row) => (row === at ? odd : value));
      expect(tableCells(other(x, 77), y)).toBeNull();
      expect(tableCells(x, other(y, 1999))).toBeNull();
    }
    checkBoth([null, ...x.slice(1)], y);
    checkBoth(x, [...y.slice(1), 228]);
  });
});

describe("how pairs lie round a cell", () => {
  it("is what counting every pair says", () => {
    const random = seededRandom(32);
    for (let round = 0; round < 60; round++) {
      const size = 1 + random.int(30);
      const [width, height] = [1 + random.int(6), 1 + random.int(9)];
      const x = Array.from({ length: size }, () => random.int(width));
      const y = Array.from({ length: size }, () => random.int(height));
      const cells = jointCells(x, y);
      const dominance = cellDominance(cells);
      cells.counts.forEach((_, cell) => {
        const [a, b] = [cells.xValues[cells.xCodes[cell] as number] as number, cells.yValues[cells.yCodes[cell] as number] as number];
        const count = (test: (i: number, j: number) => boolean) => x.filter((i, row) => test(i, y[row] as number)).length;
        const sign = (i: number, j: number) => Math.sign(i - a) * Math.sign(j - b);
        expect(Object.fromEntries(Object.entries(dominance).map(([name, list]) => [name, list[cell]]))).toEqual({
          xEqual: count((i) => i === a),
          yEqual: count((_i, j) => j === b),
          xGreater: count((i) => i > a),
          yGreater: count((_i, j) => j > b),
          bothGreater: count((i, j) => i > a && j > b),
          xGreaterYEqual: count((i, j) => i > a && j === b),
          xEqualYGreater: count((i, j) => i === a && j > b),
          score: count((i, j) => sign(i, j) > 0) - count((i, j) => sign(i, j) < 0),
        });
      });
    }
  });
});
