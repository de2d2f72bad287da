import { expect, test } from "vitest";
import { agreementWeights, type Weighting } from "./category-weights";

const rows = (values: (number | string)[], weighting: Weighting) => {
  const weights = agreementWeights(values, weighting);
  return values.map((_, i) => [...weights.subarray(i * values.length, (i + 1) * values.length)]);
};

test("numbers are as far apart as they are, names by their places, and without weights all alike", () => {
  const about = (table: number[][]) => table.map((row) => row.map((weight) => expect.closeTo(weight, 14)));
  expect(rows([1, 2, 4], "linear")).toEqual(about([[1, 2 / 3, 0], [2 / 3, 1, 1 / 3], [0, 1 / 3, 1]])); // biome-ignore format: one row
  expect(rows([1, 2, 4], "quadratic")).toEqual(about([[1, 8 / 9, 0], [8 / 9, 1, 5 / 9], [0, 5 / 9, 1]])); // biome-ignore format: one row
  expect(rows([1, 2, 4], "unweighted")).toEqual([[1, 0, 0], [0, 1, 0], [0, 0, 1]]); // biome-ignore format: one row
  for (const values of [["bad", "fair", "good"], [1, "fair", 9]]) expect(rows(values, "linear")).toEqual([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]); // biome-ignore format: one row
  expect(rows([7], "quadratic")).toEqual([[1]]);
  expect(rows([-1.7e308, 0, 1.7e308], "linear")).toEqual([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]); // biome-ignore format: one row
});

test("another weighting is refused by name", () => {
  expect(() => agreementWeights([1], "cubic" as never)).toThrow('weights: must be one of unweighted, linear, quadratic, got "cubic"');
});
