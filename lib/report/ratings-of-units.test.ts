import fc from "fast-check";
import { expect, test } from "vitest";
import { alphaAtAllLevels } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { encodedRatings, ratingsOf, ratingTable, unitsOf } from "./rating-table";
import { ratingsOfUnits } from "./ratings-of-units";

const annotators = ["Ann", "Bob", "Cleo", "Dan", "Eva", "Fay"];
/** Three of six people and a judge have rated each unit; all six the first where it is `whole`. */
const tableOf = (whole = false) => {
  const places = new Map([...annotators, "judge"].map((name, place) => [name, place]));
  const isGiven = (rater: string, sample: number) =>
    rater === "judge" || (whole && sample === 0) || ((places.get(rater) as number) + sample) % 2 === 0;
  return ratingTable(reportDataFixture({ annotators, rates: isGiven }));
};
const given = (codes: ArrayLike<number>, width: number, values: readonly (number | string)[]) =>
  Array.from({ length: codes.length / width }, (_, unit) =>
    Array.from({ length: width }, (_, at) => codes[unit * width + at] as number).flatMap((code) => (code === 0 ? [] : [values[code - 1]])),
  );

test("each unit's ratings are those of the chosen raters in their order", () => {
  const table = tableOf();
  const pick = (size: number, least: number) => fc.uniqueArray(fc.nat(size - 1), { minLength: least, maxLength: size });
  fc.assert(
    fc.property(pick(table.units, 1), pick(table.raters, 3), fc.boolean(), (units, raters, isKnownWithoutLast) => {
      if (isKnownWithoutLast) ratingsOfUnits(table, unitsOf(table), raters.slice(0, -1));
      const { codes, raters: width, values, units: count, declared } = ratingsOfUnits(table, units, raters);
      const expected = ratingsOf(table, units, raters).map((row) => row.filter((score) => score !== null));
      expect(given(codes, width, values)).toEqual(expected);
      expect([count, declared, codes.length]).toEqual([units.length, false, units.length * width]);
      expect(values).toEqual(encodedRatings(table, units, raters).values);
    }),
  );
});

test("they have as many places as the most that a unit has; where that is one of each rater, and of two, they are the table with a place for each", () => {
  const raters = [0, 1, 2, 3, 4, 5];
  const [table, whole] = [tableOf(), tableOf(true)];
  const units = unitsOf(whole, 1);
  expect(ratingsOfUnits(whole, units, raters)).toBe(encodedRatings(whole, units, raters));
  const own = unitsOf(table, 1);
  expect(ratingsOfUnits(table, own, [3, 4])).toBe(encodedRatings(table, own, [3, 4]));
  expect(ratingsOfUnits(table, own, raters).raters).toBe(3);
  expect(ratingsOfUnits(table, own, [...raters, 6]).raters).toBe(4);
  // What a statistic prepares from them serves the next one.
  expect(ratingsOfUnits(table, own, raters)).toBe(ratingsOfUnits(table, own, raters));
});

test("alpha is the same to the last bit", () => {
  const table = tableOf();
  const units = unitsOf(table);
  for (const raters of [
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5, 6],
  ])
    expect(alphaAtAllLevels({ ratings: ratingsOfUnits(table, units, raters) }).ordinal.value).toBe(
      alphaAtAllLevels({ ratings: encodedRatings(table, units, raters) }).ordinal.value,
    );
});
