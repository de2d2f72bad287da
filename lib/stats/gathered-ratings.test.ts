import { describe, expect, it } from "vitest";
import { encodeRatings, type RatingValue } from "./encoded-ratings";
import { gathered, tallySizes } from "./gathered-ratings";

const gatheredOf = (ratings: readonly (readonly RatingValue[])[], scale?: readonly number[]) =>
  gathered(encodeRatings({ ratings, ...(scale && { scale }) }));

describe("gathered ratings", () => {
  it("come first in rows as wide as the most ratings of a unit, in the order of raters", () => {
    const table = gatheredOf([
      [null, 7, null, null, 3],
      [null, null, null, null, null],
      [null, null, null, null, 5],
      [null, 5, null, 9, 3],
    ]);
    expect([...table.codes]).toEqual([3, 1, 0, 0, 0, 0, 2, 0, 0, 2, 4, 1]);
    expect(table).toMatchObject({ units: 4, raters: 3, values: [3, 5, 7, 9], declared: false });
    expect([...table.sizes]).toEqual([2, 0, 1, 3]);
    expect(table.counts).toEqual({ units: 3, pairableUnits: 2, raters: 3, ratings: 6, pairableRatings: 5 });
  });

  it("are those of the table itself where a unit has a rating of each rater", () => {
    const encoded = encodeRatings({
      ratings: [
        [1, null],
        [2, 4],
        [null, 4],
      ],
    });
    const table = gathered(encoded);
    expect(table.codes).toBe(encoded.codes);
    expect(table.raters).toBe(2);
    expect([...table.sizes]).toEqual([1, 2, 1]);
    expect(gathered(encoded)).toBe(table);
  });

  it("of no ratings are none", () => {
    for (const ratings of [[], [[]], [[null, null]]]) {
      const table = gatheredOf(ratings);
      expect([table.codes.length, table.raters]).toEqual([0, 0]);
      expect(table.counts).toEqual({ units: 0, pairableUnits: 0, raters: 0, ratings: 0, pairableRatings: 0 });
    }
  });

  it("may be of more raters than a byte can count, and of more values", () => {
    const [raters, values] = [300, 70_000];
    const row = Array.from({ length: raters }, (_, rater) => (rater < 290 ? values - rater : null));
    const scale = Array.from({ length: values }, (_, value) => value + 1);
    const table = gatheredOf([row, row.toReversed()], scale);
    expect([...table.sizes]).toEqual([290, 290]);
    expect(table.raters).toBe(290);
    expect([table.codes[0], table.codes[289], table.codes[290]]).toEqual([values, values - 289, values - 289]);
    expect(table.counts).toEqual({ units: 2, pairableUnits: 2, raters: 300, ratings: 580, pairableRatings: 580 });
  });

  it("are counted by how many units have how many", () => {
    // One unit without a rating, two with one, three with two, one with four.
    const unitsOfSize = Float64Array.of(1, 2, 3, 0, 1);
    expect(tallySizes(unitsOfSize, 5)).toEqual({ units: 6, pairableUnits: 4, raters: 5, ratings: 12, pairableRatings: 10 });
  });
});
