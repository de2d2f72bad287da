import { describe, expect, test } from "vitest";
import { drawNormal, seededRandom } from "./random";
import { signFlip } from "./sign-flip";
import { stableRanking } from "./stable-ranking";

/** Scores of systems that are so far apart, on inputs that are hard for all of them or for none. */
function study(inputs: number, qualities: readonly number[], seed = 3): number[][] {
  const random = seededRandom(seed);
  const ease = Array.from({ length: inputs }, () => drawNormal(random));
  return qualities.map((quality) => ease.map((own) => quality + own + drawNormal(random)));
}

/** How many of all draws of as many inputs, with replacement, have a sum above zero for each list of differences. */
function enumerated(lists: readonly (readonly number[])[]): number {
  const n = lists[0]?.length ?? 0;
  let kept = 0;
  for (let draw = 0; draw < n ** n; draw++) {
    const places = Array.from({ length: n }, (_, by) => Math.floor(draw / n ** by) % n);
    if (lists.every((own) => places.reduce((sum, place) => sum + (own[place] as number), 0) > 0)) kept += 1;
  }
  return kept / n ** n;
}

describe("the stable ranking probability", () => {
  test("is the share of all ways to draw the inputs again that keep the order", () => {
    // The first system is 2, 1, 3, 1, 2 better, and on one input 1 worse: four of 64 signs have a sum as great, and four one as far below zero.
    const scores = [[5, 3, 5, 2, 4, 1], [3, 2, 2, 1, 2, 2]]; // biome-ignore format: one row
    const exact = enumerated([[2, 1, 3, 1, 2, -1]]);
    expect(exact).toBeGreaterThan(0.9);
    const found = stableRanking({ scores, alpha: 0.13, resamples: 40_000 });
    expect(found).toMatchObject({
      why: null,
      n: 6,
      systems: 2,
      pairs: 1,
      ordered: [{ i: 0, j: 1, p: 8 / 64 }],
      resamples: 40_000,
      seed: 1,
    });
    expect(found.ordered[0]?.difference).toBeCloseTo(8 / 6, 12);
    expect(Math.abs((found.value ?? 0) - exact)).toBeLessThan(0.003);
    // Its p is above .05: nothing is apart.
    expect(stableRanking({ scores })).toMatchObject({ value: null, why: "not-identifiable", pairs: 1, ordered: [] });
  });

  test("asks all pairs that are apart to keep their order at once, on the same inputs, and no others", () => {
    // The third is 1 above the second but on one input, which p is too great for; so it is for the fourth above the first.
    const first = [6, 5, 6, 4, 5, 3];
    const second = [3, 3, 2, 3, 3, 4];
    const third = [4, 4, 3, 4, 4, 3];
    const fourth = [5, 6, 5, 5, 4, 4];
    const less = (a: number[], b: number[]) => a.map((score, at) => score - (b[at] as number));
    const found = stableRanking({ scores: [second, third, first, fourth], alpha: 0.15, resamples: 40_000, seed: 5 });
    expect(found.ordered.map(({ i, j }) => `${i} ${j}`)).toEqual(["0 2", "0 3", "1 2", "1 3"]);
    expect(found.pairs).toBe(6);
    const exact = enumerated([less(first, second), less(fourth, second), less(first, third), less(fourth, third)]);
    expect(Math.abs((found.value ?? 0) - exact)).toBeLessThan(0.003);
    const alone = [less(first, second), less(fourth, second), less(first, third), less(fourth, third)].map((own) => enumerated([own]));
    expect(exact).toBeLessThan(Math.min(...alone));
    expect(exact).toBeGreaterThan(alone.reduce((product, one) => product * one, 1));
  });

  test("a draw in which two systems are equal does not keep their order", () => {
    const once = stableRanking({ scores: [[0.3, 0.3, 0.3], [0.1, 0.1, 0.7]], alpha: 1, resamples: 4000 }); // biome-ignore format: one row
    // Differences .2, .2, -.4 sum to zero: there is no order.
    expect(once).toMatchObject({ value: null, why: "not-identifiable", ordered: [] });
    // These too on paper, but not in doubles.
    expect(stableRanking({ scores: [[1.1, 2.2, 3], [1, 2, 3.3]], alpha: 1 })).toMatchObject({ value: null, ordered: [] }); // biome-ignore format: one row
    const four = [0.2, 0.2, 0.2, -0.4];
    const kept = stableRanking({ scores: [four.map((by) => 1 + by), four.map(() => 1)], alpha: 1, resamples: 40_000 });
    expect(Math.abs((kept.value ?? 0) - enumerated([[1, 1, 1, -2]]))).toBeLessThan(0.005);
  });

  test("uses the paired sign-flip test, whatever its many pairs", () => {
    const scores = study(40, [0, 0.1, 0.7]);
    const { ordered, pairs } = stableRanking({ scores, permutations: 500, seed: 9 });
    const p = (i: number, j: number) =>
      signFlip({ differences: scores[i]?.map((score, at) => score - (scores[j]?.[at] as number)) ?? [], permutations: 500, seed: 9 }).p;
    const all = [[0, 1], [0, 2], [1, 2]].map(([i = 0, j = 0]) => ({ i, j, p: p(i, j) })); // biome-ignore format: one row
    expect(pairs).toBe(3);
    expect(ordered.map(({ i, j, p: own }) => ({ i, j, p: own }))).toEqual(all.filter((pair) => (pair.p ?? 1) <= 0.05));
    expect(ordered.length).toBeGreaterThan(0);
  });

  test("of more inputs than are drawn one by one it is the same: they are dealt into groups", () => {
    // Of 3,000 inputs a difference of z standard errors keeps its sign with the normal probability of z.
    const random = seededRandom(12);
    const differences = Array.from({ length: 3000 }, () => drawNormal(random));
    const mean = differences.reduce((sum, one) => sum + one, 0) / 3000;
    const spread = Math.sqrt(differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3000);
    const at = (z: number) => differences.map((one) => one - mean + (z * spread) / Math.sqrt(3000));
    for (const [z, normal] of [
      [1, 0.8413],
      [2.2, 0.9861],
    ] as const) {
      const { value, n, ordered } = stableRanking({ scores: [at(z), at(z).map(() => 0)], alpha: 1, resamples: 6000, permutations: 6000 });
      expect(n).toBe(3000);
      expect(Math.abs((ordered[0]?.p ?? 0) / 2 - (1 - normal)), `p at z = ${z}`).toBeLessThan(0.012);
      expect(Math.abs((value ?? 0) - normal), `z = ${z}`).toBeLessThan(0.015);
    }
  });

  test("does not depend on the order of inputs, on the systems' names or on the scale; missing scores leave out a pair's input", () => {
    const scores = study(30, [0, 0.8, 1.1]);
    const whole = stableRanking({ scores, resamples: 500 });
    const moved = scores.map((row) => row.map((_, at) => row[(at * 7) % 30] as number));
    expect(stableRanking({ scores: moved, resamples: 500 })).toEqual(whole);
    const scaled = stableRanking({ scores: scores.map((row) => row.map((score) => 4 * score + 8)), resamples: 500 });
    expect([scaled.value, scaled.ordered.map(({ p }) => p)]).toEqual([whole.value, whole.ordered.map(({ p }) => p)]);
    const gaps = scores.map((row, system) => row.map((score, at) => (at < 3 && system < 2 ? null : score)));
    const found = stableRanking({ scores: gaps, resamples: 500 });
    // Nobody but the third has scored the first three.
    expect(found).toEqual(stableRanking({ scores: scores.map((row) => row.slice(3)), resamples: 500 }));
    expect(found.n).toBe(27);
    expect(stableRanking({ scores: [...scores, scores[0]?.map(() => null) ?? []], resamples: 500 })).toEqual(whole);
  });

  test.each([60, 700])("does not depend on the order of inputs where many are equal and some have gaps (%i inputs)", (inputs) => {
    const scores = study(inputs, [0, 0.3, 0.2]).map((row, system) =>
      row.map((score, at) => ((at + system) % 5 === 0 ? null : Math.round(score))),
    );
    const whole = stableRanking({ scores, alpha: 1, resamples: 500 });
    expect(whole.value).toBeGreaterThan(0.1);
    expect(whole.value).toBeLessThan(0.95);
    const moves = [(at: number) => inputs - 1 - at, (at: number) => (at * 11 + 3) % inputs, (at: number) => (at * 13) % inputs];
    for (const move of moves) {
      const moved = scores.map((row) => row.map((_, at) => row[move(at)] ?? null));
      expect(stableRanking({ scores: moved, alpha: 1, resamples: 500 })).toEqual(whole);
    }
  });

  test("a pair keeps its order on the inputs that both have scores of", () => {
    const better = [2, 1, 3, -1];
    // The third has scores of one input with each of the others, and is apart from neither.
    const scores = [[...better, null, 3], [0, 0, 0, 0, 2, null], [null, null, null, null, 1, 1]]; // biome-ignore format: one row
    const found = stableRanking({ scores, alpha: 0.4, resamples: 40_000 });
    expect(found).toMatchObject({ n: 6, pairs: 3, ordered: [{ i: 0, j: 1, p: 6 / 16 }] });
    expect(Math.abs((found.value ?? 0) - enumerated([[...better, 0, 0]]))).toBeLessThan(0.006);
  });

  test("tiny and huge scores are as far apart as others", () => {
    const scores = study(30, [0, 0.4]);
    const own = stableRanking({ scores, alpha: 1, resamples: 500 });
    expect(own.value).toBeLessThan(1);
    for (const by of [2 ** -40, 2 ** 40]) {
      const scaled = stableRanking({ scores: scores.map((row) => row.map((score) => by * score)), alpha: 1, resamples: 500 });
      expect([scaled.value, scaled.ordered.map(({ p }) => p)]).toEqual([own.value, own.ordered.map(({ p }) => p)]);
    }
    // Zero on paper, at any size.
    const size = 1e7;
    expect(stableRanking({ scores: [[1.1, 2.2, 3].map((x) => size * x), [1, 2, 3.3].map((x) => size * x)], alpha: 1 }).ordered).toEqual([]); // biome-ignore format: one row
  });

  test("signs of up to 500 inputs are flipped one by one, of more by group", () => {
    for (const [inputs, isGrouped] of [
      [500, false],
      [501, true],
    ] as const) {
      // biome-ignore format: one row
      const [first = [], second = []] = study(inputs, [0, 0.05]);
      const { ordered } = stableRanking({ scores: [first, second], alpha: 1, resamples: 1 });
      const oneByOne = signFlip({ differences: first.map((score, at) => score - (second[at] as number)), permutations: 1000, seed: 1 }).p;
      expect(ordered[0]?.p === oneByOne).toBe(!isGrouped);
    }
  });

  test("says why there is none, and refuses nonsense", () => {
    const none = { value: null, ordered: [] };
    expect(stableRanking({ scores: [] })).toMatchObject({ ...none, why: "too-few", n: 0, systems: 0, pairs: 0 });
    expect(stableRanking({ scores: [[1, 2, 3], [null, null, null]] })).toMatchObject({ ...none, why: "too-few", systems: 1 }); // biome-ignore format: one row
    expect(stableRanking({ scores: [[1, null], [null, 2]] })).toMatchObject({ ...none, why: "no-pairable-units", n: 0, pairs: 0 }); // biome-ignore format: one row
    expect(stableRanking({ scores: [[1, 2], [1, 2]], alpha: 1 })).toMatchObject({ ...none, why: "not-identifiable", pairs: 1 }); // biome-ignore format: one row
    expect(() => stableRanking({ scores: "all" as never })).toThrow("scores: must be an array of systems");
    expect(() => stableRanking({ scores: [[1, 2], [1]] })).toThrow("scores: row 1: has 1 inputs, not 2"); // biome-ignore format: one row
    expect(() => stableRanking({ scores: [[1, 2], ["x", 2] as never] })).toThrow("scores[1]: row 0: must be a number or missing"); // biome-ignore format: one row
    expect(() => stableRanking({ scores: [[1]], alpha: 2 })).toThrow("alpha: must be a number in 0..1");
    expect(() => stableRanking({ scores: [[1]], resamples: 0 })).toThrow("resamples: must be a whole number from 1");
  });
});
