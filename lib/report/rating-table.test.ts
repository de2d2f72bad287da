import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeRatings } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { encodedRatings, inputsOf, ratingsOf, ratingTable, unitsOf } from "./rating-table";

const data = reportDataFixture({ rates: (rater, sample) => (rater.length + sample) % 4 > 0 });
// Keys whose order as text is neither their order in the study nor that of their numbers.
const samples = data.samples.map((sample, place) => ({ ...sample, inputKey: `i${(place * 7) % 12}` }));
const table = ratingTable({ ...data, samples });

test("codes of any units and raters are those of the same ratings row by row", () => {
  const pick = (size: number) => fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: size });
  fc.assert(
    fc.property(pick(table.units), pick(table.raters), (units, raters) => {
      const encoded = encodedRatings(table, units, raters);
      const expected = encodeRatings({ ratings: ratingsOf(table, units, raters) });
      expect([...encoded.codes]).toEqual([...expected.codes]);
      expect(encoded).toMatchObject({ units: expected.units, raters: expected.raters, values: expected.values });
    }),
  );
});

test("inputs are numbered in the order of their keys as text, the same number for the same input", () => {
  const numbers = inputsOf(table, unitsOf(table, 1));
  const byNumber = samples.map(({ inputKey }, place) => [numbers[place] ?? -1, inputKey] as const).sort(([a], [b]) => a - b);
  expect([...new Set(byNumber.map(([, key]) => key))]).toEqual([...new Set(samples.map(({ inputKey }) => inputKey))].sort());
  expect(new Set(byNumber.map(([number]) => number)).size).toBe(12);
});
