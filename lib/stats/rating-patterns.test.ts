import { describe, expect, it } from "vitest";
import { encodeRatings } from "./encoded-ratings";
import { seededRandom } from "./random";
import { forEachUnit, ratingPatterns } from "./rating-patterns";

/** Few keys are counted in a table, many in a map; where a number cannot hold them (31^20) they are text. */
const SIZES = [
  { name: "a table", units: 60, raters: 3, values: 3 },
  { name: "a table of many units", units: 5000, raters: 5, values: 6 },
  { name: "a map", units: 80, raters: 8, values: 8 },
  { name: "text", units: 50, raters: 30, values: 20 },
];

function draw({ units, raters, values }: { units: number; raters: number; values: number }): (number | null)[][] {
  const random = seededRandom(41);
  return Array.from({ length: units }, (_, unit) => {
    // The last rater is absent, every seventh unit has one rating, every eleventh none.
    const most = unit % 11 === 0 ? 0 : unit % 7 === 0 ? 1 : raters - 1;
    const span = unit % 3 === 0 ? values : 2;
    return Array.from({ length: raters }, (__, rater) => (rater < most ? 1 + random.int(span) : null));
  });
}

describe("patterns of ratings", () => {
  it.each(SIZES)("in $name are the distinct multisets of units with a pair, and how many units have each", (size) => {
    const ratings = draw(size);
    const scale = Array.from({ length: size.values }, (_, i) => i + 1);
    const { scaleSize, counts, weights } = ratingPatterns(encodeRatings({ ratings, scale }));
    const wanted = new Map<string, number>();
    for (const row of ratings) {
      const own = scale.map((value) => row.filter((rating) => rating === value).length);
      if (own.reduce((a, b) => a + b, 0) > 1) wanted.set(own.join(), (wanted.get(own.join()) ?? 0) + 1);
    }
    expect(scaleSize).toBe(size.values);
    const found = Array.from(weights, (units, k) => [counts.slice(k * scaleSize, (k + 1) * scaleSize).join(), units] as const);
    expect(found.length).toBe(wanted.size);
    expect(new Map(found)).toEqual(wanted);
    expect(counts.length).toBe(weights.length * scaleSize);
  });

  it.each(SIZES)("in $name come in one order, whatever that of units and raters", (size) => {
    const ratings = draw(size);
    const scale = Array.from({ length: size.values }, (_, i) => i + 1);
    const turned = ratings.map((row) => row.toReversed()).reverse();
    expect(ratingPatterns(encodeRatings({ ratings: turned, scale }))).toEqual(ratingPatterns(encodeRatings({ ratings, scale })));
  });

  it("are none of no ratings", () => {
    for (const ratings of [[], [[]], [[null, null]]]) {
      const { counts, weights } = ratingPatterns(encodeRatings({ ratings }));
      expect([counts.length, weights.length]).toEqual([0, 0]);
    }
  });
});

it("units are visited in their order, those without ratings too", () => {
  const seen: unknown[] = [];
  const encoded = encodeRatings({
    ratings: [
      [3, 1, 3],
      [null, null],
      [2, null, 1],
    ],
  });
  forEachUnit(encoded, (counts, size, unit) => seen.push([[...counts], size, unit]));
  expect(seen).toEqual([
    [[1, 0, 2], 3, 0],
    [[0, 0, 0], 0, 1],
    [[1, 1, 0], 2, 2],
  ]);
});
