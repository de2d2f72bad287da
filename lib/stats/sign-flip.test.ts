import { describe, expect, test } from "vitest";
import { seededRandom } from "./random";
import { flipTest, signFlip } from "./sign-flip";

/** The sums of the terms under every sign pattern. */
const allSums = (terms: number[]): number[] => terms.reduce<number[]>((sums, term) => sums.flatMap((sum) => [sum + term, sum - term]), [0]);
const shareOf = (sums: number[], isIn: (sum: number) => boolean): number => sums.filter(isIn).length / sums.length;

describe("flipping the signs of paired differences", () => {
  test("tries all patterns of up to 16 differences, or clusters of them", () => {
    const differences = [3, -1, 2, null, 0.5, -4, 1.5, 2.5, 5];
    const terms = [3, -1, 2, 0.5, -4, 1.5, 2.5, 5];
    const observed = 9.5;
    const sums = allSums(terms);
    expect(signFlip({ differences })).toEqual({
      ...{ value: observed / 8, why: null, n: 8, exact: true, permutations: 256, seed: null },
      pOneSided: shareOf(sums, (sum) => sum >= observed),
      p: shareOf(sums, (sum) => Math.abs(sum) >= observed),
    });
    const clustered = allSums([2, 2.5, -2.5, 7.5]);
    expect(signFlip({ differences, clusters: [1, 1, 2, 2, 2, 3, 3, 4, 4] })).toMatchObject({
      ...{ value: observed / 8, n: 8, permutations: 16 },
      pOneSided: shareOf(clustered, (sum) => sum >= observed),
      p: shareOf(clustered, (sum) => Math.abs(sum) >= observed),
    });
    expect(signFlip({ differences: Array(16).fill(1) })).toMatchObject({ exact: true, permutations: 65_536, p: 2 / 65_536 });
  });

  test("takes sums that are equal on paper as equal", () => {
    // 0, 0, .6, -.6, .2, -.2, .4, -.4.
    expect(signFlip({ differences: [0.1, 0.2, -0.3] })).toMatchObject({ pOneSided: 5 / 8, p: 1 });
    expect(signFlip({ differences: [0.1, 0.2, 0.3, -0.6, 1e-3] }).pOneSided).toBe(
      shareOf(allSums([100, 200, 300, -600, 1]), (sum) => sum >= 1),
    );
  });

  test("gives the same p at any size of the differences, and the refusal its place", () => {
    for (const size of [2 ** -40, 1, 2 ** 40]) {
      // 6, 0, 4, 2 and their opposites: 4 or more in absolute value in half of them.
      expect(signFlip({ differences: [3 * size, 2 * size, -size] })).toMatchObject({ value: (4 * size) / 3, pOneSided: 2 / 8, p: 4 / 8 });
    }
    expect(() => signFlip({ differences: [1, "2"] as never })).toThrow("differences: row 1");
  });

  test("beyond that draws patterns from the seed, whatever the order of the rows", () => {
    const differences = Array.from({ length: 40 }, (_, unit) => (unit % 40 < 27 ? 1 : -1));
    // 27 of 40 the same way: twice P(27 or more heads of 40 tosses).
    const binomial = (heads: number): number => Array.from({ length: heads }, (_, i) => (40 - i) / (i + 1)).reduce((a, b) => a * b, 1);
    const tail = Array.from({ length: 14 }, (_, i) => binomial(27 + i)).reduce((a, b) => a + b, 0) / 2 ** 40;
    const drawn = signFlip({ differences, permutations: 20_000, seed: 3 });
    expect(drawn).toMatchObject({ value: 0.35, n: 40, exact: false, permutations: 20_000, seed: 3 });
    expect(drawn.pOneSided).toBeCloseTo(tail, 2);
    expect(drawn.p).toBeCloseTo(2 * tail, 2);
    const mixed = differences.map((sign, unit) => sign * (1 + unit / 7));
    const few = { permutations: 200, seed: 3 };
    expect(signFlip({ ...few, differences: mixed.toReversed() })).toEqual(signFlip({ ...few, differences: mixed }));
    expect(signFlip({ ...few, differences: mixed, seed: 4 }).p).not.toBe(signFlip({ ...few, differences: mixed }).p);
  });

  test("never gives 0 for drawn patterns, and counts the observed one", () => {
    const all = signFlip({ differences: Array(60).fill(1), permutations: 99 });
    expect(all).toMatchObject({ p: 0.01, pOneSided: 0.01 });
    expect(signFlip({ differences: Array(60).fill(-1), permutations: 99 })).toMatchObject({ p: 0.01, pOneSided: 1 });
  });

  test("has no answer without differences, and one for huge ones", () => {
    for (const differences of [[], [null, Number.NaN]])
      expect(signFlip({ differences })).toEqual({
        ...{ value: null, why: "no-units", n: 0, pOneSided: null, p: null, exact: true, permutations: null, seed: null },
      });
    expect(signFlip({ differences: [1.5e308, 1.5e308, 1e308] })).toMatchObject({ p: 2 / 8, pOneSided: 1 / 8 });
    expect(signFlip({ differences: [1.5e308, 1.5e308, -3] })).toMatchObject({ value: 1e308, p: 4 / 8 });
    expect(signFlip({ differences: [1.5e308, 1.5e308] }).value).toBe(1.5e308);
    expect(signFlip({ differences: [-1.5e308, -1.5e308] }).value).toBe(-1.5e308);
  });
});

test("random signs are the seed's own, pattern by pattern, however many are added up at once, and again for the next sum", () => {
  for (const [size, permutations] of [
    [40, 100],
    [40, 60],
    [3201, 11_000],
  ] as const) {
    const terms = (step: number) => Float64Array.from({ length: size }, (_, i) => ((i * step) % 13) - 6);
    for (const own of [terms(7), terms(5)]) {
      const random = seededRandom(3);
      const observed = own.reduce((sum, term) => sum + term, 0);
      let above = 0;
      for (let b = 0; b < permutations; b++) {
        let [bits, sum] = [0, 0];
        for (let i = 0; i < size; i++) {
          if (i % 32 === 0) bits = random.int(4294967296);
          sum += (bits >>> (i % 32)) & 1 ? -(own[i] as number) : (own[i] as number);
        }
        if (sum >= observed - 1e-9) above += 1;
      }
      expect(flipTest(own, { permutations, seed: 3 }).pOneSided).toBe((1 + above) / (1 + permutations));
    }
  }
});
