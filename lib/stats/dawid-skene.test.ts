import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { dawidSkene } from "./dawid-skene";
import { seededRandom } from "./random";

const random = seededRandom(12);
const truth = Array.from({ length: 60 }, () => random.int(3));
const careful = [0.9, 0.9, 0.8, 0.4];
const ratings = truth.map((label) => careful.map((share) => "abc"[random.next() < share ? label : random.int(3)] ?? "a"));

describe("Dawid-Skene", () => {
  test("gives the reference posteriors after 0, 1, 2 and 10 steps", () => {
    const oracle = readOracles().dawid_skene[0];
    const unique = (place: number): string[] => [...new Set<string>(oracle.annotations.map((each: string[]) => each[place]))];
    const [raters, units] = [unique(0), unique(1)];
    const table = units.map((unit) =>
      raters.map((rater) => oracle.annotations.find((each: string[]) => each[0] === rater && each[1] === unit)?.[2] ?? null),
    );
    for (const [steps, expected] of Object.entries<{
      posterior: Record<string, Record<string, number>>;
      prior: Record<string, number>;
      log_likelihood: number;
    }>(oracle.posterior_after_k_E_steps)) {
      const result = dawidSkene({ ratings: table, labels: oracle.labels, iterations: Number(steps), tolerance: 0 });
      oracle.labels.forEach((label: string, k: number) => {
        units.forEach((unit, i) => {
          expect(
            tolerances(result.units[i]?.posterior?.[k], expected.posterior[unit]?.[label] as number, oracle.tolerance),
          ).toBeLessThanOrEqual(1);
        });
        expect(tolerances(result.prior[k], expected.prior[label] as number, oracle.tolerance)).toBeLessThanOrEqual(1);
      });
      expect(tolerances(result.logLikelihood, expected.log_likelihood, oracle.tolerance)).toBeLessThanOrEqual(1);
    }
    expect(dawidSkene({ ratings: table }).units.map((unit) => unit.majority)).toEqual(units.map((unit) => oracle.majority_vote[unit]));
  });

  test("sees through a careless rater better than the majority does", () => {
    const result = dawidSkene({ ratings });
    const right = result.units.filter(({ posterior }, i) => posterior?.indexOf(Math.max(...posterior)) === truth[i]).length;
    const majority = result.units.filter((unit, i) => unit.majority === "abc"[truth[i] as number]).length;
    expect(result.converged).toBe(true);
    expect(right).toBeGreaterThanOrEqual(majority);
    const diagonal = (rater: number): number => [0, 1, 2].reduce((sum, k) => sum + (result.confusion[rater]?.[k]?.[k] as number), 0) / 3;
    expect(diagonal(0)).toBeGreaterThan(diagonal(3));
  });

  test("order of units and raters and names of labels change nothing", () => {
    const plain = dawidSkene({ ratings });
    const turned = dawidSkene({ ratings: ratings.toReversed().map((row) => row.toReversed()) });
    turned.units.toReversed().forEach((unit, i) => {
      unit.posterior?.forEach((share, k) => {
        expect(share).toBeCloseTo(plain.units[i]?.posterior?.[k] as number, 10);
      });
    });
    const renamed = dawidSkene({ ratings: ratings.map((row) => row.map((label) => `${label}${label}`)) });
    expect(renamed.prior).toEqual(plain.prior);
    const posteriors = plain.units.map(({ posterior }) => posterior?.reduce((sum, share) => sum + share, 0));
    for (const sum of posteriors) expect(sum).toBeCloseTo(1, 12);
  });

  test("nothing rated, one label, gaps, and labels that are not declared", () => {
    expect(dawidSkene({ ratings: [] })).toMatchObject({ n: 0, why: "no-units", logLikelihood: null });
    expect(
      dawidSkene({
        ratings: [
          [null, "a"],
          [null, null],
        ],
      }),
    ).toMatchObject({
      n: 1,
      prior: [1],
      units: [
        { posterior: [1], majority: "a" },
        { posterior: null, majority: null },
      ],
    });
    expect(() => dawidSkene({ ratings: [["x"]], labels: ["a"] })).toThrow(/^ratings: row 0, column 0: "x" is not among the labels/);
    expect(() => dawidSkene({ ratings: [["x"]], tolerance: -1 })).toThrow(/tolerance/);
    expect(
      dawidSkene({
        ratings: [
          ["a", "a", "b"],
          ["b", "b", "b"],
        ],
      }).units[0]?.majority,
    ).toBe("a");
  });

  test("without iterations, the figures are those of the vote shares", () => {
    // Vote shares (a, b): unit 0 (1/2, 1/2), unit 1 (1, 0), unit 2 (0, 1), unit 3 unrated.
    const result = dawidSkene({
      ratings: [["a", "b"], ["a", "a"], [null, "b"], []],
      iterations: 0,
    });
    expect(result).toMatchObject({ labels: ["a", "b"], prior: [0.5, 0.5], iterations: 0, converged: false, n: 3, why: null });
    expect(result.units.map(({ posterior }) => posterior)).toEqual([[0.5, 0.5], [1, 0], [0, 1], null]);
    expect(result.units.map(({ unit, majority }) => [unit, majority])).toEqual([
      [0, null],
      [1, "a"],
      [2, "b"],
      [3, null],
    ]);
    // Rater 0 never says b; rater 1 says b half of the time where a is true with weight 1.5, and always where b is with weight 1.5.
    expect(result.confusion[0]?.[0]?.[0]).toBeCloseTo(1, 9);
    expect(result.confusion[0]?.[1]?.[1]).toBeCloseTo(2e-10, 12);
    expect(result.confusion[1]?.[0]).toEqual([expect.closeTo(2 / 3, 12), expect.closeTo(1 / 3, 12)]);
    expect(result.confusion[1]?.[1]).toEqual([expect.closeTo(1e-10 / 1.5, 14), expect.closeTo(1, 9)]);
    // Per unit P(a) P(votes | a) + P(b) P(votes | b): 1/2 * 1 * 1/3 + 1/2 * 1 * 1, then 1/2 * 1 * 2/3, then 1/2 * 1/3 + 1/2 * 1.
    expect(result.logLikelihood).toBeCloseTo(Math.log(2 / 3) + Math.log(1 / 3) + Math.log(2 / 3), 6);
  });

  test("a step more is made only until the gain is below the tolerance, a hundred at most", () => {
    const byDefault = dawidSkene({ ratings });
    expect(byDefault.converged).toBe(true);
    const same = dawidSkene({ ratings, iterations: byDefault.iterations, tolerance: 0 });
    expect(same).toEqual({ ...byDefault, converged: false });
    expect(dawidSkene({ ratings, iterations: byDefault.iterations - 1 }).converged).toBe(false);
    const [before, after] = [-1, 0].map(
      (step) => dawidSkene({ ratings, iterations: byDefault.iterations + step, tolerance: 0 }).logLikelihood,
    );
    expect((after as number) - (before as number)).toBeLessThan(1e-5);
    expect(dawidSkene({ ratings, tolerance: 0 }).iterations).toBe(100);
    expect(dawidSkene({ ratings, tolerance: 1e9 })).toMatchObject({ iterations: 1, converged: true });
  });

  test("labels are numbers in order or words in order, unless they are given", () => {
    expect(dawidSkene({ ratings: [[10, 9, -0, 0]] }).labels).toEqual([0, 9, 10]);
    expect(dawidSkene({ ratings: [["b", 10, "a"]] }).labels).toEqual([10, "a", "b"]);
    // Neither order is that of the texts, of which "10" < "1a" < "2".
    for (const row of [[2, "1a", 10, "2"], ["2", "1a", 10, 2]]) expect(dawidSkene({ ratings: [row] }).labels).toEqual([2, 10, "1a", "2"]); // biome-ignore format: one row
    const given = dawidSkene({ ratings: [["b", "b", "a"]], labels: ["c", "b", "a"] });
    expect(given).toMatchObject({ labels: ["c", "b", "a"], prior: [0, expect.any(Number), expect.any(Number)] });
    expect(given.units[0]?.majority).toBe("b");
    expect(dawidSkene({ ratings: [[2, 2, 1]], labels: [2, 1] }).labels).toEqual([2, 1]);
  });

  test("what is wrong is named with its place", () => {
    expect(() => dawidSkene({ ratings: "x" as never })).toThrow(/^ratings\b.*must be an array of units, got "x"/);
    expect(() => dawidSkene({ ratings: [["a"], "b" as never] })).toThrow(/^ratings\b.*row 1: must be an array, got "b"/);
    expect(() => dawidSkene({ ratings: [["a", true as never]] })).toThrow(/^ratings\b.*row 0, column 1: must be a label, got true/);
    expect(() => dawidSkene({ ratings: [[Infinity]] })).toThrow(/row 0, column 0: must be a label/);
    expect(() => dawidSkene({ ratings: [["a"]], labels: ["a", null as never] })).toThrow(/^labels\b.*must be an array of labels/);
    expect(() => dawidSkene({ ratings: [["a"]], labels: ["a", "b", "a"] })).toThrow(/^labels\b.*must not name a label twice/);
    expect(() => dawidSkene({ ratings: [["a"]], labels: "a" as never })).toThrow(/must be an array of labels/);
    expect(() => dawidSkene({ ratings: [["a"]], tolerance: "1" as never })).toThrow(/^tolerance\b.*at least 0, got "1"/);
    expect(() => dawidSkene({ ratings: [["a"]], iterations: -1 })).toThrow(/^iterations\b/);
    expect(dawidSkene({ ratings: [[Number.NaN, undefined, 3]] }).units[0]?.majority).toBe(3);
    expect(dawidSkene({ ratings: [[null]] })).toEqual({
      ...{ labels: [], prior: [], units: [{ unit: 0, posterior: null, majority: null }], confusion: [], logLikelihood: null },
      ...{ iterations: 0, converged: false, n: 0, why: "no-units" },
    });
  });
});
