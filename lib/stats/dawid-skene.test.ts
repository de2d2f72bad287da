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
    expect(() => dawidSkene({ ratings: [["x"]], labels: ["a"] })).toThrow(/row 0, column 0: "x" is not among the labels/);
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
});
