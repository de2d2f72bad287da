import { describe, expect, it } from "vitest";
import { alphaDifference } from "./alpha-difference";
import { leaveOneRaterOut } from "./leave-one-rater-out";
import { meanAlpha } from "./mean-alpha";

const RATINGS = [
  [1, 1, 4],
  [2, 2, 3],
  [5, 5, 1],
  [3, 3, 3],
  [4, 5, 2],
  [1, 2, null],
  [2, 2, 5],
  [4, 4, 1],
];

describe("leaving out one rater", () => {
  it("is mean alpha of the other columns minus mean alpha of all, over the tables", () => {
    const other = RATINGS.map((row) => [row[1] ?? null, row[0] ?? null, row[1] ?? null]).reverse();
    const meanOf = (tables: (number | null)[][][]) => meanAlpha({ tables }).ordinal.value ?? Number.NaN;
    const leftOut = (rows: (number | null)[][], rater: number) => rows.map((row) => row.filter((_, column) => column !== rater));
    for (const { rater, value } of leaveOneRaterOut({ tables: [RATINGS, other], level: "ordinal" }))
      expect(value).toBeCloseTo(meanOf([leftOut(RATINGS, rater), leftOut(other, rater)]) - meanOf([RATINGS, other]), 12);
  });

  it("finds the rater who reads the scale the other way round, with an interval above 0", () => {
    const [first, , third] = leaveOneRaterOut({ tables: [RATINGS], level: "interval" });
    expect(third?.value).toBeGreaterThan(0.5);
    expect(third?.interval?.low).toBeGreaterThan(0);
    expect(first?.value).toBeLessThan(0);
  });

  it("does not change with the order of the units", () => {
    const turned = leaveOneRaterOut({ tables: [[...RATINGS].reverse()], level: "nominal" });
    leaveOneRaterOut({ tables: [RATINGS], level: "nominal" }).forEach(({ value }, i) => {
      expect(turned[i]?.value).toBeCloseTo(value ?? 0, 12);
    });
  });

  it("is the paired difference of the two tables, with its clusters, method and confidence, packed or not", () => {
    const options = { level: "ordinal", clusters: [1, 1, 2, 2, 3, 3, 4, 4], confidence: 0.8 } as const;
    const wide = RATINGS.map((row) => [null, row[0] ?? null, null, row[1] ?? null, row[2] ?? null]);
    const without = RATINGS.map((row) => [row[0] ?? null, null, row[2] ?? null]);
    const { value, why, n, interval, intervalWhy } = alphaDifference({ ...options, first: RATINGS, second: without });
    const found = leaveOneRaterOut({ ...options, tables: [wide] });
    expect(found[3]).toMatchObject({ rater: 3, why, n, intervalWhy, value: expect.closeTo(value ?? Number.NaN, 12) });
    expect(found[3]?.interval?.low).toBeCloseTo(interval?.low ?? Number.NaN, 12);
    expect(found[3]?.interval?.confidence).toBe(0.8);
    expect(found[0]).toMatchObject({ value: 0, intervalWhy: "degenerate-replicates" });
    expect(leaveOneRaterOut({ ...options, tables: [wide], interval: "none" })[3]).toMatchObject({ intervalWhy: "not-requested" });
  });

  it("refuses tables of different raters, and names the one that it cannot read", () => {
    expect(() => leaveOneRaterOut({ tables: [[[1, 2]], [[1, 2, 3]]], level: "nominal" })).toThrow("tables: all must have 2 raters");
    const unreadable = [[[1, 2]], [7]] as never;
    expect(() => leaveOneRaterOut({ tables: unreadable, level: "nominal" })).toThrow("tables: table 1: ratings: row 0 is not an array");
  });

  it("says why there is none when one rater is left", () => {
    expect(
      leaveOneRaterOut({
        tables: [
          [
            [1, 2],
            [2, 2],
          ],
        ],
        level: "nominal",
      }).map(({ why }) => why),
    ).toEqual(["no-pairable-units", "no-pairable-units"]);
  });
});
