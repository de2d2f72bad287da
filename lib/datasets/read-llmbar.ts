import type { ImportEvent } from "@/lib/domain/import";
import { decodeWhole } from "./decode-utf8";
import { inBatches } from "./in-batches";
import { RecordReader, type RowValues } from "./read-record";

/** A list is one JSON document, so it is read whole; this limits the size of all files together. */
export const MAX_LLMBAR_BYTES = 256 * 1024 * 1024;

export interface LlmbarFile {
  /** Path within the upload, folders included. */
  path: string;
  bytes: Uint8Array;
}

/** Maps the file's keys to our columns; problems use the file's names. */
const columns = { input: "input", output_1: "output_a", output_2: "output_b", label: "gold_label" } as const;
const keyOf: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(columns).map(([key, column]) => [column, key]));

/** Whether a file's first bytes are those of such a list: [ { "input": … or "output_1": … */
export const startsLikeLlmbar = (start: string): boolean => /^\s*\[\s*\{/.test(start) && /"(?:input|output_1|output_2)"\s*:/.test(start);

/**
 * The subset of a file: its name without extension or, for "dataset" (as all of LLMBar's files are called), its folder's name. A subset
 * thus has the same name whether its folder or all of LLMBar was uploaded, and a repeated import recognizes its samples.
 */
export function subsetOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  const name = (parts.at(-1) ?? "").replace(/\.json$/i, "");
  return name === "dataset" ? (parts.at(-2) ?? name) : name;
}

/**
 * Reads LLMBar's files: each a JSON list of objects with `input`, `output_1`, `output_2` and `label` (1 or 2), each a subset. A sample's
 * id is its subset and its position in the list, from 1; problems give that position as the row. Other keys are kept as metadata. Files
 * without a list are skipped with a warning if another file has one.
 */
export const readLlmbar = (files: readonly LlmbarFile[]): AsyncGenerator<ImportEvent[]> => inBatches(readLists(files));

function* readLists(files: readonly LlmbarFile[]): Generator<ImportEvent> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (size > MAX_LLMBAR_BYTES) {
    const message = `The files hold ${size} bytes in total; lists are read whole, so the limit is ${MAX_LLMBAR_BYTES}. Convert them to JSON Lines.`;
    yield problemIn(files[0]?.path ?? "", null, message);
    return;
  }
  const subsets = new Map<string, string>();
  for (const file of files) {
    const subset = subsetOf(file.path);
    const rows = listIn(file);
    const earlier = subsets.get(subset);
    if ("message" in rows) yield problemIn(file.path, rows.row, rows.message);
    else if (rows.list === null && files.length > 1) yield passedOver(file.path);
    else if (rows.list === null) yield problemIn(file.path, null, "The file holds JSON, but not a list [ … ] of objects.");
    else if (earlier !== undefined)
      yield problemIn(file.path, null, `The subset "${subset}" is already in ${earlier}. Rename one of them.`);
    else {
      subsets.set(subset, file.path);
      yield* readList(file.path, subset, rows.list);
    }
  }
}

function listIn({ bytes }: LlmbarFile): { list: unknown[] | null } | { row: number | null; message: string } {
  const decoded = decodeWhole(bytes);
  if ("message" in decoded) return decoded;
  try {
    const value: unknown = JSON.parse(decoded.text);
    return { list: Array.isArray(value) ? value : null };
  } catch (error) {
    return { row: null, message: `The file is not JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

function* readList(path: string, subset: string, list: readonly unknown[]): Generator<ImportEvent> {
  const records = new RecordReader(path);
  if (list.length === 0) yield problemIn(path, null, "The list is empty.");
  for (const [index, entry] of list.entries()) {
    const row = index + 1;
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
      yield problemIn(path, row, "The entry is not an object { … }.");
      continue;
    }
    const missing = Object.keys(columns).filter((key) => !Object.hasOwn(entry, key));
    for (const key of missing) yield { ...problemIn(path, row, `The key "${key}" is missing.`), field: key };
    if (missing.length > 0) continue;
    for (const event of records.read(row, valuesOf(entry, subset, row))) yield named(event, path);
  }
  yield* records.warnings();
}

function valuesOf(entry: object, subset: string, row: number): RowValues {
  const values = Object.entries(entry).map(([key, value]): RowValues[number] => [
    key in columns ? columns[key as keyof typeof columns] : key,
    value,
  ]);
  return [["id", `${subset}-${row}`], ["subset", subset], ...values];
}

const named = (event: ImportEvent, file: string): ImportEvent => {
  if (event.kind === "problem") return { ...event, field: event.field === null ? null : (keyOf[event.field] ?? event.field) };
  return event.kind === "sample" ? { ...event, file } : event;
};

const problemIn = (file: string, row: number | null, message: string) => ({ kind: "problem" as const, file, row, field: null, message });

const passedOver = (file: string) => ({
  kind: "warning" as const,
  code: "file-passed-over",
  message: `${file} holds no list of samples and was skipped.`,
  count: 1,
});
