import { describe, expect, it } from "vitest";
import { multinomialDraws } from "./multinomial";
import { seededRandom } from "./random";

/** Pearson's statistic of observed counts against probabilities, over the cells where five or more are expected. */
function chiSquared(observed: ArrayLike<number>, probabilities: readonly number[], draws: number): { value: number; cells: number } {
  let [value, cells] = [0, 0];
  probabilities.forEach((probability, k) => {
    const expected = draws * probability;
    if (expected < 5) return;
    value += ((observed[k] ?? 0) - expected) ** 2 / expected;
    cells += 1;
  });
  return { value, cells };
}

function binomialProbabilities(n: number, p: number): number[] {
  const probabilities = [(1 - p) ** n];
  for (let k = 0; k < n; k++) probabilities.push((probabilities[k] ?? 0) * (p / (1 - p)) * ((n - k) / (k + 1)));
  return probabilities;
}

describe("multinomial draws", () => {
  it("add up to the total, with the weights' shares, and leave cells without weight empty", () => {
    const random = seededRandom(6);
    const draws = multinomialDraws(1000, [1, 0, 3, 6]);
    const counts = new Int32Array(4);
    const sums = [0, 0, 0, 0];
    for (let i = 0; i < 2000; i++) {
      draws.draw(counts, random);
      expect(counts.reduce((a, b) => a + b, 0)).toBe(1000);
      counts.forEach((count, k) => {
        sums[k] = (sums[k] ?? 0) + count / 2e6;
      });
    }
    expect(sums.map((share) => Math.round(share * 100))).toEqual([10, 0, 30, 60]);
  });

  it("have binomial margins: small means, large means, and totals too small for any Poisson count", () => {
    for (const [total, weights] of [
      [40, [4, 6]],
      [200, [1, 99, 100]],
      [300, [90, 10, 200]],
      [2, [1, 1, 2]],
      [1, [1, 3]],
    ] as const) {
      const random = seededRandom(5);
      const draws = multinomialDraws(total, weights);
      const counts = new Float64Array(weights.length);
      const seen = new Float64Array(total + 1);
      for (let i = 0; i < 20_000; i++) {
        draws.draw(counts, random);
        const first = counts[0] ?? 0;
        seen[first] = (seen[first] ?? 0) + 1;
      }
      const all = weights.reduce((sum: number, weight) => sum + weight, 0);
      const { value, cells } = chiSquared(seen, binomialProbabilities(total, weights[0] / all), 20_000);
      // Six standard deviations above the mean of chi-squared.
      expect(value).toBeLessThan(cells - 1 + 6 * Math.sqrt(2 * cells));
    }
  });

  it("have the covariance -n p q between two cells of a million objects", () => {
    const random = seededRandom(7);
    const draws = multinomialDraws(1e6, [2, 3, 5]);
    const counts = new Float64Array(3);
    let [products, squares] = [0, 0];
    for (let i = 0; i < 4000; i++) {
      draws.draw(counts, random);
      const [a, b] = [(counts[0] ?? 0) - 2e5, (counts[1] ?? 0) - 3e5];
      products += (a * b) / 4000;
      squares += (a * a) / 4000;
    }
    expect(products / (-1e6 * 0.2 * 0.3)).toBeGreaterThan(0.9);
    expect(products / (-1e6 * 0.2 * 0.3)).toBeLessThan(1.1);
    expect(squares / (1e6 * 0.2 * 0.8)).toBeGreaterThan(0.9);
    expect(squares / (1e6 * 0.2 * 0.8)).toBeLessThan(1.1);
  });

  it("repeat for the same seed", () => {
    const draw = (): number[] => {
      const counts = new Float64Array(3);
      multinomialDraws(500, [1, 2, 3]).draw(counts, seededRandom(11));
      return [...counts];
    };
    expect(draw()).toEqual(draw());
  });

  it("draw nothing of nothing", () => {
    const counts = new Float64Array(2).fill(7);
    multinomialDraws(0, [1, 1]).draw(counts, seededRandom(1));
    expect([...counts]).toEqual([0, 0]);
  });
});
