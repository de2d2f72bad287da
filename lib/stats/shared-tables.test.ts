import { expect, test } from "vitest";
import { alphaAtAllLevels, krippendorffAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";
import { type EncodedRatings, encodeRatings } from "./encoded-ratings";
import { meanAlpha } from "./mean-alpha";
import { seededRandom } from "./random";

const random = seededRandom(11);
/** Four raters on five points; the last unit of every four has a single rating, and one input has no others. */
const rows = Array.from({ length: 60 }, (_, unit) => {
  const score = 1 + random.int(5);
  const near = () => (random.next() < 0.6 ? score : 1 + random.int(5));
  return unit % 4 === 3 || unit < 3 ? [near(), null, null, null] : [near(), near(), near(), near()];
});
const others = rows.map((row) => row.map((score) => (score === null ? 1 + random.int(5) : score)));
const byThree = rows.map((_, unit) => Math.floor(unit / 3));
const byFive = rows.map((_, unit) => Math.floor(unit / 5));
const fresh = (ratings: (number | null)[][] = rows): EncodedRatings => encodeRatings({ ratings });

test("a table that several statistics read gives each what a table of its own would", () => {
  const [first, second] = [fresh(), fresh(others)];
  const asks = [
    (a: EncodedRatings) => krippendorffAlpha({ ratings: a, level: "ordinal", clusters: byThree }),
    (a: EncodedRatings, b: EncodedRatings) => alphaDifference({ first: b, second: a, level: "ordinal", clusters: byThree }),
    (a: EncodedRatings, b: EncodedRatings) => alphaDifference({ first: a, second: b, level: "ordinal", clusters: byThree }),
    (_: EncodedRatings, b: EncodedRatings) => krippendorffAlpha({ ratings: b, level: "ordinal", clusters: byThree }),
    (a: EncodedRatings) => krippendorffAlpha({ ratings: a, level: "ordinal", clusters: byFive }),
    (a: EncodedRatings, b: EncodedRatings) => meanAlpha({ tables: [a, b], clusters: byFive }),
    (a: EncodedRatings) => meanAlpha({ tables: [a, a], clusters: byThree }),
    (_: EncodedRatings, b: EncodedRatings) => alphaAtAllLevels({ ratings: b, clusters: byThree }),
    (a: EncodedRatings) => alphaAtAllLevels({ ratings: a, clusters: byThree }),
  ];
  for (const ask of asks) expect(ask(first, second)).toEqual(ask(fresh(), fresh(others)));
});

test("two tables of which one has units without a pair leave the same inputs out", () => {
  const alphaOf = (ratings: (number | null)[][]) => krippendorffAlpha({ ratings, level: "ordinal", interval: "none" }).value ?? Number.NaN;
  const groups = [...new Set(byThree)];
  const without = groups.map((group) => {
    const [a, b] = [rows, others].map((table) => alphaOf(table.filter((_, unit) => byThree[unit] !== group)));
    return (b as number) - (a as number);
  });
  const mean = without.reduce((sum, value) => sum + value, 0) / groups.length;
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const { standardError } = alphaDifference({ first: fresh(), second: fresh(others), level: "ordinal", clusters: byThree });
  expect(standardError).toBeCloseTo(Math.sqrt(((groups.length - 1) / groups.length) * squares), 12);
});
