import type { ImportEvent } from "@/lib/domain/import";
import { LOOK_ROWS, openTable, type TableOptions } from "./mapping/open-table";
import type { RowReader } from "./row-reader";

/** A row of a table whose rows are records: its number in the file and its object, or what is wrong with it. */
export type ObjectRow = { row: number; object: Record<string, unknown> } | { event: ImportEvent };

/** Reads a table of records, whatever format they come in; how is decided by the first of them. */
export async function* readObjects(
  file: string,
  rows: AsyncIterable<ObjectRow> | Iterable<ObjectRow>,
  options: TableOptions,
): AsyncGenerator<ImportEvent> {
  let waiting: ObjectRow[] | null = [];
  let reader: RowReader | null = null;
  const open = (first: readonly ObjectRow[]) => {
    const objects = first.flatMap((row) => ("object" in row ? [row.object] : []));
    if (objects.length === 0) return null;
    const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
    return openTable(
      file,
      names,
      objects.map((object) => Object.entries(object)),
      options,
    );
  };
  const take = (row: ObjectRow): ImportEvent[] =>
    "event" in row ? [row.event] : (reader?.read(row.row, Object.entries(row.object)) ?? []);
  function* decide(first: readonly ObjectRow[]): Generator<ImportEvent, boolean> {
    const table = open(first);
    if (table !== null && "problems" in table) {
      yield* table.problems;
      return false;
    }
    if (table !== null) {
      reader = table.reader;
      yield* table.events;
    }
    for (const row of first) yield* take(row);
    return true;
  }
  for await (const row of rows) {
    if (waiting === null) yield* take(row);
    else if (waiting.push(row) >= LOOK_ROWS) {
      if (!(yield* decide(waiting))) return;
      waiting = null;
    }
  }
  if (waiting !== null && !(yield* decide(waiting))) return;
  if (reader !== null) yield* (reader as RowReader).warnings();
}
