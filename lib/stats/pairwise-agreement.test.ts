import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { krippendorffAlpha } from "./alpha";
import { cohenKappa } from "./cohen-kappa";
import { pairwiseAgreement } from "./pairwise-agreement";

const SCALE = [1, 2, 3, 4, 5];

describe("agreement of every two raters", () => {
  it("gives the value of its own example", () => {
    expect(
      pairwiseAgreement({
        ratings: [
          [1, 1],
          [2, 2],
          [1, 2],
        ],
      })[0]?.exact.value,
    ).toBeCloseTo(2 / 3, 14);
  });

  it("is alpha and kappa of the two columns alone", () => {
    fc.assert(
      fc.property(arbitraryRatings(), (ratings) => {
        for (const pair of pairwiseAgreement({ ratings, scale: SCALE })) {
          const both = ratings.map((row) => [row[pair.a] ?? null, row[pair.b] ?? null]);
          for (const level of ["nominal", "ordinal", "interval"] as const) {
            const alone = krippendorffAlpha({ ratings: both, level, interval: "none" });
            expect([pair[level].why, pair[level].value === null]).toEqual([alone.why, alone.value === null]);
            if (alone.value !== null) expect(pair[level].value).toBeCloseTo(alone.value, 12);
          }
          const kappa = cohenKappa({
            first: both.map((row) => row[0]),
            second: both.map((row) => row[1]),
            weights: "quadratic",
            scale: SCALE,
          });
          expect(pair.quadraticKappa).toEqual({ value: kappa.value, why: kappa.why, n: kappa.n });
        }
      }),
    );
  });

  it("says why there is none, on a scale too fine for a table as on a coarse one", () => {
    // The first two never rate the same unit; the second and third always say 1.
    const ratings = [
      [2, null, null],
      [null, 1, 1],
      [null, 1, 1],
    ];
    for (const scale of [SCALE, Array.from({ length: 400 }, (_, i) => i)]) {
      const [apart, , alike] = pairwiseAgreement({ ratings, scale });
      const none = { value: null, why: "no-pairable-units", n: 0 };
      expect(apart).toMatchObject({ kappa: none, quadraticKappa: none, exact: none });
      const constant = { value: null, why: "no-variation", n: 2 };
      expect(alike).toMatchObject({ kappa: constant, quadraticKappa: constant, exact: { value: 1, why: null, n: 2 } });
    }
  });

  it("is the same on a scale too fine for a table", () => {
    const fine = Array.from({ length: 400 }, (_, i) => i / 4);
    const ratings = [
      [1, 2, 2],
      [2, 2, 3],
      [4, 5, null],
      [3, 3, 1],
      [5, 4, 5],
      [1, null, 2],
    ];
    const coarse = pairwiseAgreement({ ratings });
    pairwiseAgreement({ ratings, scale: fine }).forEach((pair, i) => {
      for (const key of ["nominal", "ordinal", "interval", "kappa", "quadraticKappa", "exact"] as const) {
        expect(pair[key].value).toBeCloseTo(coarse[i]?.[key].value ?? Number.NaN, 12);
        expect(pair[key].n).toBe(coarse[i]?.[key].n);
      }
    });
  });

  it("lists each pair once, in the order of the columns, and does not change with the order of the units", () => {
    const ratings = [
      [1, 2, 3],
      [2, 2, 2],
      [3, 1, 3],
    ];
    const pairs = pairwiseAgreement({ ratings });
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairwiseAgreement({ ratings: [...ratings].reverse() })).toEqual(pairs);
    expect(pairwiseAgreement({ ratings: [[1], [2]] })).toEqual([]);
  });

  it("says why a cell is empty", () => {
    const [pair] = pairwiseAgreement({
      ratings: [
        [1, null],
        [null, 2],
      ],
    });
    expect(pair).toMatchObject({ n: 0, ordinal: { value: null, why: "no-pairable-units" }, exact: { value: null } });
    const [same] = pairwiseAgreement({
      ratings: [
        [2, 2],
        [2, 2],
        [1, null],
      ],
    });
    expect(same).toMatchObject({ n: 2, nominal: { why: "no-variation" }, kappa: { why: "no-variation" }, exact: { value: 1 } });
    const [named] = pairwiseAgreement({
      ratings: [
        ["a", "b"],
        ["a", "a"],
      ],
    });
    expect(named).toMatchObject({ ordinal: { why: "not-identifiable" }, interval: { why: "not-identifiable" }, nominal: { why: null } });
  });

  it("leaves out pairs without a unit in common where asked to", () => {
    const rows = [[1, 2, null, null], [null, 2, 3, null], [2, 2, null, null], [null, null, null, 1]]; // biome-ignore format: a table
    const fine = Array.from({ length: 130 }, (_, unit) => [unit, null, null, null]);
    for (const ratings of [rows, [...rows, ...fine], rows.map((row) => row.map((score) => score && `name ${score}`))]) {
      const all = pairwiseAgreement({ ratings });
      expect(all.map(({ n }) => n)).toEqual([2, 0, 0, 1, 0, 0]);
      expect(pairwiseAgreement({ ratings, onlyTogether: true })).toEqual(all.filter(({ n }) => n > 0));
    }
  });

  it("takes the distances of the scale's values, decimals too, and every statistic alone", () => {
    const scale = [0.1, 0.3, 0.7, 1.5];
    const ratings = [[0.1, 0.3], [0.7, 0.7], [1.5, 0.3], [0.3, 0.3], [0.7, 1.5], [0.1, 0.1], [1.5, 1.5], [0.3, null]]; // biome-ignore format: a table
    const [first, second] = [0, 1].map((rater) => ratings.map((row) => row[rater] as number | null)) as [number[], number[]];
    for (const given of [scale, null]) {
      const [pair] = pairwiseAgreement({ ratings, scale: given });
      const kappas = (["unweighted", "quadratic"] as const).map((weights) => cohenKappa({ first, second, weights, scale: given }).value);
      expect([pair?.kappa.value, pair?.quadraticKappa.value]).toEqual(kappas.map((value) => expect.closeTo(value as number, 14)));
      expect([pair?.exact.value, pair?.n]).toEqual([4 / 7, 7]);
      for (const level of ["nominal", "ordinal", "interval"] as const) {
        expect(pair?.[level].value).toBeCloseTo(krippendorffAlpha({ ratings, scale: given, level, interval: "none" }).value as number, 13);
      }
    }
  });

  it("knows the order of names whose scale is declared, and no distance, whether they are few or many", () => {
    const ratings = [["poor", "fair"], ["good", "good"], ["fair", "fair"], ["good", "fair"], ["poor", "poor"]]; // biome-ignore format: a table
    const codes = ratings.map((row) => row.map((name) => ["poor", "fair", "good"].indexOf(name)));
    const ordinal = krippendorffAlpha({ ratings: codes, level: "ordinal", interval: "none" }).value as number;
    for (const more of [[], Array.from({ length: 200 }, (_, i) => `step ${i}`)]) {
      const scale = ["poor", "fair", "good", ...more];
      const [pair] = pairwiseAgreement({ ratings, scale });
      expect(pair?.ordinal).toEqual({ value: expect.closeTo(ordinal, 13), why: null, n: 5 });
      expect(pair?.interval).toEqual({ value: null, why: "not-identifiable", n: 5 });
      expect(pair?.exact).toEqual({ value: 3 / 5, why: null, n: 5 });
      const { value, why, n } = cohenKappa({ first: ratings.map(([a]) => a), second: ratings.map(([, b]) => b), scale });
      expect(pair?.kappa).toEqual({ value: expect.closeTo(value as number, 13), why, n });
    }
    const [mixed] = pairwiseAgreement({ ratings: [[1, "n/a"], [1, 1], [2, 2]], scale: ["n/a", 1, 2] }); // biome-ignore format: one row
    expect(mixed).toMatchObject({ ordinal: { why: null }, interval: { value: null, why: "not-identifiable", n: 3 } });
    const [undeclared] = pairwiseAgreement({ ratings: Array.from({ length: 150 }, (_, i) => [`name ${i}`, `name ${i - (i % 2)}`]) });
    expect(undeclared).toMatchObject({ ordinal: { value: null, why: "not-identifiable", n: 150 }, exact: { value: 0.5 } });
    expect(undeclared?.nominal.value).toBeGreaterThan(0.4);
  });
});
