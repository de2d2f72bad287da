import "server-only";
import type { DB } from "@/generated/kysely/types";

type Snake<S> = S extends `${infer C}${infer Rest}` ? `${C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}` : S;

/** Columns by table, as the database names them: for what names them in text, where the compiler would not see that one was renamed. */
export type StoredColumns = { [Table in keyof DB as Snake<Table>]: Snake<keyof DB[Table]> };

/** Columns of a row with their values. */
export type StoredRow<Table extends StoredTable> = { [Column in StoredColumns[Table]]?: unknown };

export type StoredTable = keyof StoredColumns;

/** A table with one of its columns. */
export type StoredPlace = { [Table in StoredTable]: readonly [table: Table, column: StoredColumns[Table]] }[StoredTable];

/** The tables that have a column of this name. */
export type TablesWith<Column> = { [Table in StoredTable]: Column extends StoredColumns[Table] ? Table : never }[StoredTable];
