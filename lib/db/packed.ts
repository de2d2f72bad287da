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
  const slots = new Int32Array(mask + 1).fill(-1);
  const places = Int32Array.from(ids.values());
  const known = intsOf(Buffer.from([...ids.keys()].join("").replaceAll("-", ""), "hex"));
  const isKnown = (id: number, w: number, x: number, y: number, z: number) =>
    known[4 * id] === w && known[4 * id + 1] === x && known[4 * id + 2] === y && known[4 * id + 3] === z;
  const slotOf = (w: number, x: number, y: number, z: number) => {
    const sum = Math.imul(w, a) + Math.imul(x, b) + Math.imul(y, c) + Math.imul(z, d);
    let slot = (sum >>> 7) & mask;
    while (slots[slot] !== -1 && !isKnown(slots[slot] as number, w, x, y, z)) slot = (slot + 1) & mask;
    return slot;
  };
  for (let id = 0; id < places.length; id++) {
    const from = 4 * id;
    slots[slotOf(known[from] as number, known[from + 1] as number, known[from + 2] as number, known[from + 3] as number)] = id;
  }
  // What was imported is mostly asked for in its own order: then each id is the one after the last.
  let next = 0;
  return (bytes, at) => {
    const w = bytes.getInt32(at);
    const x = bytes.getInt32(at + 4);
    const y = bytes.getInt32(at + 8);
    const z = bytes.getInt32(at + 12);
    const id = isKnown(next, w, x, y, z) ? next : (slots[slotOf(w, x, y, z)] as number);
    if (id < 0) return -1;
    next = id + 1;
    return places[id] as number;
  };
}

/** The numbers' bytes in this machine's order, in memory of their own. */
function memoryOf(packed: Buffer, turn: (bytes: Buffer) => Buffer): ArrayBuffer {
  const { buffer } = new Uint8Array(packed);
  if (endianness() === "LE") turn(Buffer.from(buffer));
  return buffer;
}
