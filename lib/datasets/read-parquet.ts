import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { ImportEvent } from "@/lib/domain/import";
import { inBatches } from "./in-batches";
import type { TableOptions } from "./mapping/open-table";
import { scoreColumnsAtEnd, scoresLeftOut } from "./own-export";
import { type ObjectRow, readObjects } from "./read-objects";

/** Whether these are a Parquet file's first bytes. */
export const isParquet = (start: Uint8Array): boolean => new TextDecoder("latin1").decode(start.subarray(0, 4)) === "PAR1";

const ROWS_AT_ONCE = 1000;

/** Reads a Parquet file held in memory, a thousand rows at a time; rows are numbered from 1. */
export const readParquet = (file: string, bytes: Uint8Array, options: TableOptions): AsyncGenerator<ImportEvent[]> =>
  inBatches(readObjects(file, parquetRows(file, bytes), options));

async function* parquetRows(file: string, bytes: Uint8Array): AsyncGenerator<ObjectRow> {
  const buffer = { byteLength: bytes.byteLength, slice: (start: number, end?: number) => copyOf(bytes.subarray(start, end)) };
  let at = 0;
  try {
    const metadata = await parquetMetadataAsync(buffer);
    const header = parquetSchema(metadata).children.map(({ element }) => element.name);
    const columns = header.slice(0, header.length - scoreColumnsAtEnd(header));
    const left = header.slice(columns.length);
    if (left.length > 0) yield { event: { kind: "warning", code: "scores-left-out", message: scoresLeftOut(left), count: left.length } };
    for (const total = Number(metadata.num_rows); at < total; at += ROWS_AT_ONCE) {
      const rowEnd = Math.min(at + ROWS_AT_ONCE, total);
      const rows = await parquetReadObjects({ file: buffer, metadata, compressors, columns, rowStart: at, rowEnd });
      for (const [index, row] of rows.entries()) yield { row: at + index + 1, object: plainObject(row) };
    }
  } catch (error) {
    const message = `The Parquet file cannot be read from row ${at + 1}: ${error instanceof Error ? error.message : String(error)}.`;
    yield { event: { kind: "problem", file, row: null, field: null, message } };
  }
}

/** Its own buffer, since the reader looks at an ArrayBuffer from its beginning. */
const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

const plainObject = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** Values as JSON has them: numbers where they fit, times as ISO text. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint")
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value))
    return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : Array.from(value as Float64Array);
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value !== null ? plainObject(value as Record<string, unknown>) : value;
}
