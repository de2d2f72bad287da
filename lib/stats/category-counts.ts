import { type EncodedRatings, encodeRatings, type RatingsInput } from "./encoded-ratings";
import { describe } from "./paired-values";
import { forEachUnit, ratingPatterns } from "./rating-patterns";
import { StatsInputError } from "./result";

/** Ratings, or how often each category was given to each unit. */
export interface CategoryCountsInput extends Omit<RatingsInput, "ratings"> {
  ratings?: RatingsInput["ratings"];
  /** Instead of ratings: `counts[unit][category]`. */
  counts?: readonly (readonly number[])[];
}

/** The distinct rows of counts and how many units have each, with the categories' values. */
export interface CategoryCounts {
  values: readonly (number | string)[];
  /** `counts[pattern * categories + category]`. */
  counts: Float64Array;
  weights: Float64Array;
}

/** Statistics of categories read scales up to this size (a 0-100 slider has 101); alpha has no such limit. */
const MOST_CATEGORIES = 256;
const MOST_CELLS = 5e7;

/** Refuses continuous ratings, which have no categories to count. */
export function refuseManyCategories(categories: number): void {
  if (categories <= MOST_CATEGORIES) return;
  throw new StatsInputError(
    "ratings",
    `${categories} different values are no categories (at most ${MOST_CATEGORIES}); use alpha, a correlation or an ICC`,
  );
}

/** Reads either form; units with fewer than `least` ratings are left out. */
export function readCategoryCounts(input: CategoryCountsInput, least: 1 | 2): CategoryCounts {
  if (input.counts) return ofTable(input.counts, input.scale, least);
  const encoded = encodeRatings({ ratings: input.ratings ?? [], scale: input.scale });
  refuseManyCategories(encoded.values.length);
  return least === 2 ? ofPatterns(encoded) : ofUnits(encoded);
}

function ofPatterns(encoded: EncodedRatings): CategoryCounts {
  const { counts, weights } = ratingPatterns(encoded);
  if (counts.length > MOST_CELLS)
    throw new StatsInputError("ratings", `${weights.length} different units on ${encoded.values.length} values are too many to count`);
  return { values: encoded.values, counts: Float64Array.from(counts), weights };
}

/** Units with a single rating count too. */
function ofUnits(encoded: EncodedRatings): CategoryCounts {
  const { values } = encoded;
  const paired = ofPatterns(encoded);
  const singles = new Float64Array(values.length);
  forEachUnit(encoded, (counts, size) => {
    if (size === 1) singles[counts.indexOf(1)] = (singles[counts.indexOf(1)] as number) + 1;
  });
  const rows: number[][] = [];
  const weights: number[] = [];
  singles.forEach((units, c) => {
    if (units === 0) return;
    rows.push(values.map((_, k) => (k === c ? 1 : 0)));
    weights.push(units);
  });
  return {
    values,
    counts: Float64Array.from([...rows.flat(), ...paired.counts]),
    weights: Float64Array.from([...weights, ...paired.weights]),
  };
}

function ofTable(table: readonly (readonly number[])[], scale: CategoryCountsInput["scale"], least: number): CategoryCounts {
  if (!Array.isArray(table)) throw new StatsInputError("counts", "must be an array of rows, counts[unit][category]");
  const categories = scale?.length ?? (Array.isArray(table[0]) ? table[0].length : 0);
  const rows: number[][] = [];
  table.forEach((row: unknown, unit) => {
    if (!Array.isArray(row) || row.length !== categories) throw new StatsInputError("counts", `row ${unit} must have ${categories} counts`);
    row.forEach((count: unknown, category) => {
      if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > 2 ** 31) {
        throw new StatsInputError("counts", `row ${unit}, column ${category}: ${describe(count)} is not a count`);
      }
    });
    if ((row as number[]).reduce((sum, count) => sum + count, 0) >= least) rows.push(row as number[]);
  });
  return merged(rows, scale ?? Array.from({ length: categories }, (_, i) => i + 1));
}

/** Equal rows once, with their number, in an order of their own. */
function merged(rows: readonly number[][], values: readonly (number | string)[]): CategoryCounts {
  const byRow = new Map<string, { row: number[]; weight: number }>();
  for (const row of rows) {
    const key = row.join();
    const known = byRow.get(key);
    if (known) known.weight += 1;
    else byRow.set(key, { row, weight: 1 });
  }
  const entries = [...byRow].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return {
    values,
    counts: Float64Array.from(entries.flatMap((entry) => entry.row)),
    weights: Float64Array.from(entries, (entry) => entry.weight),
  };
}
