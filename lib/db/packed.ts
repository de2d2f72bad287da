import "server-only";
import { type AliasableExpression, sql } from "kysely";

// Numbers of many rows, packed by PostgreSQL into one value per group, in network order: no row or object for each of a million ratings. Columns of one
// statement keep the same order. Packing leaves nulls out, so they must have become a number before.

type Expression = AliasableExpression<unknown> | ReturnType<typeof sql>;

export const packedInts = (of: Expression) => sql<Buffer>`string_agg(int4send((${of})::int), '')`;
export const packedFloats = (of: Expression) => sql<Buffer>`string_agg(float8send((${of})::float8), '')`;

const viewOf = (of: Buffer) => new DataView(of.buffer, of.byteOffset, of.byteLength);

export function intsOf(packed: Buffer): Int32Array {
  const view = viewOf(packed);
  const ints = new Int32Array(packed.byteLength / 4);
  for (let at = 0; at < ints.length; at++) ints[at] = view.getInt32(at * 4);
  return ints;
}

export function floatsOf(packed: Buffer): Float64Array {
  const view = viewOf(packed);
  const floats = new Float64Array(packed.byteLength / 8);
  for (let at = 0; at < floats.length; at++) floats[at] = view.getFloat64(at * 8);
  return floats;
}
