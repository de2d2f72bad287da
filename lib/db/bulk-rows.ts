import "server-only";
import type { Compilable } from "kysely";
import { escapeLiteral } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { onBare, type Tx } from "./client";

/** How much of a copy is read ahead, so that the server keeps working while the reader writes. */
const copyAheadBytes = 1 << 20;

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The rows of a statement with a large result: columns are renamed once per result instead of once per row. */
export async function bulkRows<Row>(tx: Tx, statement: Compilable<Row>): Promise<Row[]> {
  const { names, rows } = await readCells(tx, statement);
  return rows.map((cells) => rowOf<Row>(names, cells));
}

/** Such rows by the value of one column, which is left out of them. (Removing it from each row later would cost as much as reading them.) */
export async function bulkGroups<Row, Key extends string & keyof Row>(
  tx: Tx,
  statement: Compilable<Row>,
  key: Key,
): Promise<Map<Row[Key], Omit<Row, Key>[]>> {
  const { names, rows } = await readCells(tx, statement);
  const place = names.indexOf(key);
  const others = names.toSpliced(place, 1);
  const groups = new Map<Row[Key], Omit<Row, Key>[]>();
  for (const cells of rows) {
    const [value] = cells.splice(place, 1);
    const group = groups.get(value as Row[Key]);
    const row = rowOf<Omit<Row, Key>>(others, cells);
    if (group) group.push(row);
    else groups.set(value as Row[Key], [row]);
  }
  return groups;
}

async function readCells(tx: Tx, statement: Compilable<unknown>): Promise<{ names: string[]; rows: unknown[][] }> {
  const { sql, parameters } = statement.compile();
  const { rows, fields } = await tx.bare.query({ text: sql, values: [...parameters], rowMode: "array" });
  return { names: fields.map(({ name }) => camelCase(name)), rows };
}

function rowOf<Row>(names: readonly string[], cells: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (let column = 0; column < names.length; column++) row[names[column] as string] = cells[column];
  return row as Row;
}

function literal(value: unknown): string {
  if (typeof value === "string") return escapeLiteral(value);
  // In brackets: before a cast, a minus would come last.
  if (typeof value === "boolean" || Number.isFinite(value)) return `(${value})`;
  throw new TypeError(`a ${typeof value} cannot be written into a COPY statement`);
}

/** What a statement would be with its parameters written into it: COPY takes none. */
function inlined(statement: Compilable<unknown>): string {
  const { sql, parameters } = statement.compile();
  return sql.replaceAll(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));
}

/** A statement's result as CSV with a header, produced by the server and streamed. */
export async function* copyOut(tx: Tx, statement: Compilable<unknown>): AsyncGenerator<Uint8Array> {
  yield* tx.bare.query(copyTo(`copy (${inlined(statement)}) to stdout with (format csv, header)`, { highWaterMark: copyAheadBytes }));
}

/** A statement's values as the server's own bytes, row by row: large ones are neither written as text nor read from it. */
export async function copiedRows(statement: Compilable<unknown>): Promise<(Buffer | null)[][]> {
  const copy = copyTo(`copy (${inlined(statement)}) to stdout with (format binary)`, { highWaterMark: copyAheadBytes });
  return rowsOf(Buffer.concat(await onBare((bare): Promise<Buffer[]> => bare.query(copy).toArray())));
}

const signatureBytes = 11;

/** The rows of a copy in PostgreSQL's binary format (its manual, COPY, Binary Format). */
function rowsOf(copy: Buffer): (Buffer | null)[][] {
  const rows: (Buffer | null)[][] = [];
  let at = signatureBytes + 4;
  at += 4 + copy.readInt32BE(at);
  for (let fields = copy.readInt16BE(at); fields >= 0; fields = copy.readInt16BE(at)) {
    at += 2;
    rows.push(
      Array.from({ length: fields }, () => {
        const length = copy.readInt32BE(at);
        at += 4;
        if (length < 0) return null;
        at += length;
        return copy.subarray(at - length, at);
      }),
    );
  }
  return rows;
}
