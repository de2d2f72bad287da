import type { KnownColumn } from "@/lib/domain/import-columns";
import type { FoundColumns, ImportMapping } from "@/lib/domain/import-mapping";

/** What a column of a file is read as. */
export type ColumnUse = KnownColumn | "metadata" | "rating";

/** Each column's use: the file's columns in their order, then paths and joined columns that the mapping reads. */
export function usesOf({ columns, mapping }: FoundColumns): Map<string, ColumnUse> {
  const uses = new Map<string, ColumnUse>(columns.map(({ name }) => [name, "metadata"]));
  for (const [field, source] of Object.entries(mapping.fields)) uses.set(source, field as KnownColumn);
  for (const column of mapping.ratings?.columns ?? []) uses.set(column, "rating");
  return uses;
}

/** The mapping that says so; nothing else is guessed. */
export function mappingOf(uses: ReadonlyMap<string, ColumnUse>, per: "rater" | "criterion"): ImportMapping {
  const ratings = [...uses].flatMap(([column, use]) => (use === "rating" ? [column] : []));
  const fields = [...uses].flatMap(([column, use]) => (use === "rating" || use === "metadata" ? [] : [[use, column]]));
  return { fields: Object.fromEntries(fields), ratings: ratings.length === 0 ? null : { per, columns: ratings }, guess: false };
}
