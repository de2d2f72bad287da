import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings, transposed } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { krippendorffAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";
import type { AlphaLevel } from "./encoded-ratings";
import { pairwiseAgreement } from "./pairwise-agreement";

const [panel] = readOracles().panel_llm_as_annotator;
const PEOPLE = [
  [1, 2, 1],
  [2, 2, 3],
  [4, 5, null],
  [3, 3, 2],
  [5, 4, 5],
  [1, null, 2],
  [2, 3, 2],
  [4, 4, 4],
];
const JUDGE = [1, 3, 5, 3, 5, null, 1, 4];

/** Alpha 1; without its last unit nothing varies. */
const SURE = [
  [1, 1],
  [1, 1],
  [1, 1],
  [2, 2],
];
/** Values 1 five times and 2 three times, one unit split: 1 - 7 / 15. Without each unit: 4/9, 1, 4/9, 0. */
const SPLIT = [
  [1, 1],
  [2, 1],
  [1, 1],
  [2, 2],
];

/** The table with the judge as one more annotator. */
const withJudge = (people: readonly (readonly (number | null)[])[], judge: readonly (number | null)[]) =>
  people.map((row, unit) => [...row, judge[unit] ?? null]);

describe("the judge as one more annotator", () => {
  it("equals the reference: both alphas, their difference, its standard error and interval", () => {
    const ratings = transposed<number>(panel.humans);
    for (const [level, want] of Object.entries<Record<string, never>>(panel.expected.alpha)) {
      const { alpha_humans, alpha_humans_plus_llm, delta, delta_jackknife_se, delta_ci95 } = want as unknown as {
        alpha_humans: { value: number };
        alpha_humans_plus_llm: { value: number };
        delta: { value: number };
        delta_jackknife_se: number;
        delta_ci95: [number, number];
      };
      const got = alphaDifference({
        first: ratings,
        second: withJudge(ratings, panel.llm),
        level: level as AlphaLevel,
        scale: panel.scale,
      });
      expect(tolerances(got.first.value, alpha_humans.value)).toBeLessThanOrEqual(1);
      expect(tolerances(got.second.value, alpha_humans_plus_llm.value)).toBeLessThanOrEqual(1);
      expect(tolerances(got.value, delta.value)).toBeLessThanOrEqual(1);
      expect(tolerances(got.standardError, delta_jackknife_se)).toBeLessThanOrEqual(1);
      expect(tolerances(got.interval?.low, delta_ci95[0])).toBeLessThanOrEqual(1);
      expect(tolerances(got.interval?.high, delta_ci95[1])).toBeLessThanOrEqual(1);
    }
  });

  it("equals the reference for every two raters", () => {
    const ratings = transposed<number>([...panel.humans, panel.llm]);
    const names = ["h0", "h1", "h2", "h3", "llm"];
    const pairs = pairwiseAgreement({ ratings, scale: panel.scale });
    expect(pairs).toHaveLength(10);
    for (const pair of pairs) {
      const want = panel.expected.pairwise[`${names[pair.a]}-${names[pair.b]}`];
      expect(pair.n).toBe(want.n);
      expect(tolerances(pair.ordinal.value, want.alpha_ordinal)).toBeLessThanOrEqual(1);
      expect(tolerances(pair.quadraticKappa.value, want.qwk)).toBeLessThanOrEqual(1);
      expect(tolerances(pair.exact.value, want.exact)).toBeLessThanOrEqual(1);
    }
  });

  it("does not change with the order of the people or of the units", () => {
    const one = alphaDifference({ first: PEOPLE, second: withJudge(PEOPLE, JUDGE), level: "ordinal" });
    const turned = PEOPLE.map((row) => [...row].reverse()).reverse();
    const other = alphaDifference({ first: turned, second: withJudge(turned, [...JUDGE].reverse()), level: "ordinal" });
    expect(other.value).toBeCloseTo(one.value ?? 0, 12);
    expect(other.interval?.low).toBeCloseTo(one.interval?.low ?? 0, 12);
  });
});

describe("the difference of two alphas", () => {
  it("has an interval where one of them is 1, also if a unit holds all its variation", () => {
    const without = [5 / 9, 0, 5 / 9, 1];
    const mean = without.reduce((sum, value) => sum + value, 0) / 4;
    const se = Math.sqrt((3 / 4) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    const [fall, rise] = [
      alphaDifference({ first: SURE, second: SPLIT, level: "nominal" }),
      alphaDifference({ first: SPLIT, second: SURE, level: "nominal" }),
    ];
    expect(fall.standardError).toBeCloseTo(se, 14);
    // t(3).
    expect(fall.interval?.low).toBeCloseTo(-7 / 15 - 3.182446305284263 * se, 12);
    expect(rise.interval?.high).toBeCloseTo(7 / 15 + 3.182446305284263 * se, 12);
  });

  it("counts samples in which only a perfect table does not vary as drawn, not as undefined", () => {
    const first = Array.from({ length: 8 }, (_, unit) => (unit === 0 ? [2, 2] : [1, 1]));
    const second = Array.from({ length: 8 }, (_, unit) => [1 + (unit % 2), 1 + (unit % 3 === 0 ? 1 : 0)]);
    for (const interval of ["percentile", "bca"] as const) {
      const options = { level: "nominal", interval, resamples: 500 } as const;
      expect(alphaDifference({ ...options, first, second })).toMatchObject({ interval: { method: interval }, intervalWhy: null });
    }
  });

  it("gives the value of its own example", () => {
    const got = alphaDifference({
      first: [
        [1, 1],
        [2, 2],
        [1, 2],
      ],
      second: [
        [1, 1],
        [2, 2],
        [1, 1],
      ],
      level: "nominal",
    });
    expect(got.value).toBeCloseTo(5 / 9, 14);
  });

  it("is the jackknife of the difference over the units pairable in either table", () => {
    const second = PEOPLE.map((row, unit) => [...row, JUDGE[unit] ?? null]);
    const first: (number | null)[][] = PEOPLE.map((row, unit) => (unit === 5 ? [1, null, null] : row));
    for (const level of ["nominal", "interval"] as const) {
      const got = alphaDifference({ first, second, level });
      const value = (rows: (number | null)[][], left: number): number =>
        krippendorffAlpha({ ratings: rows.filter((_, i) => i !== left), level, interval: "none" }).value ?? Number.NaN;
      const without = PEOPLE.map((_, left) => value(second, left) - value(first, left));
      const mean = without.reduce((a, b) => a + b, 0) / 8;
      const se = Math.sqrt((7 / 8) * without.reduce((sum, x) => sum + (x - mean) ** 2, 0));
      expect(got.standardError).toBeCloseTo(se, 12);
      expect(got.n).toBe(8);
    }
  });

  it("is 0 with [0, 0] for a table and itself, by every method", () => {
    fc.assert(
      fc.property(arbitraryRatings(), fc.constantFrom("jackknife", "percentile"), (ratings, interval) => {
        const got = alphaDifference({ first: ratings, second: ratings, level: "ordinal", interval, resamples: 40 });
        if (got.value !== null) expect(got.value).toBe(0);
        if (got.interval !== null) expect([Math.abs(got.interval.low), Math.abs(got.interval.high)]).toEqual([0, 0]);
      }),
    );
  });

  it("draws the same units from both tables, and repeats for the same seed", () => {
    const options = {
      first: PEOPLE,
      second: PEOPLE.map((row, unit) => [...row, JUDGE[unit] ?? null]),
      level: "ordinal",
      interval: "bca",
      resamples: 200,
    } as const;
    const one = alphaDifference(options);
    expect(one.interval).toMatchObject({ method: "bca", resamples: 200, seed: 1 });
    expect(JSON.stringify(alphaDifference(options))).toBe(JSON.stringify(one));
  });

  it("says why there is none, and names tables of different length", () => {
    expect(alphaDifference({ first: [[1, 1]], second: [[1, 2]], level: "nominal" })).toMatchObject({ value: null, why: "no-variation" });
    expect(() => alphaDifference({ first: [[1, 1]], second: [], level: "nominal" })).toThrow(/second: has 0 rows, first has 1/);
  });
});
