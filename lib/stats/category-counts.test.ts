import { expect, test } from "vitest";
import { readCategoryCounts, refuseManyCategories } from "./category-counts";

/** Each distinct row of counts with how many units have it. */
const read = (...input: Parameters<typeof readCategoryCounts>) => {
  const { values, counts, weights } = readCategoryCounts(...input);
  const rows = Array.from(weights, (weight, k) => `${weight} x ${[...counts.subarray(k * values.length, (k + 1) * values.length)]}`);
  return { values, rows: rows.sort() };
};

test("units are counted by category, those with one rating only where one is enough", () => {
  const ratings = [[1, 2, null], [2, 1, null], [3, null, null], [2, null, null], [3, 3, 3], [null, null, 3], [null, null, null]]; // biome-ignore format: one row
  expect(read({ ratings }, 2)).toEqual({ values: [1, 2, 3], rows: ["1 x 0,0,3", "2 x 1,1,0"] });
  expect(read({ ratings }, 1)).toEqual({ values: [1, 2, 3], rows: ["1 x 0,0,3", "1 x 0,1,0", "2 x 0,0,1", "2 x 1,1,0"] });
  expect(read({}, 2)).toEqual({ values: [], rows: [] });
});

test("tables of counts keep the scale's values, or are numbered from 1", () => {
  const counts = [[2, 0], [0, 1], [2, 0], [0, 0], [11, 2]]; // biome-ignore format: one row
  expect(read({ counts }, 2)).toEqual({ values: [1, 2], rows: ["1 x 11,2", "2 x 2,0"] });
  expect(read({ counts, scale: ["a", "b"] }, 1)).toEqual({ values: ["a", "b"], rows: ["1 x 0,1", "1 x 11,2", "2 x 2,0"] });
  expect(readCategoryCounts({ counts }, 1)).toEqual(readCategoryCounts({ counts: counts.toReversed() }, 1));
  expect(read({ counts: [] }, 1)).toEqual({ values: [], rows: [] });
});

test.each<[counts: unknown, message: string, scale?: number[]]>([
  ["x", "counts: must be an array of rows, counts[unit][category]"],
  [[3], "counts: row 0 must have 0 counts"],
  [[[1, 2], [1]], "counts: row 1 must have 2 counts"],
  [[[1, 2]], "counts: row 0 must have 3 counts", [1, 2, 3]],
  [[[1, 0.5]], "counts: row 0, column 1: 0.5 is not a count"],
  [
    [
      [1, 2],
      [-1, 2],
    ],
    "counts: row 1, column 0: -1 is not a count",
  ],
  [[["1", 2]], 'counts: row 0, column 0: "1" is not a count'],
  [[[2 ** 31 + 1]], "counts: row 0, column 0: 2147483649 is not a count"],
])("%j is refused by its place", (counts, message, scale) => {
  expect(() => readCategoryCounts({ counts: counts as never, scale: scale ?? null }, 1)).toThrow(message);
});

test("256 values are categories, 257 are not", () => {
  expect(() => refuseManyCategories(256)).not.toThrow();
  expect(() => refuseManyCategories(257)).toThrow(
    "ratings: 257 different values are no categories (at most 256); use alpha, a correlation or an ICC",
  );
  expect(() => readCategoryCounts({ ratings: [Array.from({ length: 257 }, (_, i) => i)] }, 2)).toThrow("257 different values");
  expect(readCategoryCounts({ counts: [[2 ** 31]] }, 1).weights).toEqual(Float64Array.of(1));
});
