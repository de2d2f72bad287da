import { expect, test } from "vitest";
import { cellsOfFew } from "./few-cells";
import { jointCells } from "./joint-cells";
import { seededRandom } from "./random";

test("the cells of a small group are those of any group: same values, places and counts, missing sides left out", () => {
  const random = seededRandom(7);
  const cellsOf = cellsOfFew();
  const values = [-0, 0, 1, 1.5, 2, -3, Number.NaN, 1e300];
  const draw = () => Float64Array.from({ length: 24 }, () => values[random.int(values.length)] as number);
  for (let round = 0; round < 400; round++) {
    const [x, y] = [draw(), draw()];
    const rows = Int32Array.from({ length: random.int(20) }, () => random.int(24));
    const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] as number);
    const { xValues, yValues, xCodes, yCodes, counts, n } = jointCells(pick(x), pick(y));
    expect(cellsOf(x, y, rows)).toMatchObject({ xValues, yValues, xCodes, yCodes, counts, n });
  }
});

test.each([1, 14, 15, 16, 17])("%i pairs that all differ are a cell each", (pairs) => {
  const x = Float64Array.from({ length: pairs }, (_, at) => (at * 11) % pairs);
  const y = x.map((value) => value * value + 0.5);
  const rows = Int32Array.from(x.keys());
  const { xValues, yValues, xCodes, yCodes, counts, n } = jointCells(x, y);
  expect(counts).toHaveLength(pairs);
  expect(cellsOfFew()(x, y, rows)).toMatchObject({ xValues, yValues, xCodes, yCodes, counts, n });
});
