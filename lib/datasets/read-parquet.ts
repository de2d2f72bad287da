import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type RowGroup } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { ImportEvent } from "@/lib/domain/import";
import { inBatches } from "./in-batches";
import type { TableOptions } from "./mapping/open-table";
import { scoreColumnsAtEnd, scoresLeftOut } from "./own-export";
import { type ObjectRow, readObjects } from "./read-objects";
import { MAX_WHOLE_BYTES, tooLarge, type Unpacked } from "./unpack";

/** Whether these are a Parquet file's first bytes. */
export const isParquet = (start: Uint8Array): boolean => new TextDecoder("latin1").decode(start.subarray(0, 4)) === "PAR1";

/**
 * How much of a row group is decoded at once. Each part decodes the pages that it touches from their beginning, so small parts of a large page would
 * cost the square of its length.
 */
const BYTES_AT_ONCE = 64 * 2 ** 20;
const ROWS_AT_ONCE = 250_000;
/** Values that one row group may claim to have: those that are all alike, or empty, take no room in the file but do in memory. */
const MAX_GROUP_VALUES = 50_000_000;

/** Reads a Parquet file held in memory, a row group or a part of one at a time; rows are numbered from 1. */
export const readParquet = (file: string, bytes: Uint8Array, options: TableOptions): AsyncGenerator<ImportEvent[]> =>
  inBatches(readObjects(file, parquetRows(file, bytes, options.unpacked), options));

async function* parquetRows(file: string, bytes: Uint8Array, unpacked?: Unpacked): AsyncGenerator<ObjectRow> {
  const buffer = { byteLength: bytes.byteLength, slice: (start: number, end?: number) => copyOf(bytes.subarray(start, end)) };
  let at = 0;
  try {
    const metadata = await parquetMetadataAsync(buffer);
    const header = parquetSchema(metadata).children.map(({ element }) => element.name);
    const columns = header.slice(0, header.length - scoreColumnsAtEnd(header));
    const left = header.slice(columns.length);
    if (left.length > 0) yield { event: { kind: "warning", code: "scores-left-out", message: scoresLeftOut(left), count: left.length } };
    for (const { end, step } of metadata.row_groups.map(partsOf(metadata.row_groups)))
      while (at < end) {
        const rowEnd = Math.min(at + step, end);
        const rows = await parquetReadObjects({ file: buffer, metadata, compressors: boundedCompressors(), columns, rowStart: at, rowEnd });
        for (const row of rows) {
          const object = plainObject(row);
          unpacked?.add(sizeOf(object));
          yield { row: ++at, object };
        }
      }
  } catch (error) {
    const message = `The Parquet file cannot be read from row ${at + 1}: ${error instanceof Error ? error.message : String(error)}.`;
    yield { event: { kind: "problem", file, row: null, field: null, message } };
  }
}

/** Where each row group ends, and how many of its rows are read at once. Throws for one that would not fit into memory. */
export function partsOf(groups: readonly RowGroup[]): (group: RowGroup, index: number) => { end: number; step: number } {
  let end = 0;
  return (group, index) => {
    const rows = Number(group.num_rows);
    const bytes = group.columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0);
    const values = rows * Math.max(1, group.columns.length);
    if (!(rows >= 0) || bytes > MAX_WHOLE_BYTES || values > MAX_GROUP_VALUES)
      throw new Error(
        `row group ${index + 1} of ${groups.length} has ${rows} rows of ${group.columns.length} columns, ${Math.round(bytes / 2 ** 20)} MB unpacked; write it in smaller row groups`,
      );
    end += rows;
    const parts = Math.max(1, Math.ceil(bytes / BYTES_AT_ONCE), Math.ceil(rows / ROWS_AT_ONCE));
    return { end, step: Math.ceil(rows / parts) };
  };
}

/** The codecs, for one reading: a page's header may promise more than the file's description of its row group did. */
function boundedCompressors(): typeof compressors {
  let unpacked = 0;
  const bounded = Object.entries(compressors).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, outputLength: number) => {
      unpacked += outputLength;
      if (unpacked > MAX_WHOLE_BYTES) throw new Error(tooLarge);
      return decompress(input, outputLength);
    },
  ]);
  return Object.fromEntries(bounded);
}

/** Its own buffer, since the reader looks at an ArrayBuffer from its beginning. */
const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** About as many bytes as the value has in a table of text. A dictionary holds a value once that rows repeat. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + 1 + sizeOf(part), 0);
}

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
