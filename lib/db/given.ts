import "server-only";
import { type AliasedRawBuilder, sql } from "kysely";

type ColumnType = "uuid" | "text" | "int4" | "float8" | "jsonb" | "boolean" | "timestamptz";

/**
 * Rows passed to a statement as a table "given", one array per column, so that the statement's text does not depend on the number of rows. JSON is
 * passed as text.
 */
export function given<Row extends object>(
  rows: readonly Row[],
  columns: { [Name in keyof Row & string]: ColumnType },
): AliasedRawBuilder<Row, "given"> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(columns[name])}[]`);
  return sql<Row>`unnest(${sql.join(arrays)})`.as<"given">(sql`given (${sql.join(names.map((name) => sql.ref(name)))})`);
}
