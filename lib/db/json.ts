import "server-only";
import {
  type Expression,
  type ExpressionBuilder,
  type ExtractTypeFromReferenceExpression,
  type RawBuilder,
  type StringReference,
  sql,
} from "kysely";

type NameIn<Column> = Column extends `${string}.${infer Name}` ? Name : Column;
type InJson<T> = T extends Date ? string : T;

/**
 * Columns as one JSON object under their own names. (Kysely's `jsonObjectFrom` would name them as the database does, in snake case.)
 * @example jsonOf(eb, ["s.id", "s.externalId"]) // { id, externalId }
 */
export function jsonOf<Tables, Used extends keyof Tables, Column extends StringReference<Tables, Used> & string>(
  eb: ExpressionBuilder<Tables, Used>,
  columns: readonly Column[],
): RawBuilder<{ [C in Column as NameIn<C>]: InJson<ExtractTypeFromReferenceExpression<Tables, Used, C>> }> {
  const entries = columns.flatMap((column) => [sql.lit(column.slice(column.lastIndexOf(".") + 1)), eb.ref(column)]);
  return sql`json_build_object(${sql.join(entries)})`;
}

/** The values of all rows as a JSON array, in this order; [] if there are no rows. */
export function jsonList<T>(value: Expression<T>, ...order: readonly Expression<unknown>[]): RawBuilder<T[]> {
  const ordered = order.length === 0 ? sql`` : sql` order by ${sql.join(order)}`;
  return sql`coalesce(json_agg(${value}${ordered}), '[]')`;
}

/** A time as in JSON. (PostgreSQL's own JSON functions would write another format.) */
export const isoTime = <T extends Date | null>(at: Expression<T>): RawBuilder<InJson<T>> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
