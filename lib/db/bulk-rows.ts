import "server-only";
import type { Compilable } from "kysely";
import { escapeLiteral } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Tx } from "./client";

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The rows of a statement with a large result: columns are renamed once per result instead of once per row. */
export async function bulkRows<Row>(tx: Tx, statement: Compilable<Row>): Promise<Row[]> {
  const { sql, parameters } = statement.compile();
  const { rows, fields } = await tx.bare.query({ text: sql, values: [...parameters], rowMode: "array" });
  const names = fields.map(({ name }) => camelCase(name));
  return rows.map((cells: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column++) row[names[column] as string] = cells[column];
    return row as Row;
  });
}

function literal(value: unknown): string {
  if (typeof value === "string") return escapeLiteral(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`a ${typeof value} cannot be written into a COPY statement`);
}

/** A statement's result as CSV with a header, produced by the server and streamed. COPY takes no parameters, so they are inlined. */
export function copyOut(tx: Tx, statement: Compilable<unknown>): AsyncIterable<string> {
  const { sql, parameters } = statement.compile();
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));
  return tx.bare.query(copyTo(`copy (${text}) to stdout with (format csv, header)`)).setEncoding("utf8");
}
