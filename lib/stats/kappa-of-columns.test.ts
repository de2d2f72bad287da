import { expect, test } from "vitest";
import { cohenKappa } from "./cohen-kappa";
import { encodeRatings } from "./encoded-ratings";
import { kappasOfColumns } from "./kappa-of-columns";

test.each<[string, (score: number) => number | string]>([
  ["numbers", (score: number) => score * score],
  ["names on a declared scale", (score: number) => `level ${score}`],
])("without a table, kappas of %s are those of the table", (_, write) => {
  const scores = [[1, 2], [3, 3], [0, 5], [4, null], [null, 2], [2, 2], [5, 1], [3, 4], [3, 3], [1, 0], [0, 0]]; // biome-ignore format: one row
  const ratings = scores.map((row) => row.map((score) => (score === null ? null : write(score))));
  const scale = [0, 1, 2, 3, 4, 5].map(write);
  const { kappa, quadraticKappa, exact } = kappasOfColumns(encodeRatings({ ratings, scale }));
  const [first, second] = [0, 1].map((rater) => ratings.map((row) => row[rater] ?? null));
  for (const [found, weights] of [
    [kappa, "unweighted"],
    [quadraticKappa, "quadratic"],
  ] as const) {
    // biome-ignore format: short
    const { value, n } = cohenKappa({ first: first ?? [], second: second ?? [], scale, weights });
    expect(found).toEqual({ value: expect.closeTo(value ?? Number.NaN, 12), why: null, n });
  }
  expect(exact).toEqual({ value: 4 / 9, why: null, n: 9 });
});
