import type { ImportEvent } from "@/lib/domain/import";
import { decodeWhole } from "./decode-utf8";
import { inBatches } from "./in-batches";
import type { TableOptions } from "./mapping/open-table";
import { type ObjectRow, readObjects } from "./read-objects";
import { birdStudyEvents } from "./sets/bird-study";

/** Reads one JSON document as a table; rows are numbered by their position, from 1. */
export function readJson(file: string, bytes: Uint8Array, options: TableOptions): AsyncGenerator<ImportEvent[]> {
  const document = parseDocument(bytes);
  const problem = (row: number | null, message: string): ImportEvent[] => [{ kind: "problem", file, row, field: null, message }];
  if ("message" in document) return inBatches(problem(document.row, document.message));
  const birds = birdStudyEvents(document.value);
  if (birds !== null) return inBatches(birds);
  const rows = rowsOfDocument(document.value);
  if (rows === null) return inBatches(problem(null, "The file holds JSON, but no list of records: [ { … }, … ]."));
  if (rows.length === 0) return inBatches(problem(null, "The list is empty."));
  return inBatches(readObjects(file, numbered(file, rows), options));
}

function parseDocument(bytes: Uint8Array): { value: unknown } | { row: number | null; message: string } {
  const decoded = decodeWhole(bytes);
  if ("message" in decoded) return decoded;
  try {
    return { value: JSON.parse(decoded.text) };
  } catch (error) {
    return { row: null, message: `The file is not JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

function* numbered(file: string, rows: readonly unknown[]): Generator<ObjectRow> {
  for (const [index, entry] of rows.entries()) {
    if (isRecord(entry)) yield { row: index + 1, object: entry };
    else yield { event: { kind: "problem", file, row: index + 1, field: null, message: "The entry is not an object { … }." } };
  }
}

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

const listNames = ["data", "rows", "records", "samples", "examples", "items", "instances", "results"];

/**
 * The records of a document: a list; an object that holds one under a usual name; columns of equal length, as lists or by row number; or records by
 * their ids, which become the field `id`. Null: none of them.
 */
function rowsOfDocument(document: unknown): unknown[] | null {
  if (Array.isArray(document)) return document.some(isRecord) || document.length === 0 ? document.map(unwrapped) : null;
  if (!isRecord(document)) return null;
  const named = listNames.map((name) => document[name]).find((value) => Array.isArray(value) && value.some(isRecord));
  if (Array.isArray(named)) return named.map(unwrapped);
  const values = Object.values(document);
  if (values.length > 1 && values.every(Array.isArray)) return columnsToRows(document);
  if (values.length > 0 && values.every(isRecord)) {
    const byNumber = values.every((value) => Object.keys(value).every((key) => /^\d+$/.test(key)) && !Object.values(value).some(isRecord));
    return byNumber ? columnsToRows(document) : Object.entries(document).map(([id, value]) => (isRecord(value) ? { id, ...value } : value));
  }
  return null;
}

/** The dataset viewer wraps each row. */
const unwrapped = (entry: unknown): unknown => (isRecord(entry) && isRecord(entry.row) && "row_idx" in entry ? entry.row : entry);

function columnsToRows(columns: Json): unknown[] | null {
  const lists = Object.entries(columns).map(([name, column]): [string, unknown[]] => [name, Object.values(column as object)]);
  const length = lists[0]?.[1].length ?? 0;
  if (lists.some(([, list]) => list.length !== length)) return null;
  return Array.from({ length }, (_, index) => Object.fromEntries(lists.map(([name, list]) => [name, list[index]])));
}
