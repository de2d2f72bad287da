import "server-only";
import { randomInt } from "node:crypto";
import { endianness } from "node:os";
import { type AliasableExpression, type Compilable, type SelectQueryBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { copiedRows } from "./bulk-rows";
import { db } from "./client";
import { jsonList } from "./json";

// Numbers of many rows, packed by PostgreSQL into one value per group: no row or object for each of a million ratings. The bytes are in network order.
// Columns of one statement keep the same order. Packing leaves nulls out, so they must have become a number before.

type Expression = AliasableExpression<unknown> | ReturnType<typeof sql>;

export const packedInts = (of: Expression) => packedBytes(sql`int4send((${of})::int)`);
export const packedFloats = (of: Expression) => packedBytes(sql`float8send((${of})::float8)`);
export const packedBytes = (of: Expression) => sql<Buffer>`string_agg(${of}, '')`;

/** What a statement gives for each of its groups: what it is, as JSON, and then its packed columns. */
export async function packedRows<Row extends { described: object }, Packed extends Exclude<keyof Row, "described"> & string>(
  statement: Compilable<Row>,
  ...packed: readonly Packed[]
): Promise<(Row["described"] & Record<Packed, Buffer>)[]> {
  const rows = await copiedRows(statement);
  return rows.map(([described, ...columns]) => ({
    ...(JSON.parse(String(described)) as Row["described"]),
    ...(Object.fromEntries(packed.map((name, n) => [name, columns[n]])) as Record<Packed, Buffer>),
  }));
}

/** More rows are read one by one: a column of them could be longer than a text may be. */
const mostListed = 500_000;

/**
 * The rows of a large result, column by column as JSON lists: reading each row by itself takes several times as long. Of values that JSON has: texts of a
 * thousand characters at most, numbers, truth values and null.
 */
export async function listedRows<Row extends object>(
  statement: SelectQueryBuilder<DB, never, Row>,
  names: readonly (keyof Row & string)[],
  most = mostListed,
): Promise<Row[]> {
  const lists = names.map((name) => jsonList(sql.ref(name)));
  const listed = statement.limit(most + 1).as("listed");
  const [columns = []] = await copiedRows({ compile: () => sql`select ${sql.join(lists)} from ${listed}`.compile(db()) });
  const values = columns.map((column) => JSON.parse(String(column)) as Row[keyof Row][]);
  const count = values[0]?.length ?? 0;
  if (count > most) return statement.execute();
  return Array.from({ length: count }, (_, at) => {
    const row: Partial<Row> = {};
    for (let n = 0; n < names.length; n++) row[names[n] as keyof Row] = (values[n] as Row[keyof Row][])[at] as Row[keyof Row];
    return row as Row;
  });
}

export const intsOf = (packed: Buffer): Int32Array => new Int32Array(memoryOf(packed, (bytes) => bytes.swap32()));
export const floatsOf = (packed: Buffer): Float64Array => new Float64Array(memoryOf(packed, (bytes) => bytes.swap64()));

/** To read bytes whose parts differ in kind. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength);

const randomFactors = () => [randomInt(2 ** 32) | 1, randomInt(2 ** 32) | 1, randomInt(2 ** 32) | 1, randomInt(2 ** 32) | 1] as const;

/** Looks the places of ids up by the sixteen bytes of an id, as uuid_send() writes them, that begin somewhere; -1: it is none of them. */
export function placesByBytes(ids: ReadonlyMap<string, number>): (bytes: DataView, at: number) => number {
  // Open addressing: a map of strings takes several times as long. A bundle may choose its ids, but not the factors.
  const [a, b, c, d] = randomFactors();
  const mask = 2 ** Math.ceil(Math.log2(2 * ids.size + 1)) - 1;
  const [froms, places] = [new Int32Array(mask + 1), new Int32Array(mask + 1).fill(-1)];
  const known = viewOf(Buffer.from([...ids.keys()].join("").replaceAll("-", ""), "hex"));
  const isSame = (from: number, bytes: DataView, at: number) =>
    known.getInt32(from) === bytes.getInt32(at) &&
    known.getInt32(from + 4) === bytes.getInt32(at + 4) &&
    known.getInt32(from + 8) === bytes.getInt32(at + 8) &&
    known.getInt32(from + 12) === bytes.getInt32(at + 12);
  const slotOf = (bytes: DataView, at: number) => {
    const sum =
      Math.imul(bytes.getInt32(at), a) +
      Math.imul(bytes.getInt32(at + 4), b) +
      Math.imul(bytes.getInt32(at + 8), c) +
      Math.imul(bytes.getInt32(at + 12), d);
    let slot = (sum >>> 7) & mask;
    while (places[slot] !== -1 && !isSame(froms[slot] as number, bytes, at)) slot = (slot + 1) & mask;
    return slot;
  };
  let from = 0;
  for (const place of ids.values()) {
    const slot = slotOf(known, from);
    froms[slot] = from;
    places[slot] = place;
    from += 16;
  }
  return (bytes, at) => places[slotOf(bytes, at)] as number;
}

/** The numbers' bytes in this machine's order, in memory of their own. */
function memoryOf(packed: Buffer, turn: (bytes: Buffer) => Buffer): ArrayBuffer {
  const { buffer } = new Uint8Array(packed);
  if (endianness() === "LE") turn(Buffer.from(buffer));
  return buffer;
}
