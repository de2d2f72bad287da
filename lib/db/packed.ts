import "server-only";
import { endianness } from "node:os";
import { type AliasableExpression, sql } from "kysely";

// Numbers of many rows, packed by PostgreSQL into one value per group: no row or object for each of a million ratings. The bytes are in network order
// and come as base64, which is a third shorter than the hexadecimal form of bytea and read faster. Columns of one statement keep the same order.
// Packing leaves nulls out, so they must have become a number before.

type Expression = AliasableExpression<unknown> | ReturnType<typeof sql>;

export const packedInts = (of: Expression) => sql<string>`encode(string_agg(int4send((${of})::int), ''), 'base64')`;
export const packedFloats = (of: Expression) => sql<string>`encode(string_agg(float8send((${of})::float8), ''), 'base64')`;

export const intsOf = (packed: string): Int32Array => new Int32Array(memoryOf(packed, (bytes) => bytes.swap32()));
export const floatsOf = (packed: string): Float64Array => new Float64Array(memoryOf(packed, (bytes) => bytes.swap64()));

/** The numbers' bytes in this machine's order, in memory of their own: that of a small buffer is shared with others. */
function memoryOf(packed: string, turn: (bytes: Buffer) => Buffer): ArrayBuffer {
  const bytes = Buffer.from(packed, "base64");
  const { buffer, byteOffset, byteLength } = endianness() === "LE" ? turn(bytes) : bytes;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
