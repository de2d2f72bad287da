import { expect, test } from "vitest";
import { encodeRatings } from "./encoded-ratings";
import { jointTable, readTwoRaters } from "./joint-table";

test("two columns of three are counted by pair, units with a gap left out", () => {
  const ratings = [[1, 9, 2], [2, 1, 2], [1, 1, 2], [1, null, null], [null, 2, 1]]; // biome-ignore format: one row
  const { counts, size, values, n } = jointTable(encodeRatings({ ratings, scale: [1, 2, 9] }), 0, 2);
  expect([size, values, n]).toEqual([3, [1, 2, 9], 3]);
  // First 1 and third 2 twice, 2 and 2 once.
  expect([...counts]).toEqual([0, 2, 0, 0, 1, 0, 0, 0, 0]);
});

test("a table keeps its counts, with its scale or the numbers from 1", () => {
  const table = [[3, 1], [0, 5]]; // biome-ignore format: one row
  const { counts, ...rest } = readTwoRaters({ table });
  expect([...counts]).toEqual([3, 1, 0, 5]);
  expect(rest).toEqual({ size: 2, values: [1, 2], n: 9 });
  expect(readTwoRaters({ table, scale: ["no", "yes"] }).values).toEqual(["no", "yes"]);
});

test.each<[input: unknown, message: string]>([
  [{}, "first: must be an array of ratings (or give a table)"],
  [{ first: [1] }, "second: must be an array of ratings (or give a table)"],
  [{ first: [1], second: [1, 2] }, "second: has 2 ratings, first has 1"],
  [{ first: Array.from({ length: 300 }, (_, i) => i), second: new Array(300).fill(1) }, "ratings: 300 different values are no categories"],
  [{ table: "x" }, "table: must be an array of rows of counts"],
  [{ table: [[1]], scale: [1, 2] }, "scale: has 2 values for a table of 1 rows"],
  [{ table: [[1, 2], 3] }, "table: row 1 must have 2 counts"],
  [{ table: [[1, 2], [3]] }, "table: row 1 must have 2 counts"],
  [{ table: [["1"]] }, 'table: row 0, column 0: "1" is not a count'],
  [{ table: [[0.5]] }, "table: row 0, column 0: 0.5 is not a count"],
  [
    {
      table: [
        [1, 2],
        [3, -1],
      ],
    },
    "table: row 1, column 1: -1 is not a count",
  ],
])("%j is refused by its place", (input, message) => {
  expect(() => readTwoRaters(input as never)).toThrow(message);
});
