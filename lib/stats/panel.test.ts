import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings, transposed } from "@/lib/testing/arbitrary-ratings";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import { krippendorffAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";
import type { AlphaLevel } from "./encoded-ratings";
import { pairwiseAgreement } from "./pairwise-agreement";
import { panelDifference } from "./panel";

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

describe("the judge as one more annotator", () => {
  it("gives the value of its own example", () => {
    const got = panelDifference({
      ratings: [
        [1, 1],
        [2, 2],
        [1, 2],
      ],
      judge: [1, 2, 2],
      level: "nominal",
    });
    expect(got.first.value).toBeCloseTo(4 / 9, 14);
    expect(got.value).toBeCloseTo((got.second.value ?? 0) - 4 / 9, 14);
    expect(got.second.value).toBeCloseTo(0.6, 14);
  });

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
      const got = panelDifference({ ratings, judge: panel.llm, level: level as AlphaLevel, scale: panel.scale });
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
    const one = panelDifference({ ratings: PEOPLE, judge: JUDGE, level: "ordinal" });
    const turned = PEOPLE.map((row) => [...row].reverse()).reverse();
    const other = panelDifference({ ratings: turned, judge: [...JUDGE].reverse(), level: "ordinal" });
    expect(other.value).toBeCloseTo(one.value ?? 0, 12);
    expect(other.interval?.low).toBeCloseTo(one.interval?.low ?? 0, 12);
  });

  it("keeps the judge in a column of its own when rows are short", () => {
    const short = PEOPLE.map((row) => (row[2] === null ? row.slice(0, 2) : row));
    expect(panelDifference({ ratings: short, judge: JUDGE, level: "interval" })).toEqual(
      panelDifference({ ratings: PEOPLE, judge: JUDGE, level: "interval" }),
    );
  });

  it("names a judge of another length", () => {
    expect(() => panelDifference({ ratings: PEOPLE, judge: [1], level: "nominal" })).toThrow(/judge: has 1 ratings for 8 units/);
  });
});

describe("the difference of two alphas", () => {
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
