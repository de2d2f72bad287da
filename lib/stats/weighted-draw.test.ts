import { expect, test } from "vitest";
import { seededRandom } from "./random";
import { weightedDraw } from "./weighted-draw";

test("samples weighted by their chance of being drawn add up to all, on average", () => {
  const weights = Array.from({ length: 30 }, (_, place) => 1 + (place % 4) / 3);
  // As large as the weight, so that an unweighted mean would be too high.
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const random = seededRandom(7);
  const sums = Array.from({ length: 4000 }, () =>
    weightedDraw(weights, 10, random).reduce((sum, { place, inclusion }) => sum + (weights[place] ?? 0) / inclusion, 0),
  );
  const mean = sums.reduce((sum, one) => sum + one, 0) / sums.length;
  const error = Math.sqrt(sums.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (sums.length - 1) / sums.length);
  expect(Math.abs(mean - total)).toBeLessThan(3 * error);
  expect(3 * error).toBeLessThan(total / 50);
});

test("a place is drawn as often as successive draws by weight draw it, and one divided by its chance averages to 1", () => {
  const weights = [1, 1.5, 2, 1.25];
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  // Of two drawn one after the other, over all ordered pairs.
  const exact = weights.map((_, place) =>
    weights.reduce((sum, first, one) => {
      const then = (other: number) => (first / all) * ((weights[other] as number) / (all - first));
      return sum + (one === place ? first / all : then(place));
    }, 0),
  );
  // Every combination of four keys' midpoints.
  const steps = 16;
  const [drawn, inverse] = [weights.map(() => 0), weights.map(() => 0)];
  for (let cell = 0; cell < steps ** 4; cell++) {
    const digits = weights.map((_, place) => Math.floor(cell / steps ** place) % steps);
    // Keys of equal midpoints would tie.
    const values = digits.map((digit, place) => (digit + 0.5 + (place - 1.5) / 100) / steps);
    const random = { next: () => values.shift() as number, int: () => expect.unreachable() };
    for (const { place, inclusion } of weightedDraw(weights, 2, random)) {
      drawn[place] = (drawn[place] as number) + 1 / steps ** 4;
      inverse[place] = (inverse[place] as number) + 1 / inclusion / steps ** 4;
    }
  }
  weights.forEach((_, place) => {
    expect(drawn[place]).toBeCloseTo(exact[place] as number, 2);
    expect(Math.abs((inverse[place] as number) - 1)).toBeLessThan(0.02);
  });
  expect(exact.reduce((sum, one) => sum + one, 0)).toBeCloseTo(2, 12);
});

test("where all are drawn, each was certain to be", () => {
  for (const count of [3, 5]) expect(weightedDraw([2, 1, 1], count, seededRandom(1)).map(({ inclusion }) => inclusion)).toEqual([1, 1, 1]);
});
