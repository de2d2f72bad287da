import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readOracles, tolerances } from "../testing/oracles";
import { type Correlations, correlate } from "./correlation";
import { jointCellsWithMembers } from "./joint-cells";
import { kendall, kendallCounts, kendallOnCells } from "./kendall";
import { pearson, pearsonOnCells } from "./pearson";
import { seededRandom } from "./random";
import { StatsInputError } from "./result";
import { spearman, spearmanOnCells } from "./spearman";

interface CorrelationOracle {
  id: string;
  x: number[];
  y: number[];
  expected: Record<"pearson" | "spearman", { value: number; p_two_sided: number }> & {
    kendall: Record<"tau_a" | "tau_b" | "tau_c" | "gamma", { value: number }> & {
      C: number;
      D: number;
      ties_x_only: number;
      ties_y_only: number;
      ties_both: number;
      p_two_sided: number;
      p_method: string;
    };
    ci95_jackknife_fisher_z?: Partial<Record<"pearson" | "spearman" | "tau_b", { ci95: [number, number] }>>;
  };
}

const oracles = readOracles();
const COEFFICIENTS = ["pearson", "spearman", "kendallTauB"] as const;
const values = (result: Correlations): (number | null)[] => COEFFICIENTS.map((name) => result[name].value);

function likert(n: number, seed: number): { x: number[]; y: number[] } {
  const random = seededRandom(seed);
  const x = Array.from({ length: n }, () => 1 + random.int(5));
  return { x, y: x.map((score) => Math.min(5, Math.max(1, score + random.int(3) - 1))) };
}

describe("correlation against published and independent figures", () => {
  test("every coefficient, count, p and jackknife interval of the reference", () => {
    for (const { id, x, y, expected } of oracles.correlation as CorrelationOracle[]) {
      const result = correlate({ x, y });
      const all = kendall({ x, y });
      const close = (actual: number | null | undefined, wanted: number, what: string): void =>
        expect(tolerances(actual, wanted), `${id} ${what}`).toBeLessThanOrEqual(1);
      for (const name of ["pearson", "spearman"] as const) {
        close(result[name].value, expected[name].value, name);
        close(result[name].p, expected[name].p_two_sided, `${name} p`);
      }
      close(result.kendallTauB.value, expected.kendall.tau_b.value, "tau-b");
      close(all.tauA.value, expected.kendall.tau_a.value, "tau-a");
      close(all.tauC.value, expected.kendall.tau_c.value, "tau-c");
      close(all.gamma.value, expected.kendall.gamma.value, "gamma");
      const { pExact, p } = result.kendallTauB;
      close(expected.kendall.p_method === "exact" ? pExact : p, expected.kendall.p_two_sided, "tau p");
      expect(all.counts).toMatchObject({
        concordant: expected.kendall.C,
        discordant: expected.kendall.D,
        tiedXOnly: expected.kendall.ties_x_only,
        tiedYOnly: expected.kendall.ties_y_only,
        tiedBoth: expected.kendall.ties_both,
      });
      for (const [name, interval] of Object.entries(expected.ci95_jackknife_fisher_z ?? {})) {
        const mine = result[name === "tau_b" ? "kendallTauB" : (name as "pearson")].interval;
        close(mine?.low, interval.ci95[0], `${name} low`);
        close(mine?.high, interval.ci95[1], `${name} high`);
        expect(mine?.method).toBe("jackknife-fisher-z");
      }
    }
  });

  test("exact permutation p: scipy's documented example of seven pairs", () => {
    const result = correlate({ x: [1, 2, 3, 4, 5, 6, 7], y: [10, 9, 2.5, 6, 4, 3, 2] });
    expect(tolerances(result.pearson.pExact, 71 / 2520)).toBeLessThanOrEqual(1);
  });

  test("exact p of Kendall's tau without ties equals the enumerated one, and 1 at two pairs", () => {
    // Kendall 1970, table of S for n = 4: P(S >= 6) = 1/24.
    expect(correlate({ x: [1, 2, 3, 4], y: [1, 2, 3, 4] }).kendallTauB.pExact).toBeCloseTo(2 / 24, 14);
    expect(correlate({ x: [1, 2], y: [3, 5] }).kendallTauB.pExact).toBe(1);
    // Beyond nine pairs only Kendall without ties has an exact p.
    const { x } = likert(12, 4);
    expect(correlate({ x, y: x.toReversed() }).kendallTauB.pExact).toBeUndefined();
  });

  test("two pairs, skewed pairs and ties on both sides have the p of their definition", () => {
    // Kendall's score of two pairs is 1 with variance 1.
    expect(correlate({ x: [1, 2], y: [3, 5] }).kendallTauB.p).toBeCloseTo(0.31731050786291415, 14);
    // dx = -2 -1 3, dy = 3 -1 -2 in six orders: sums 14, -2, 13, -7, -7, -11, of which three are as far from 0 as -11.
    expect(correlate({ x: [1, 2, 6], y: [6, 2, 1] }).pearson.pExact).toBe(0.5);
    // As many pairs tied in x alone as in y alone, or as in both: not without ties.
    const [rising, twice] = [Array.from({ length: 10 }, (_, i) => i), [0, 0, 2, 2, 4, 5, 6, 7, 8, 9]]; // biome-ignore format: one row
    for (const y of [
      [...rising.slice(0, 8), 8, 8],
      [0, 0, 2, 3, 4, 5, 6, 7, 8, 9],
    ]) {
      // biome-ignore format: one row
      const x = y[9] === 8 ? [1, ...rising.slice(1)] : twice;
      expect(correlate({ x, y }).kendallTauB.pExact).toBeUndefined();
    }
  });

  test("exact p ends with nine pairs, but for Kendall without ties with 33", () => {
    const rising = (n: number) => ({ x: Array.from({ length: n }, (_, i) => i), y: Array.from({ length: n }, (_, i) => (i * i) % 37) });
    const tied = (n: number) => ({ x: rising(n).x, y: rising(n).x.map((i) => Math.floor(i / 2)) });
    const given = (input: { x: number[]; y: number[] }) =>
      COEFFICIENTS.map((name) => correlate({ ...input, interval: "none" })[name].pExact !== undefined);
    expect(given(rising(9))).toEqual([true, true, true]);
    expect(given(rising(10))).toEqual([false, false, true]);
    expect(given({ x: rising(33).x, y: rising(33).x })).toEqual([false, false, true]);
    expect(given({ x: rising(34).x, y: rising(34).x })).toEqual([false, false, false]);
    expect(given(tied(9))).toEqual([true, true, true]);
    expect(given(tied(10))).toEqual([false, false, false]);
    expect(given({ x: tied(10).y, y: rising(10).x })).toEqual([false, false, false]);
    expect(given({ x: tied(10).y, y: tied(10).y })).toEqual([false, false, false]);
  });
});

describe("correlation's invariances", () => {
  test("order of rows, exchange of sides, shift and scale", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), { minLength: 2, maxLength: 40 }),
        (pairs) => {
          const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
          const plain = correlate({ x, y });
          const turned = correlate({ x: x.toReversed(), y: y.toReversed() });
          expect(turned).toEqual(plain);
          const exchanged = values(correlate({ x: y, y: x, interval: "none" }));
          const moved = values(correlate({ x: x.map((a) => 10 * a - 3), y: y.map((b) => b / 4 + 1), interval: "none" }));
          const mirrored = values(correlate({ x: x.map((a) => -a), y, interval: "none" }));
          values(plain).forEach((value, i) => {
            if (value === null) {
              expect([exchanged[i], moved[i], mirrored[i]]).toEqual([null, null, null]);
              return;
            }
            expect(exchanged[i]).toBeCloseTo(value, 13);
            expect(moved[i]).toBeCloseTo(value, 13);
            expect(mirrored[i]).toBeCloseTo(-value, 13);
          });
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  test("ranks alone count for Spearman and Kendall", () => {
    const { x, y } = likert(60, 2);
    const bent = { x: x.map((score) => Math.exp(3 * score)), y: y.map((score) => score ** 3) };
    for (const statistic of [spearman, (input: typeof bent) => kendall(input).tauB]) expect(statistic(bent)).toEqual(statistic({ x, y }));
  });

  test("every leave-one-out value is the coefficient without that pair", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 300; round++) {
      const n = 2 + random.int(25);
      const levels = 1 + random.int(7);
      const x = Array.from({ length: n }, () => random.int(levels) * (random.next() < 0.05 ? 1e6 : 1));
      const y = x.map((score) => (random.next() < 0.3 ? random.int(levels) : 3 * score + (random.next() < 0.1 ? random.int(3) : 0)));
      const cells = jointCellsWithMembers(x, y);
      for (const coefficient of [pearsonOnCells(cells), spearmanOnCells(cells), kendallOnCells(cells)]) {
        const fast = coefficient.leaveOneOut();
        cells.counts.forEach((count, cell) => {
          const weights = cells.counts.slice();
          weights[cell] = count - 1;
          const slow = coefficient.value(weights);
          if (slow === null) expect(fast[cell]).toBeNaN();
          else expect(Math.abs((fast[cell] as number) - slow)).toBeLessThan(1e-11);
        });
      }
    }
  });

  test("near 1, r and every leave-one-out value keep the digits of 1 - r", () => {
    const x = [1, 2, 3, 4, 5, 6];
    // In rational arithmetic.
    const cases: [number[], number][] = [
      [[1, 2, 3, 4, 5, 6.0001], 1.360505345544e-10],
      [[1, 2, 3.000003, 4, 5, 6], 2.106122809994e-13],
      [[1.5, 2.7, 3.9, 5.1, 6.3, 7.500001], 9.448221493716e-15],
    ];
    for (const [y, rest] of cases) {
      expect(Math.abs(1 - (pearson({ x, y }).value as number) - rest)).toBeLessThan(1.2e-16);
      expect(Math.abs(1 + (pearson({ x, y: y.map((value) => -value) }).value as number) - rest)).toBeLessThan(1.2e-16);
    }
    const long = Array.from({ length: 40 }, (_, i) => i);
    const noisy = long.map((i) => i + ((i * i * 7) % 11) * 1e-6);
    const cells = jointCellsWithMembers(long, noisy);
    pearsonOnCells(cells)
      .leaveOneOut()
      .forEach((fast, left) => {
        const keep = (column: number[]) => column.filter((_, row) => row !== left);
        expect(Math.abs(fast - (pearson({ x: keep(long), y: keep(noisy), interval: "none" }).value as number))).toBeLessThan(1.2e-16);
      });
  });

  test("sorting and cells count the same pairs, ties and gaps included", () => {
    const random = seededRandom(21);
    const x = Array.from({ length: 5000 }, () => (random.next() < 0.01 ? null : random.int(900) / 8));
    const y = x.map((score) => (random.next() < 0.5 ? random.int(600) / 4 : (score ?? 0)));
    const sorted = kendall({ x, y, interval: "none" }).tauB;
    const cells = jointCellsWithMembers(x, y);
    expect(sorted.value).toBe(kendallOnCells(cells).value(cells.counts));
    expect(kendall({ x, y, interval: "none" }).counts).toEqual(kendallCounts(cells));
  });

  test("the table of whole numbers, the grid and the merge count the same pairs", () => {
    const { x, y } = likert(3000, 9);
    const table = kendall({ x, y, interval: "none" });
    const general = kendall({ x: x.map((score) => score + 0.5), y, interval: "none" });
    expect(general).toEqual(table);
    const random = seededRandom(3);
    const fine = { x: Array.from({ length: 400 }, () => random.next()), y: Array.from({ length: 400 }, () => random.int(300)) };
    let score = 0;
    fine.x.forEach((a, i) => {
      for (let j = 0; j < i; j++) score += Math.sign(a - (fine.x[j] as number)) * Math.sign((fine.y[i] as number) - (fine.y[j] as number));
    });
    const { concordant, discordant } = kendall({ ...fine, interval: "none" }).counts;
    expect(concordant - discordant).toBe(score);
  });
});

describe("correlation's intervals", () => {
  test("bootstraps are seeded, repeatable and independent of the order of rows", () => {
    const { x, y } = likert(40, 6);
    for (const interval of ["bca", "percentile"] as const) {
      const first = correlate({ x, y, interval, resamples: 200, seed: 9 });
      expect(correlate({ x: x.toReversed(), y: y.toReversed(), interval, resamples: 200, seed: 9 })).toEqual(first);
      expect(first.spearman.interval).toMatchObject({ method: interval, resamples: 200, seed: 9 });
      expect(correlate({ x, y, interval, resamples: 200, seed: 10 }).pearson.interval).not.toEqual(first.pearson.interval);
    }
  });

  test("clusters of one row change nothing; repeated rows in clusters add no certainty", () => {
    const { x, y } = likert(30, 7);
    const plain = correlate({ x, y });
    expect(correlate({ x, y, clusters: x.map((_, i) => i) }).kendallTauB.interval?.low).toBeCloseTo(
      plain.kendallTauB.interval?.low as number,
      12,
    );
    const twice = { x: [...x, ...x], y: [...y, ...y] };
    const clustered = correlate({ ...twice, clusters: twice.x.map((_, i) => `u${i % 30}`) });
    expect(clustered.pearson.interval?.low).toBeCloseTo(plain.pearson.interval?.low as number, 2);
    const loose = correlate(twice).pearson.interval;
    expect((loose?.high as number) - (loose?.low as number)).toBeLessThan(
      (clustered.pearson.interval?.high as number) - (clustered.pearson.interval?.low as number),
    );
  });

  test("a leave-one-out value of one falls back to BCa and says so", () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const y = [...x.slice(0, 11), 5];
    expect(pearson({ x, y, resamples: 300 }).interval?.method).toBe("bca");
    for (const result of [pearson({ x, y: x, resamples: 50 }), pearson({ x, y: x, resamples: 50, interval: "percentile" })]) {
      expect(result).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
    }
    const descending = correlate({ x, y: x.toReversed(), clusters: x.map((value) => value % 4) });
    for (const each of [descending.pearson, descending.spearman, descending.kendallTauB]) {
      expect(each).toMatchObject({ value: -1, interval: null, intervalWhy: "degenerate-replicates" });
    }
  });

  test("none below ten pairs, none unless asked, none without a value", () => {
    expect(correlate({ x: [1, 2, 3], y: [1, 3, 2] }).pearson).toMatchObject({ interval: null, intervalWhy: "too-few" });
    expect(correlate({ ...likert(20, 1), interval: "none" }).pearson.intervalWhy).toBe("not-requested");
    expect(correlate({ x: [1, 1], y: [1, 2] }).pearson.intervalWhy).toBe("undefined-estimate");
    // Without its fifth pair a side is constant.
    const odd = { x: likert(12, 3).x, y: Array.from({ length: 12 }, (_, row) => (row === 4 ? 1 : 0)) };
    for (const { x, y } of [odd, { x: odd.y, y: odd.x }]) {
      for (const name of COEFFICIENTS)
        expect(correlate({ x, y })[name]).toMatchObject({ interval: null, intervalWhy: "undefined-replicates" });
    }
  });
});

describe("correlation at the edges", () => {
  test("a constant side, one pair, none: why, and no p", () => {
    for (const name of COEFFICIENTS) {
      expect(correlate({ x: [3, 3, 3], y: [1, 2, 3] })[name]).toMatchObject({ value: null, why: "constant-input", p: null });
      expect(correlate({ x: [3, 3, 3], y: [1, 2, 3] })[name]).not.toHaveProperty("pExact");
      expect(correlate({ x: [3], y: [1] })[name]).toMatchObject({ value: null, why: "too-few", n: 1 });
      expect(correlate({ x: [], y: [] })[name]).toMatchObject({ value: null, why: "too-few", n: 0 });
      expect(correlate({ x: [0.1, 0.1, 0.1], y: [1, 2, 3] })[name].why).toBe("constant-input");
    }
  });

  test("missing sides are dropped, however missing is written", () => {
    const result = correlate({ x: [1, null, 3, 4, Number.NaN], y: [2, 2, undefined, 8, 9] });
    expect(result.n).toBe(2);
    expect(values(result)).toEqual([1, 1, 1]);
  });

  test("huge, tiny and signed-zero values", () => {
    const big = correlate({ x: [1e308, -1e308, 5e307, 0], y: [1, -1, 0.5, 0] });
    expect(big.pearson.value).toBe(1);
    const tiny = correlate({ x: [5e-324, 1e-323, 0], y: [1, 2, 0] });
    expect(tiny.pearson.value).toBe(1);
    expect(correlate({ x: [0, -0, 0], y: [1, 2, 3] }).kendallTauB.why).toBe("constant-input");
    expect(correlate({ x: [1e9 + 1, 1e9 + 2, 1e9 + 4], y: [1, 2, 4] }).pearson.value).toBe(1);
  });

  test("values that are not numbers are refused by row", () => {
    expect(() => correlate({ x: [1, Infinity], y: [1, 2] })).toThrow(new StatsInputError("x", "row 1: must be finite, got Infinity"));
    expect(() => correlate({ x: [1, 2], y: [1] })).toThrow(/y: has 1 values where x has 2/);
    expect(() => correlate({ x: [1, 2], y: [1, "2" as unknown as number] })).toThrow(/y: row 1: must be a number or missing, got "2"/);
    expect(() => correlate({ x: [1, 2], y: [1, 2], clusters: ["a"] })).toThrow(/clusters/);
    expect(() => correlate({ x: [1, 2], y: [1, 2], confidence: 1 })).toThrow(/confidence/);
  });

  test("examples of the documentation", () => {
    const x = [1, 2, 3, 4, 5];
    const y = [5, 6, 7, 8, 7];
    expect(pearson({ x, y }).value).toBeCloseTo(0.8320502943378437, 14);
    expect(spearman({ x, y }).value).toBeCloseTo(0.8207826816681233, 14);
    expect(correlate({ x, y }).kendallTauB.value).toBeCloseTo(0.7378647873726218, 14);
    expect(kendall({ x: [1, 2, 2, 3, 4], y: [2, 1, 1.5, 5, 3] }).tauB.value).toBeCloseTo(0.31622776601683794, 14);
  });
});
