import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { compareJudges } from "./compare-judges";
import { mcnemar } from "./mcnemar";
import { permBoth } from "./perm-both";
import { seededRandom } from "./random";
import { StatsInputError } from "./result";
import { signFlip } from "./sign-flip";
import { williams } from "./williams";

// Generated for this purpose; expected figures from exact enumeration in rational arithmetic by an independent program.
const human = [4, 2, 5, 3, 1, 4, 5, 2, 3, 4, 1, 5];
const a = [4, 3, 5, 3, 2, 4, 4, 2, 3, 5, 1, 5];
const b = [3, 3, 4, 4, 3, 2, 5, 2, 4, 4, 3, 3];
const pick = (values: number[], order: number[]): number[] => order.map((i) => values[i] as number);

describe("comparing two judges", () => {
  test("gives the enumerated PERM-BOTH figures for Pearson", () => {
    const { permBoth: p, difference } = compareJudges({ human, a, b });
    expect(tolerances(difference.value, 0.5082480132115275)).toBeLessThanOrEqual(1);
    expect(p).toEqual({ pOneSided: 87 / 4096, p: 87 / 2048, exact: true, permutations: 4096, seed: null });
  });

  test("gives Williams' t and Steiger's z", () => {
    const result = williams({ human, a, b });
    const expected = { rA: 0.9221231452270573, rB: 0.41387513201552995, rAB: 0.3384338117474681, t: 2.981368387999772 };
    for (const [name, value] of Object.entries(expected)) {
      expect(tolerances(result[name as keyof typeof expected], value), name).toBeLessThanOrEqual(1);
    }
    expect(result.df).toBe(9);
    expect(tolerances(result.pOneSided, 0.0077076550026861255)).toBeLessThanOrEqual(1);
    expect(tolerances(result.p, 0.015415310005372251)).toBeLessThanOrEqual(1);
    expect(tolerances(result.steigerZ, 2.63502577170075)).toBeLessThanOrEqual(1);
    expect(tolerances(result.steigerP, 0.008413089513430063)).toBeLessThanOrEqual(1);
  });

  test("gives the enumerated sign-flip figures of absolute errors and McNemar's exact p", () => {
    const { absoluteError, exactAgreement } = compareJudges({ human, a, b });
    expect(absoluteError).toMatchObject({ value: 0.75, pOneSided: 1 / 32, p: 1 / 16, exact: true, n: 12 });
    expect(exactAgreement).toMatchObject({ n: 9, p: 23 / 128 });
    expect(mcnemar({ onlyA: 10, onlyB: 3 })).toMatchObject({ p: 189 / 2048 });
    expect(tolerances(mcnemar({ onlyA: 10, onlyB: 3 }).pChiSquared, 0.05220363534131467)).toBeLessThanOrEqual(1);
  });

  test("agrees with every reference figure", () => {
    for (const oracle of readOracles().compare_judges.williams ?? []) {
      const result = williams({
        human: oracle.gold ?? oracle.human,
        a: oracle.metric1 ?? oracle.judgeA,
        b: oracle.metric2 ?? oracle.judgeB,
      });
      const expected = oracle.expected;
      expect(tolerances(result.t, expected.t), oracle.id).toBeLessThanOrEqual(1);
      expect(tolerances(result.pOneSided, expected.p_one_sided.value ?? expected.p_one_sided), oracle.id).toBeLessThanOrEqual(1);
    }
  });

  test("does not depend on the order of the units, and mirrors when the judges change places", () => {
    for (const statistic of ["pearson", "spearman", "kendall"] as const) {
      const long = [...human, ...human.toReversed(), 2];
      const [longA, longB] = [
        [...a, ...b, 1],
        [...b, ...a.toReversed(), 4],
      ];
      const options = { statistic, permutations: 500, seed: 7 };
      const result = compareJudges({ human: long, a: longA, b: longB, ...options });
      const order = long.map((_, i) => (i * 7) % long.length);
      const moved = compareJudges({ human: pick(long, order), a: pick(longA, order), b: pick(longB, order), ...options });
      expect(moved.permBoth).toEqual(result.permBoth);
      expect(moved.difference.value).toBeCloseTo(result.difference.value as number, 13);
      const mirrored = permBoth({ human, a: b, b: a, statistic });
      const plain = permBoth({ human, a, b, statistic });
      expect(mirrored.p).toBe(plain.p);
      expect(mirrored.value).toBe(-(plain.value as number));
    }
  });

  test("does not change when a judge's scale is shifted and stretched", () => {
    for (const statistic of ["pearson", "spearman", "kendall"] as const) {
      const stretched = permBoth({ human, a: a.map((x) => 20 * x - 3), b, statistic });
      const plain = permBoth({ human, a, b, statistic });
      expect(stretched.p, statistic).toBe(plain.p);
      expect(stretched.value, statistic).toBeCloseTo(plain.value as number, 13);
    }
  });

  test("swaps whole clusters together", () => {
    const clusters = human.map((_, i) => Math.floor(i / 3));
    const result = permBoth({ human, a, b, clusters });
    expect(result).toMatchObject({ exact: true, permutations: 16 });
    const flips = signFlip({ differences: [1, 1, 1, 1], clusters: ["x", "x", "y", "y"] });
    expect(flips).toMatchObject({ value: 1, p: 0.5, pOneSided: 0.25, permutations: 4 });
    expect(compareJudges({ human, a, b, clusters }).difference.interval).toMatchObject({ method: "jackknife" });
  });

  test("random permutations give a seeded p that is never 0 and close to the enumerated one", () => {
    const twice = [...human, ...human];
    const options = { human: twice, a: [...a, ...a], b: [...b, ...b], permutations: 2000, seed: 3 };
    const result = permBoth(options);
    expect(result).toMatchObject({ exact: false, permutations: 2000, seed: 3 });
    expect(result.p).toBeGreaterThan(0);
    expect(permBoth(options)).toEqual(result);
    expect(result.p).toBeLessThan(0.02);
  });

  test("errors that are equal on paper do not tell judges apart", () => {
    // One judge says a tenth more than people, the other a tenth less.
    const people = [0.2, 0.5, 0.3, 0.7, 0.1, 0.8];
    const [more, less] = [[0.3, 0.6, 0.4, 0.8, 0.2, 0.9], [0.1, 0.4, 0.2, 0.6, 0, 0.7]]; // biome-ignore format: one row
    const result = compareJudges({ human: people, a: more ?? [], b: less ?? [] });
    expect(result.absoluteError).toMatchObject({ value: 0, p: 1, pOneSided: 1 });
    // With one error more on one side, the two ways to flip it are all that there is.
    const farther = compareJudges({ human: people, a: more ?? [], b: [0, ...(less ?? []).slice(1)] });
    expect(farther.absoluteError).toMatchObject({ p: 1, pOneSided: 0.5 });
    expect(farther.absoluteError.value).toBeCloseTo(0.1 / 6, 14);
  });

  test("says why there is nothing to compare", () => {
    expect(compareJudges({ human: [], a: [], b: [] })).toMatchObject({ n: 0, difference: { value: null, why: "too-few" } });
    expect(compareJudges({ human, a: human.map(() => 3), b }).difference).toMatchObject({ value: null, why: "constant-input" });
    expect(compareJudges({ human: [1, 2, 3], a: [1, 2, 3], b: [3, 1, 2] }).difference.intervalWhy).toBe("too-few");
    expect(williams({ human, a, b: a })).toMatchObject({ value: 0, why: "no-variation" });
    expect(signFlip({ differences: [null, Number.NaN] })).toMatchObject({ value: null, why: "no-units" });
    expect(mcnemar({ onlyA: 0, onlyB: 0 })).toMatchObject({ value: null, why: "no-units", p: 1 });
    expect(() => compareJudges({ human, a: a.slice(1), b })).toThrow(StatsInputError);
    expect(() => permBoth({ human, a, b, statistic: "tau" as "kendall" })).toThrow(/statistic/);
  });

  test("McNemar's share and exact p, of few and of many discordant units", () => {
    expect(mcnemar({ onlyA: 10, onlyB: 3 }).value).toBe(10 / 13);
    // From whole numbers of any size: 2 sum of C(n, k) over k from the greater count, by 2^n.
    expect(mcnemar({ onlyA: 38, onlyB: 22 }).p).toBeCloseTo(0.051893895928921435, 14);
    expect(mcnemar({ onlyA: 960, onlyB: 1040 }).p).toBeCloseTo(0.07728689056266842, 13);
  });

  test("Williams' t says why there is none, and is defined for judges that are perfect", () => {
    const none = { t: null, df: null, pOneSided: null, p: null, steigerZ: null, steigerP: null };
    // r of 1 2 3 with 1 3 2 and with 2 1 3 is 1/2, of these two with each other -1/2.
    const few = williams({ human: [1, 2, 3], a: [1, 3, 2], b: [2, 1, 3] });
    expect(few).toEqual({ ...none, value: null, why: "too-few", n: 3, rA: expect.closeTo(0.5), rB: expect.closeTo(0.5), rAB: expect.closeTo(-0.5) }); // biome-ignore format: one row
    expect(williams({ human: [1, 2, 3, 4], a: [1, 3, 2, 4], b: [2, 1, 3, 4] }).why).toBeNull();
    const constant = williams({ human: [3, 3, 3, 3], a: [1, 3, 2, 4], b: [2, 1, 3, 4] });
    expect(constant).toMatchObject({ ...none, value: null, why: "constant-input", n: 4, rA: null, rB: null });
    for (const judges of [
      { a: [2, 2, 2, 2], b: [1, 3, 2, 4] },
      { a: [1, 3, 2, 4], b: [2, 2, 2, 2] },
    ]) {
      // biome-ignore format: short
      expect(williams({ human: [1, 2, 3, 4], ...judges })).toMatchObject({ ...none, value: null, why: "constant-input", rAB: null });
    }
    // A judge that turns the scale around says nothing else, though rounding leaves some variance.
    const scores = [0.2, 0.3, 0.1, 0.7, 0.6];
    const turned = williams({ human: [0.1, 0.7, 0.3, 0.4, 0.9], a: scores, b: scores.map((score) => 1.1 - score) });
    expect(turned).toMatchObject({ ...none, why: "no-variation", rAB: -1, value: expect.closeTo(2 * (turned.rA ?? 0), 12) });
    const shifted = williams({ human: [0.1, 0.7, 0.3, 0.4, 0.9], a: scores, b: scores.map((score) => 3 * score + 1) });
    expect(shifted).toMatchObject({ ...none, why: "no-variation", rAB: 1 });
    // rA = 1 and rB = rAB = .8: |R| = 0 and m^2 (1 - rAB)^3 = .00648, so t = .2 sqrt(4 1.8 / .00648) = 20/3; Fisher's z of 1 is infinite.
    const perfect = williams({ human: [1, 2, 3, 4, 5], a: [1, 2, 3, 4, 5], b: [1, 3, 2, 5, 4] });
    expect(perfect.t).toBeCloseTo(20 / 3, 12);
    expect(perfect).toMatchObject({ df: 2, steigerZ: null, steigerP: null });
  });

  test("drops units with a missing score and shows its example", () => {
    const result = compareJudges({ human: [1, 2, 3, 4, null], a: [1, 2, 3, 4, 5], b: [2, 1, 4, 3, 1] });
    expect(result.n).toBe(4);
    expect(result.difference.value).toBeCloseTo(0.4, 14);
    expect(williams({ human: [1, 2, 3, 4, 5], a: [1.1, 2, 3.1, 4, 5.1], b: [1.5, 2, 3.1, 4, 5.5] }).t).toBeCloseTo(4.972307827822, 10);
  });
});

test.each(["pearson", "spearman", "kendall"] as const)("the interval of a difference by %s leaves out whole clusters", (statistic) => {
  const draws = seededRandom(9);
  const human = Array.from({ length: 60 }, () => draws.int(5));
  const [a, b] = [1, 3].map((noise) => human.map((score) => score + draws.int(noise + 1)));
  const clusters = human.map((_, row) => Math.floor(row / 5));
  const at = (left: number | null) => {
    const keep = (column: number[] = []) => column.filter((_, row) => clusters[row] !== left);
    const compared = { human: keep(human), a: keep(a), b: keep(b), statistic, permutations: 1, interval: "none" as const };
    return compareJudges(compared).difference.value as number;
  };
  const without = Array.from({ length: 12 }, (_, cluster) => at(cluster));
  const mean = without.reduce((sum, value) => sum + value, 0) / 12;
  const error = Math.sqrt((11 / 12) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  const { interval } = compareJudges({ human, a: a ?? [], b: b ?? [], statistic, clusters, permutations: 1 }).difference;
  // t(11) at .975.
  expect(interval?.high).toBeCloseTo(at(null) + 2.200985160082949 * error, 10);
});
