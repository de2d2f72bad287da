import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryRatings } from "@/lib/testing/arbitrary-ratings";
import { krippendorffAlpha } from "./alpha";
import { alphaPerCategory } from "./alpha-per-category";

describe("alpha per category", () => {
  it("gives the value of its own example", () => {
    const { n, categories } = alphaPerCategory({
      ratings: [
        ["a", "a"],
        ["b", "c"],
        ["a", "a"],
      ],
    });
    expect(n).toBe(3);
    expect(categories.map(({ category, value, ratings }) => [category, value, ratings])).toEqual([
      ["a", 1, 4],
      ["b", 0, 1],
      ["c", 0, 1],
    ]);
  });

  it("is nominal alpha of this category against the rest", () => {
    fc.assert(
      fc.property(arbitraryRatings({ values: 3 }), (ratings) => {
        for (const { category, value, why, interval } of alphaPerCategory({ ratings, scale: [1, 2, 3] }).categories) {
          const split = ratings.map((row) => row.map((x) => (x === null ? null : x === category ? 1 : 0)));
          const alone = krippendorffAlpha({ ratings: split, level: "nominal" });
          expect([value, why]).toEqual([alone.value, alone.why]);
          if (interval !== null) expect(interval.low).toBeCloseTo(alone.interval?.low ?? Number.NaN, 12);
        }
      }),
    );
  });

  it("makes nominal alpha as its mean, weighted by each category's expected disagreement", () => {
    const ratings = [
      [1, 1, 2],
      [2, 2, 2],
      [3, 1, 3],
      [1, 1, 1],
      [3, 3, 2],
      [2, 3, 2],
    ];
    const { categories } = alphaPerCategory({ ratings });
    const n = 18;
    const weight = (count: number): number => count * (n - count);
    const sum = categories.reduce((total, { value, ratings: count }) => total + weight(count) * (value ?? 0), 0);
    const weights = categories.reduce((total, { ratings: count }) => total + weight(count), 0);
    expect(sum / weights).toBeCloseTo(krippendorffAlpha({ ratings, level: "nominal" }).value ?? 0, 12);
  });

  it("says why a category has none", () => {
    const { categories } = alphaPerCategory({
      ratings: [
        [1, 1],
        [1, 1],
      ],
      scale: [1, 2],
    });
    expect(categories.map(({ value, why }) => [value, why])).toEqual([
      [null, "no-variation"],
      [null, "no-variation"],
    ]);
    expect(alphaPerCategory({ ratings: [[1], [2]] }).categories[0]?.why).toBe("no-pairable-units");
  });
});
