import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOracles, tolerances } from "@/lib/testing/oracles";
import type { Weighting } from "./category-weights";
import { cohenKappa } from "./cohen-kappa";

const oracles = readOracles();
const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 40 });
const columns = (rows: readonly (readonly [number, number])[]) => ({ first: rows.map(([x]) => x), second: rows.map(([, y]) => y) });

describe("Cohen's kappa", () => {
  it("has an interval that ends at -1, as kappa does", () => {
    const { value, interval } = cohenKappa({
      table: [
        [1, 9],
        [9, 0],
      ],
    });
    expect(value).toBeCloseTo(-0.9, 12);
    expect(interval?.low).toBe(-1);
  });

  it("gives the value of its own example", () => {
    expect(
      cohenKappa({
        table: [
          [20, 5],
          [10, 15],
        ],
      }).value,
    ).toBeCloseTo(0.4, 14);
  });

  it("equals the reference tables, with both standard errors, z, p and interval", () => {
    for (const { id, table, expected } of oracles.cohen_kappa) {
      for (const weights of ["unweighted", "linear", "quadratic"] as const) {
        const want = expected[weights];
        if (!want) continue;
        const got = cohenKappa({ table, weights });
        if (want.value === null) {
          expect([id, got.value, got.why]).toEqual([id, null, want.status]);
          continue;
        }
        // A published interval without width claims what nobody knows; ours is none.
        const published: [number | null, number | null] = want.se === 0 ? [null, null] : want.ci95;
        const figures: [number | null | undefined, number | null][] = [
          [got.value, want.value],
          [got.observedAgreement, want.pa],
          [got.expectedAgreement, want.pe],
          [got.standardError, want.se],
          [got.standardErrorNull, want.se_null],
          [got.z, want.z],
          [got.p, want.p_two_sided],
          [got.interval?.low ?? null, published[0]],
          [got.interval?.high ?? null, published[1] === null ? null : Math.min(1, published[1])],
        ];
        for (const [actual, figure] of figures) {
          if (figure === null) expect([id, weights, actual]).toEqual([id, weights, null]);
          else expect(tolerances(actual, figure), `${id} ${weights} ${actual} ${figure}`).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it("takes the declared scale, not the values used, for its weights", () => {
    const entry = oracles.cohen_kappa.find(({ id }: { id: string }) => id === "own_5x5_of_7");
    const first: number[] = [];
    const second: number[] = [];
    entry.table.forEach((row: number[], i: number) => {
      row.forEach((count, j) => {
        for (let k = 0; k < count; k++) {
          first.push(entry.used_points[i]);
          second.push(entry.used_points[j]);
        }
      });
    });
    for (const weights of ["linear", "quadratic"] as const) {
      const got = cohenKappa({ first, second, weights, scale: entry.declared_scale });
      expect(tolerances(got.value, entry.declared[weights].value)).toBeLessThanOrEqual(1);
    }
  });

  it("does not change when the raters or the units change places", () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom<Weighting>("unweighted", "linear", "quadratic"), (rows, weights) => {
        const scale = [1, 2, 3, 4];
        const one = cohenKappa({ ...columns(rows), weights, scale });
        const { first, second } = columns([...rows].reverse());
        const other = cohenKappa({ first: second, second: first, weights, scale });
        expect(other.why).toBe(one.why);
        if (one.value !== null) expect(other.value).toBeCloseTo(one.value, 12);
      }),
    );
  });

  it("with quadratic weights equals Lin's concordance with 1/n moments", () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const n = rows.length;
        const { first, second } = columns(rows);
        const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / n;
        const [mx, my] = [mean(first), mean(second)];
        const covariance = mean(rows.map(([x, y]) => (x - mx) * (y - my)));
        const spread = mean(first.map((x) => (x - mx) ** 2)) + mean(second.map((y) => (y - my) ** 2)) + (mx - my) ** 2;
        const kappa = cohenKappa({ first, second, weights: "quadratic", scale: [1, 2, 3, 4] });
        if (spread === 0) expect(kappa.why).toBe("no-variation");
        else expect(kappa.value).toBeCloseTo((2 * covariance) / spread, 12);
      }),
    );
  });

  it("has an interval of the wanted confidence, by its standard error", () => {
    const { value, standardError, interval } = cohenKappa({ table: [[20, 5], [10, 15]], confidence: 0.9 }); // biome-ignore format: one row
    expect(interval).toMatchObject({ method: "wald", confidence: 0.9 });
    expect(interval?.high).toBeCloseTo((value ?? 0) + 1.6448536269514722 * (standardError ?? 0), 12);
  });

  describe("of units in clusters", () => {
    const first = [1, 1, 2, 2, 3, 3, 1, 2, 3, 1, 2, 2];
    const second = [1, 2, 2, 2, 3, 1, 1, 2, 3, 1, 3, 2];
    const clusters = ["a", "a", "b", "b", "c", "c", "d", "d", "e", "e", "f", "f"];

    it("has the jackknife's interval, which leaves out whole clusters", () => {
      const { value, interval, standardError } = cohenKappa({ first, second, clusters });
      expect(value).toBe(cohenKappa({ first, second }).value);
      const without = [..."abcdef"].map((left) => {
        const keep = (column: number[]) => column.filter((_, row) => clusters[row] !== left);
        return cohenKappa({ first: keep(first), second: keep(second) }).value ?? Number.NaN;
      });
      const mean = without.reduce((sum, each) => sum + each, 0) / 6;
      const se = Math.sqrt((5 / 6) * without.reduce((sum, each) => sum + (each - mean) ** 2, 0));
      expect(standardError).toBeCloseTo(se, 12);
      // t(5) at .975.
      expect(interval?.low).toBeCloseTo((value ?? 0) - 2.570581835636314 * se, 9);
      expect(interval?.method).toBe("jackknife");
    });

    it("does not depend on the order of the units, nor on rows without a pair", () => {
      const turned = [...first.keys()].reverse();
      const at = <T>(column: readonly T[]) => turned.map((row) => column[row] as T);
      const plain = cohenKappa({ first, second, clusters });
      for (const [x, y] of [
        [1, null],
        [null, 1],
      ]) {
        // biome-ignore format: short
        const other = cohenKappa({ first: [...at(first), x], second: [...at(second), y], clusters: [...at(clusters), "g"] });
        expect(other.interval?.low).toBeCloseTo(plain.interval?.low ?? Number.NaN, 12);
      }
      expect(plain.interval?.high).toBe(1);
    });

    it("has none of one cluster, and refuses labels that do not fit", () => {
      expect(cohenKappa({ first, second, clusters: first.map(() => "one") })).toMatchObject({ interval: null, intervalWhy: "too-few" });
      expect(() => cohenKappa({ first, second, clusters: ["a"] })).toThrow(/clusters: has 1 labels for 12 units/);
      for (const columns of [{}, { first: [1] }]) {
        expect(() => cohenKappa({ ...columns, table: [[1, 2], [3, 4]], clusters: ["a"] })).toThrow("clusters: need the two columns"); // biome-ignore format: one row
      }
      expect(cohenKappa({ first: [2, 2], second: [2, 2], clusters: ["a", "b"] })).toMatchObject({
        ...{ value: null, why: "no-variation", interval: null, intervalWhy: "undefined-estimate", constantRater: true },
      });
    });
  });

  it("is exactly 0 and says so when one rater gave a single value", () => {
    const kappa = cohenKappa({ first: [1, 1, 1, 1, 1, 1, 1], second: [1, 2, 1, 3, 1, 2, 2] });
    expect([kappa.value, kappa.constantRater, kappa.standardError, kappa.z]).toEqual([0, true, 0, null]);
    expect(cohenKappa({ first: [1, 2, 1, 3, 1, 2, 2], second: [1, 1, 1, 1, 1, 1, 1] })).toMatchObject({ value: 0, constantRater: true });
  });

  it("drops units with a missing side and says why it has no value", () => {
    expect(cohenKappa({ first: [1, null, 2], second: [1, 2, Number.NaN] })).toMatchObject({ n: 1, value: null, why: "no-variation" });
    expect(cohenKappa({ first: [null], second: [1] })).toMatchObject({
      ...{ n: 0, value: null, why: "no-pairable-units", interval: null, intervalWhy: "undefined-estimate", constantRater: false },
    });
  });

  it("names what is wrong with its input", () => {
    expect(() => cohenKappa({ first: [1], second: [1, 2] })).toThrow(/second: has 2 ratings/);
    expect(() => cohenKappa({ table: [[1, 2], [3]] })).toThrow(/table: row 1 must have 2 counts/);
    expect(() =>
      cohenKappa({
        table: [
          [1, -2],
          [3, 1],
        ],
      }),
    ).toThrow(/row 0, column 1/);
    expect(() => cohenKappa({ first: [1, Infinity], second: [1, 2] })).toThrow(/row 1, column 0: Infinity/);
    expect(() => cohenKappa({ first: [1, 9], second: [1, 2], scale: [1, 2] })).toThrow(/row 1, column 0: 9 is not on the declared scale/);
  });

  it("keeps its digits on huge values", () => {
    const huge = [-1e308, 0, 1e308];
    const first = [0, 1, 2, 2].map((place) => huge[place] as number);
    const second = [0, 2, 2, 1].map((place) => huge[place] as number);
    const plain = cohenKappa({ first: [0, 1, 2, 2], second: [0, 2, 2, 1], weights: "quadratic" });
    expect(cohenKappa({ first, second, weights: "quadratic" }).value).toBeCloseTo(plain.value ?? Number.NaN, 12);
  });
});
