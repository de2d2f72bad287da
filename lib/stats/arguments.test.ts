import { expect, test } from "vitest";
import { checkLabels, confidenceOf, finiteNumber, foldCount, oneOf, permutationOptions, shareArgument, wholeCount } from "./arguments";

const unchecked = (value: unknown) => value as never;

test("defaults are used where nothing is given, and ends of a range are in it", () => {
  expect([confidenceOf(undefined), confidenceOf(0.8)]).toEqual([0.95, 0.8]);
  expect([foldCount(undefined), foldCount(2)]).toEqual([5, 2]);
  expect(permutationOptions({})).toEqual({ permutations: 10_000, seed: 1 });
  expect(permutationOptions({ permutations: 1, seed: -7 })).toEqual({ permutations: 1, seed: -7 });
  expect(permutationOptions({ permutations: 10_000_000 }).permutations).toBe(10_000_000);
  expect([wholeCount("n", 0), finiteNumber("k", -0.5), shareArgument("q", 0), shareArgument("q", 1)]).toEqual([0, -0.5, 0, 1]);
  expect(oneOf("method", "by", ["bh", "by"])).toBe("by");
  expect(() => checkLabels("groups", ["a", 1, -0.5], 3)).not.toThrow();
});

test.each<[refused: () => unknown, message: string]>([
  [() => confidenceOf(0), "confidence: must be between 0 and 1, got 0"],
  [() => confidenceOf(1), "confidence: must be between 0 and 1, got 1"],
  [() => confidenceOf(unchecked("0.9")), 'confidence: must be between 0 and 1, got "0.9"'],
  [() => foldCount(1), "folds: must be a whole number from 2, got 1"],
  [() => wholeCount("n", -1), "n: must be a whole number from 0, got -1"],
  [() => wholeCount("n", 1.5), "n: must be a whole number from 0, got 1.5"],
  [() => wholeCount("n", "1"), 'n: must be a whole number from 0, got "1"'],
  [() => finiteNumber("k", Infinity), "k: must be a finite number, got Infinity"],
  [() => finiteNumber("k", "1"), 'k: must be a finite number, got "1"'],
  [() => shareArgument("q", -0.1), "q: must be a number in 0..1, got -0.1"],
  [() => shareArgument("q", 1.1), "q: must be a number in 0..1, got 1.1"],
  [() => shareArgument("q", "1"), 'q: must be a number in 0..1, got "1"'],
  [() => checkLabels("groups", unchecked("ab"), 2), "groups: must be an array with one label per row"],
  [() => checkLabels("groups", ["a"], 2), "groups: has 1 labels for 2 rows"],
  [() => checkLabels("groups", ["a", Number.NaN], 2), "groups: row 1: a label must be a string or a finite number, got NaN"],
  [() => checkLabels("groups", [null], 1), "groups: row 0: a label must be a string or a finite number, got null"],
  [() => oneOf("method", "holm", ["bh", "by"]), 'method: must be one of bh, by, got "holm"'],
  [() => permutationOptions({ permutations: 0 }), "permutations: must be a whole number from 1 to 10000000, got 0"],
  [() => permutationOptions({ permutations: 1.5 }), "permutations: must be a whole number from 1 to 10000000, got 1.5"],
  [() => permutationOptions({ permutations: 10_000_001 }), "permutations: must be a whole number from 1 to 10000000, got 10000001"],
  [() => permutationOptions({ seed: 0.5 }), "seed: must be a whole number, got 0.5"],
])("%s", (refused, message) => {
  expect(refused).toThrow(message);
});
