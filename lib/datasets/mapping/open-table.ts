import { turnsOf } from "@/lib/domain/chat-turns";
import type { ImportEvent } from "@/lib/domain/import";
import type { KnownColumn } from "@/lib/domain/import-columns";
import type { ImportMapping } from "@/lib/domain/import-mapping";
import { knownColumn, missingColumns, recordKind } from "../columns";
import { RecordReader, type RowValues } from "../read-record";
import type { RowReader } from "../row-reader";
import { SetReader } from "../sets/known-set";
import { knownSets } from "../sets/known-sets";
import { textProblem } from "../text-problem";
import type { Unpacked } from "../unpack";
import { chatAnswer, guessMapping } from "./guess-mapping";
import { MappedReader } from "./mapped-reader";
import { pathsOf } from "./sources";
import { columnOfPath, valueAt } from "./value-at";

/** How many rows are looked at before the columns are decided. */
export const LOOK_ROWS = 50;

export interface TableOptions {
  /** The task that the import goes to, for sets that bring criteria. */
  taskName: string;
  mapping: ImportMapping | null;
  /** Given to rows without one, where several tables are read together. */
  subset: string | null;
  /** For a table that is compressed in itself. */
  unpacked?: Unpacked;
}

/** A table whose columns are decided. */
export interface OpenTable {
  reader: RowReader;
  /** The published set whose shape the rows have; null: none. */
  set: string | null;
  /** What is known before the first row. */
  events: ImportEvent[];
  /** Each column's field, where every field is one whole column; null where rows must be looked at. */
  columnOf: ((name: string) => KnownColumn | null) | null;
}

/** Decides how a table is read, by its columns and first rows; problems say what is missing and what was found. */
export function openTable(
  file: string,
  names: readonly string[],
  first: readonly RowValues[],
  options: TableOptions,
): OpenTable | { problems: ImportEvent[] } {
  const rows = first.map((values): Record<string, unknown> => Object.fromEntries(values));
  const set = options.mapping === null && rows[0] !== undefined ? knownSets.find(({ fits }) => fits(rows[0] ?? {})) : undefined;
  if (set) return { reader: new SetReader(set, { file, subset: options.subset }), set: set.name, events: [], columnOf: null };
  const guess = guessMapping(names, rows);
  const given = options.mapping;
  const mapping: ImportMapping =
    given === null ? guess : given.guess ? { ...given, fields: { ...withoutUsed(guess.fields, given), ...given.fields } } : given;
  const problem = sourceProblem(names, rows, mapping) ?? missingProblem(names, rows, mapping);
  const own = ownNames(names, mapping) && !holdsTurns(rows, mapping);
  const columns = names.filter((name) => textProblem(name, 1000) === null).map((name) => ({ name, example: exampleOf(rows, name) }));
  const found: ImportEvent = { kind: "columns", file, columns, mapping, guessed: given === null && !own };
  if (problem !== null) return { problems: [found, { kind: "problem", file, row: null, ...problem }] };
  // Names of Redline's own may differ from row to row, and each row is read by its own.
  if (own && options.subset === null) return { reader: new RecordReader(file), set: null, events: [found], columnOf: knownColumn };
  const notice: ImportEvent[] = own || given !== null ? [] : [guessed(file, mapping)];
  return {
    reader: new MappedReader(file, mapping, names, options.subset),
    set: null,
    events: [found, ...notice],
    columnOf: plainColumns(names, mapping, options),
  };
}

const guessed = (file: string, mapping: ImportMapping): ImportEvent => ({
  kind: "warning",
  code: "columns-guessed",
  message: `${file}: the columns were recognised as ${mappingText(mapping)}. Other columns are kept as metadata.`,
  count: 1,
});

const mappingText = ({ fields, ratings }: ImportMapping): string =>
  [
    ...Object.entries(fields).map(([field, source]) => `${field}=${source}`),
    ...(ratings === null ? [] : [`ratings of one ${ratings.per} each: ${ratings.columns.join(", ")}`]),
  ].join(", ");

/** A column that is mapped by hand is not also taken for another field. */
function withoutUsed(fields: ImportMapping["fields"], given: ImportMapping): ImportMapping["fields"] {
  const used = new Set([...Object.values(given.fields), ...(given.ratings?.columns ?? [])]);
  return Object.fromEntries(Object.entries(fields).filter(([, source]) => !used.has(source)));
}

/** Whether every field is read from the column of its own name, none is missing, and nothing else is mapped. */
const ownNames = (names: readonly string[], { fields, ratings }: ImportMapping): boolean => {
  if (ratings !== null || Object.entries(fields).some(([field, source]) => knownColumn(source) !== field)) return false;
  const has = (column: KnownColumn) => fields[column] !== undefined;
  return (
    names.every((name) => knownColumn(name) === null || has(knownColumn(name) ?? "id")) && missingColumns(recordKind(has), has).length === 0
  );
};

/** Whether a text is given as chat turns, which must be turned into text. */
const holdsTurns = (rows: readonly Record<string, unknown>[], { fields }: ImportMapping): boolean =>
  (["input", "output", "output_a", "output_b", "reference"] as const).some((field) => {
    const name = fields[field];
    return name !== undefined && rows.some((row) => Array.isArray(row[name]) && turnsOf(row[name]) !== null);
  });

/** A sample's own id is needed where positions are read at once, and neither chat turns nor joined columns are whole columns. */
function plainColumns(names: readonly string[], { fields, ratings }: ImportMapping, { subset }: TableOptions) {
  const entries = Object.entries(fields);
  if (ratings !== null || subset !== null || entries.some(([, source]) => !names.includes(source))) return null;
  const fieldOf = new Map(entries.map(([field, source]) => [source, field as KnownColumn]));
  if (fieldOf.size !== entries.length) return null;
  return (name: string) => fieldOf.get(name) ?? null;
}

type Found = { field: string | null; message: string };

/** A mapped column that the file does not have. */
function sourceProblem(
  names: readonly string[],
  rows: readonly Record<string, unknown>[],
  { fields, ratings }: ImportMapping,
): Found | null {
  const paths = [...Object.values(fields).flatMap((source) => pathsOf(source, names)), ...(ratings?.columns ?? [])];
  const absent = paths.filter(
    (path) => !names.includes(columnOfPath(names, path)) && rows.every((row) => valueAt(row, path) === undefined),
  );
  if (absent.length === 0) return null;
  const listed = absent.map((path) => `"${path}"`).join(", ");
  return { field: absent[0] ?? null, message: `There is no column ${listed}. ${foundText(names)}` };
}

/** Fields without which no row can be read: one message, with what was found. */
function missingProblem(
  names: readonly string[],
  rows: readonly Record<string, unknown>[],
  { fields, ratings }: ImportMapping,
): Found | null {
  const has = (column: KnownColumn) => fields[column] !== undefined || (column === "output" && chatAnswer(fields, rows));
  const ratingsAlone = ratings !== null && !has("input") && !has("output") && !has("output_a");
  if (ratingsAlone) {
    if (has("sample_id") || has("id")) return null;
    return { field: "sample_id", message: `No column says which sample is rated (sample_id). ${foundText(names)}` };
  }
  // Rows without ids are numbered.
  const missing = missingColumns(recordKind(has), (column) => column === "id" || has(column));
  const [only] = missing;
  if (only === undefined) return null;
  const both = missing.find(({ message }) => message.startsWith("A sample has either"));
  if (both) return both;
  if (Object.keys(fields).length === 0) return { field: null, message: `${unknownColumns} ${foundText(names)}` };
  const fieldsMissing = missing.map(({ field }) => `"${field}"`).join(" and ");
  const example = missing.map(({ field }) => `${field}=COLUMN`).join(",");
  return {
    field: only.field,
    message: `No column was found for ${fieldsMissing}. ${foundText(names)} Say which it is: --map ${example}, or on the import page.`,
  };
}

const unknownColumns =
  "No column has a name that Redline knows. Samples need id, input, output; ratings need sample_id, criterion, rater, score. Is the first line the header? If so, say what the columns are: --map input=COLUMN,output=COLUMN, or on the import page.";

const foundText = (names: readonly string[]): string => {
  const shown = names.slice(0, 40).join(", ");
  return `The file has: ${shown === "" ? "no columns" : shown}${names.length > 40 ? ` … (${names.length} in total)` : ""}.`;
};

/** A value without its depths. */
function outer(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > 3) return "…";
  if (Array.isArray(value)) return value.slice(0, 5).map((part) => outer(part, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, outer(part, depth + 1)]));
}

function exampleOf(rows: readonly Record<string, unknown>[], name: string): string {
  const value = rows.map((row) => row[name]).find((each) => each !== null && each !== undefined && each !== "");
  if (value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(outer(value)) : String(value);
  // What cannot be stored is shown as a replacement character; its row has the problem.
  return (text.length > 120 ? `${text.slice(0, 120)}…` : text).replaceAll(/[\0\p{Surrogate}]/gu, "\ufffd");
}
