import { refuseManyCategories } from "./category-counts";
import { type EncodedRatings, encodeRatings, type RatingValue } from "./encoded-ratings";
import { describe } from "./paired-values";
import { StatsInputError } from "./result";

/** How often two raters gave each pair of values, over the units both rated. */
export interface JointTable {
  /** `counts[i * size + j]`: first rater gave value i, second value j. */
  counts: Float64Array;
  size: number;
  values: readonly (number | string)[];
  /** Units both rated. */
  n: number;
}

/** The joint table of two columns of an encoded table. */
export function jointTable(encoded: EncodedRatings, a: number, b: number): JointTable {
  const { codes, units, raters, values } = encoded;
  const size = values.length;
  const counts = new Float64Array(size * size);
  let n = 0;
  for (let unit = 0, at = 0; unit < units; unit++, at += raters) {
    const [x, y] = [codes[at + a] as number, codes[at + b] as number];
    if (x === 0 || y === 0) continue;
    const cell = (x - 1) * size + (y - 1);
    counts[cell] = (counts[cell] as number) + 1;
    n += 1;
  }
  return { counts, size, values, n };
}

/** Two raters' ratings of the same units, or their joint table. */
export interface TwoRatersInput {
  /** Ratings of the first rater, one per unit. */
  first?: readonly RatingValue[];
  /** Ratings of the second rater, one per unit. */
  second?: readonly RatingValue[];
  /** Instead of both: `table[i][j]` units with value i from the first and j from the second rater. */
  table?: readonly (readonly number[])[];
  /** The declared scale; with a table its values in order, default 1, 2, 3, ... */
  scale?: readonly (number | string)[] | null;
}

/** The joint table that the input gives or implies. Units with a missing side are left out. */
export function readTwoRaters(input: TwoRatersInput): JointTable {
  if (input.table) return checkTable(input.table, input.scale);
  const { first, second } = input;
  if (!Array.isArray(first)) throw new StatsInputError("first", "must be an array of ratings (or give a table)");
  if (!Array.isArray(second)) throw new StatsInputError("second", "must be an array of ratings (or give a table)");
  if (first.length !== second.length) throw new StatsInputError("second", `has ${second.length} ratings, first has ${first.length}`);
  const encoded = encodeRatings({ ratings: first.map((rating, unit) => [rating, second[unit]]), scale: input.scale });
  refuseManyCategories(encoded.values.length);
  return jointTable(encoded, 0, 1);
}

function checkTable(table: readonly (readonly number[])[], scale: TwoRatersInput["scale"]): JointTable {
  if (!Array.isArray(table)) throw new StatsInputError("table", "must be an array of rows of counts");
  const size = table.length;
  if (scale && scale.length !== size) throw new StatsInputError("scale", `has ${scale.length} values for a table of ${size} rows`);
  const counts = new Float64Array(size * size);
  let n = 0;
  table.forEach((row: unknown, i) => {
    if (!Array.isArray(row) || row.length !== size) throw new StatsInputError("table", `row ${i} must have ${size} counts`);
    row.forEach((count: unknown, j) => {
      if (typeof count !== "number" || !Number.isInteger(count) || count < 0) {
        throw new StatsInputError("table", `row ${i}, column ${j}: ${describe(count)} is not a count`);
      }
      counts[i * size + j] = count;
      n += count;
    });
  });
  return { counts, size, values: scale ?? Array.from({ length: size }, (_, i) => i + 1), n };
}
