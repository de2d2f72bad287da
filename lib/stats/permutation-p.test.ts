import fc from "fast-check";
import { expect, test } from "vitest";
import { exactKendallP, permutationPOfKendall, permutationPOfProducts } from "./permutation-p";

const orders = (places: number[]): number[][] =>
  places.length === 0 ? [[]] : places.flatMap((one) => orders(places.filter((other) => other !== one)).map((rest) => [one, ...rest]));

/** The share of all orders of y whose statistic is as far from 0 as that of the given one, by going through them. */
function shareOf(x: number[], y: number[], statistic: (x: number[], y: number[]) => number): number {
  const all = orders([...y.keys()]).map((order) =>
    Math.abs(
      statistic(
        x,
        order.map((place) => y[place] as number),
      ),
    ),
  );
  return all.filter((one) => one >= Math.abs(statistic(x, y))).length / all.length;
}

const products = (x: number[], y: number[]) => x.reduce((sum, one, at) => sum + one * (y[at] as number), 0);
const score = (x: number[], y: number[]) =>
  x.reduce(
    (sum, one, a) =>
      sum + x.slice(0, a).reduce((own, other, b) => own + Math.sign(one - other) * Math.sign((y[a] as number) - (y[b] as number)), 0),
    0,
  );
const pairs = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })), { minLength: 2, maxLength: 6 });

test("p of few pairs, tied or not, is the share of all orders that are as far from none", () => {
  fc.assert(
    fc.property(pairs, (given) => {
      const [x, y] = [given.map(([one]) => one), given.map(([, other]) => other)];
      expect(permutationPOfKendall(x, y)).toBeCloseTo(shareOf(x, y, score), 14);
      expect(permutationPOfProducts(x, y)).toBeCloseTo(shareOf(x, y, products), 14);
    }),
    { numRuns: 60 },
  );
});

test("sums that are equal on paper count as equal in decimals", () => {
  // 0.21 in two orders; the others have 0.18, 0.27, 0.27 and 0.30.
  const [x, y] = [[0.1, 0.4, 0.7], [0.2, 0.3, 0.1]]; // biome-ignore format: one row
  expect(shareOf(x, y, products)).toBeLessThan(4.5 / 6);
  expect(permutationPOfProducts(x, y)).toBe(5 / 6);
});

test("without ties, Kendall's p is the same from the distribution of discordant pairs, of any number", () => {
  for (let n = 2; n <= 6; n++) {
    const x = Array.from({ length: n }, (_, place) => place);
    for (const order of orders(x)) {
      const discordant = order.reduce((sum, one, at) => sum + order.slice(0, at).filter((other) => other > one).length, 0);
      expect(exactKendallP(n, discordant)).toBeCloseTo(permutationPOfKendall(x, order), 13);
    }
  }
});
