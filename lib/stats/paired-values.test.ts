import { expect, test } from "vitest";
import { pairedValues, presentValues, sortedPairs } from "./paired-values";

test("rows with a missing side are dropped, and the others say which they were", () => {
  const { x, y, rows, n } = pairedValues([1, null, 3, Number.NaN, 5, 6], [2, 2, undefined, 4, -0, 1.5]);
  expect([[...x], [...y], [...rows], n]).toEqual([[1, 5, 6], [2, -0, 1.5], [0, 4, 5], 3]); // biome-ignore format: columns
  expect(() => pairedValues([1, "2"] as never, [1, 2])).toThrow('x: row 1: must be a number or missing, got "2"');
  expect(() => pairedValues([1, 2], [Infinity, 2])).toThrow("y: row 0: must be finite, got Infinity");
  expect(() => pairedValues([1, 2], [1])).toThrow("y: has 1 values where x has 2");
});

test("the present values of a column keep their order", () => {
  expect([...presentValues("some", [3, null, 1, Number.NaN, undefined, 2])]).toEqual([3, 1, 2]);
  expect(() => presentValues("some", [{}])).toThrow("some: row 0: must be a number or missing, got an object");
});

test("pairs are sorted by the first value, then by the second, and stay pairs", () => {
  const { x, y } = sortedPairs(Float64Array.of(2, -1, 10, 2, -1, 2), Float64Array.of(5, 8, 0, -3, -7, 40));
  expect([[...x], [...y]]).toEqual([[-1, -1, 2, 2, 2, 10], [-7, 8, -3, 5, 40, 0]]); // biome-ignore format: columns
});
