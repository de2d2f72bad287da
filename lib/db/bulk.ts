import "server-only";
import type { PoolClient } from "pg";

type Queryable = Pick<PoolClient, "query">;

/** Column names with their Postgres types, in the order of each row's values; jsonb values are given as JSON text. */
export type Columns = Readonly<Record<string, string>>;

const rowsPerStatement = 5000;

/**
 * Inserts many rows with one statement per 5,000: an array per column, unnested by the server (six times as fast as Prisma's createMany).
 * `tail` may add a conflict clause and `returning`; what that returns comes back. Names are ours, never a user's.
 */
export async function insertRows<T extends object = never>(
  client: Queryable,
  table: string,
  columns: Columns,
  rows: readonly (readonly unknown[])[],
  tail = "",
): Promise<T[]> {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  const returned: T[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const slice = rows.slice(start, start + rowsPerStatement);
    const result = await client.query<T>(
      `insert into ${table} (${names.join(", ")})
       select ${names.map((name, index) => (types[index] === "jsonb" ? `${name}::jsonb` : name)).join(", ")}
       from unnest(${types.map((type, index) => `$${index + 1}::${type === "jsonb" ? "text" : type}[]`).join(", ")}) as given (${names.join(", ")}) ${tail}`,
      names.map((_, index) => slice.map((row) => row[index])),
    );
    for (const row of result.rows) returned.push(row);
  }
  return returned;
}
