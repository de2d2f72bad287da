import { describe, expect, it } from "vitest";
import { krippendorffAlpha } from "./alpha";
import { meanAlpha } from "./mean-alpha";
import { seededRandom } from "./random";

const CLEAR = [
  [1, 2, 1],
  [2, 2, 3],
  [4, 5, 4],
  [3, 3, null],
  [5, 4, 5],
  [1, 1, 2],
  [2, null, 2],
  [4, 4, 4],
];
const TRUE = [
  [3, 2, 5],
  [1, 2, 2],
  [null, null, 4],
  [3, 1, 2],
  [5, 5, 5],
  [4, 1, 2],
  [2, 3, 3],
  [1, 4, 4],
];
const CLUSTERS = ["a", "a", "b", "b", "c", "c", "d", "d"];
const alphaOf = (ratings: (number | null)[][], level: "nominal" | "ordinal" | "interval" | "ratio"): number =>
  krippendorffAlpha({ ratings, level, interval: "none" }).value ?? Number.NaN;

describe("the mean of alphas", () => {
  it("is the mean of each table's own, at every level", () => {
    const mean = meanAlpha({ tables: [CLEAR, TRUE] });
    for (const level of ["nominal", "ordinal", "interval", "ratio"] as const) {
      expect(mean[level].value).toBeCloseTo((alphaOf(CLEAR, level) + alphaOf(TRUE, level)) / 2, 14);
      expect(mean[level]).toMatchObject({ n: 43, pairableUnits: 15, definedTables: 2, totalTables: 2 });
    }
  });

  it("leaves a cluster out of all tables at once", () => {
    const without = (left: string, table: (number | null)[][]) => table.filter((_, unit) => CLUSTERS[unit] !== left);
    const values = ["a", "b", "c", "d"].map(
      (left) => (alphaOf(without(left, CLEAR), "ordinal") + alphaOf(without(left, TRUE), "ordinal")) / 2,
    );
    const centre = values.reduce((sum, value) => sum + value, 0) / 4;
    const se = Math.sqrt((3 / 4) * values.reduce((sum, value) => sum + (value - centre) ** 2, 0));
    const { value, interval } = meanAlpha({ tables: [CLEAR, TRUE], clusters: CLUSTERS }).ordinal;
    expect(interval?.low).toBeCloseTo((value ?? 0) - 3.182446305284263 * se, 10);
    expect(interval).toMatchObject({ method: "jackknife", confidence: 0.95 });
  });

  it("is one table's alpha, with its interval, when there is only that table", () => {
    const { value, interval } = krippendorffAlpha({ ratings: CLEAR, level: "interval", clusters: CLUSTERS });
    const mean = meanAlpha({ tables: [CLEAR], clusters: CLUSTERS }).interval;
    expect(mean.value).toBe(value);
    expect(mean.interval?.low).toBeCloseTo(interval?.low ?? 0, 12);
  });

  it("does not grow with differences between the tables, as alpha of everything in one table does", () => {
    const random = seededRandom(3);
    const noise = (from: number) => Array.from({ length: 200 }, () => Array.from({ length: 3 }, () => from + random.int(5)));
    const tables = [noise(1), noise(50)];
    expect(alphaOf(tables.flat(), "interval")).toBeGreaterThan(0.9);
    expect(Math.abs(meanAlpha({ tables }).interval.value ?? 1)).toBeLessThan(0.1);
  });

  it("leaves out tables without an alpha, counts them, and keeps perfect ones", () => {
    const constant = CLEAR.map(() => [3, 3, 3]);
    const perfect = CLEAR.map(([first]) => [first ?? 0, first ?? 0]);
    const { nominal } = meanAlpha({ tables: [constant, CLEAR, perfect] });
    expect(nominal).toMatchObject({ definedTables: 2, totalTables: 3, n: 22 + 16 });
    expect(nominal.value).toBeCloseTo((alphaOf(CLEAR, "nominal") + 1) / 2, 14);
    expect(nominal.interval).not.toBeNull();
    // Without its last unit this table has no variation left: the rest agrees as perfectly.
    const rare = CLEAR.map((_, unit) => (unit === 7 ? [2, 2] : [1, 1]));
    expect(meanAlpha({ tables: [CLEAR, rare] }).nominal.interval).not.toBeNull();
    expect(meanAlpha({ tables: [constant] }).nominal).toMatchObject({ value: null, why: "no-variation", interval: null });
    expect(meanAlpha({ tables: [perfect] }).ordinal).toMatchObject({ value: 1, interval: null, intervalWhy: "degenerate-replicates" });
    expect(meanAlpha({ tables: [] }).ratio).toMatchObject({ value: null, why: "no-pairable-units", totalTables: 0 });
    expect(meanAlpha({ tables: [[[1, 2]]] }).ratio).toMatchObject({ interval: null, intervalWhy: "too-few" });
    expect(
      meanAlpha({
        tables: [
          [
            [-1, 2],
            [3, 3],
          ],
        ],
      }).ratio,
    ).toMatchObject({ value: null, why: "negative-values" });
  });

  it("gives the first table's reason, the interval that is asked for, and none above 1", () => {
    const [singles, constant] = [CLEAR.map(() => [3, null]), CLEAR.map(() => [3, 3])];
    expect(meanAlpha({ tables: [singles, constant] }).nominal).toMatchObject({
      why: "no-pairable-units",
      intervalWhy: "undefined-estimate",
    });
    expect(meanAlpha({ tables: [constant, singles] }).nominal).toMatchObject({ why: "no-variation", n: 0, pairableUnits: 0 });
    const plain = meanAlpha({ tables: [CLEAR, TRUE] }).ordinal;
    const unasked = meanAlpha({ tables: [CLEAR, TRUE], interval: "none" }).ordinal;
    expect(unasked).toEqual({ ...plain, interval: null, intervalWhy: "not-requested" });
    const half = meanAlpha({ tables: [CLEAR, TRUE], confidence: 0.5 }).ordinal.interval;
    expect(half?.confidence).toBe(0.5);
    expect(half?.low).toBeGreaterThan(plain.interval?.low ?? 1);
    const nearly = [...Array.from({ length: 9 }, (_, i) => [i, i]), [4, 5]];
    expect(meanAlpha({ tables: [nearly] }).nominal.interval?.high).toBe(1);
    expect(() => meanAlpha({ tables: [CLEAR], interval: "bootstrap" as "none" })).toThrow(/interval: must be one of jackknife, none/);
    expect(() => meanAlpha({ tables: null as never })).toThrow(/tables: must be an array/);
  });

  it("refuses tables about different units", () => {
    expect(() => meanAlpha({ tables: [CLEAR, TRUE.slice(1)] })).toThrow("tables: table 1 has 7 rows, the first has 8");
  });

  it("gives the value of its example", () => {
    const tables = [
      [
        [1, 1],
        [2, 2],
      ],
      [
        [1, 2],
        [2, 1],
      ],
    ];
    expect(meanAlpha({ tables }).nominal.value).toBe(0.25);
  });
});
