import { describe, expect, it } from "vitest";
import { krippendorffAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";
import { leaveOneRaterOut } from "./leave-one-rater-out";

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
  it("gives the value of its own example", () => {
    expect(
      leaveOneRaterOut({
        ratings: [
          [1, 1, 2],
          [2, 2, 1],
          [1, 1, 1],
        ],
        level: "nominal",
      })[2]?.second.value,
    ).toBe(1);
  });

  it("is alpha of the other columns, and its change", () => {
    const all = krippendorffAlpha({ ratings: RATINGS, level: "ordinal" }).value ?? 0;
    for (const { rater, value, first, second } of leaveOneRaterOut({ ratings: RATINGS, level: "ordinal" })) {
      const others = RATINGS.map((row) => row.filter((_, column) => column !== rater));
      expect(second.value).toBeCloseTo(krippendorffAlpha({ ratings: others, level: "ordinal" }).value ?? 0, 12);
      expect(first.value).toBeCloseTo(all, 12);
      expect(value).toBeCloseTo((second.value ?? 0) - all, 12);
    }
  });

  it("finds the rater who reads the scale the other way round, with an interval above 0", () => {
    const [first, , third] = leaveOneRaterOut({ ratings: RATINGS, level: "interval" });
    expect(third?.value).toBeGreaterThan(0.5);
    expect(third?.interval?.low).toBeGreaterThan(0);
    expect(first?.value).toBeLessThan(0);
  });

  it("does not change with the order of the units", () => {
    const turned = leaveOneRaterOut({ ratings: [...RATINGS].reverse(), level: "nominal" });
    leaveOneRaterOut({ ratings: RATINGS, level: "nominal" }).forEach(({ value }, i) => {
      expect(turned[i]?.value).toBeCloseTo(value ?? 0, 12);
    });
  });

  it("is the paired difference of the two tables, with its clusters, method and confidence, on a declared scale of names too", () => {
    const names = ["none", "poor", "fair", "good", "best"];
    const ratings = RATINGS.map((row) => row.map((score) => (score === null ? null : (names[score - 1] ?? null))));
    const options = { level: "ordinal", scale: names, clusters: [1, 1, 2, 2, 3, 3, 4, 4], confidence: 0.8 } as const;
    const without = ratings.map((row) => [row[0] ?? null, null, row[2] ?? null]);
    const { statistic, ...wanted } = alphaDifference({ ...options, first: ratings, second: without });
    expect(leaveOneRaterOut({ ...options, ratings })[1]).toEqual({ rater: 1, ...wanted });
    expect(wanted.interval?.confidence).toBe(0.8);
    expect(wanted.second.value).toBeCloseTo(krippendorffAlpha({ ...options, ratings: without }).value ?? Number.NaN, 12);
  });

  it("says why there is none when one rater is left", () => {
    expect(
      leaveOneRaterOut({
        ratings: [
          [1, 2],
          [2, 2],
        ],
        level: "nominal",
      }).map(({ why }) => why),
    ).toEqual(["no-pairable-units", "no-pairable-units"]);
  });
});
