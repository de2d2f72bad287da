import fc from "fast-check";

/** Tables `ratings[unit][rater]` of whole numbers with some missing, at least one row. */
export function arbitraryRatings(options: { values?: number; maxUnits?: number; maxRaters?: number; missing?: boolean } = {}) {
  const { values = 5, maxUnits = 14, maxRaters = 5, missing = true } = options;
  const rating = fc.integer({ min: 1, max: values });
  const cell: fc.Arbitrary<number | null> = missing ? fc.option(rating, { freq: 4, nil: null }) : rating;
  return fc
    .integer({ min: 2, max: maxRaters })
    .chain((raters) => fc.array(fc.array(cell, { minLength: raters, maxLength: raters }), { minLength: 1, maxLength: maxUnits }));
}

/** The table with rows and columns exchanged: the oracles list raters, the statistics units. Short rows are missing at the end. */
export function transposed<T>(rows: readonly (readonly T[])[]): (T | null)[][] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}
