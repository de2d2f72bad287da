import type { ImportEvent, WarningEvent } from "@/lib/domain/import";
import { DETECT_BYTES, detectFormat } from "./detect-format";
import type { TableOptions } from "./mapping/open-table";
import { readTable } from "./read-table";
import { subsetsOf } from "./subset-of";
import type { TarEntry } from "./tar";
import { isArchived, withImages } from "./uploaded-images";

/** Each table of a folder is opened, and some wait for others, before anything is written. */
const MAX_TABLES = 2000;

interface OpenFile {
  path: string;
  first: ImportEvent[];
  rest: AsyncGenerator<ImportEvent[]>;
}

/**
 * Reads a folder: every table in it, samples before ratings, with the images that the samples name by paths relative to their table. Each table of
 * several is a subset named after its file. Files that hold no records are named in a warning if another file has some.
 */
export async function* readFolder(
  name: string,
  files: readonly TarEntry[],
  options: Omit<TableOptions, "subset">,
): AsyncGenerator<ImportEvent[]> {
  const warnings = new Map<string, WarningEvent & { files: number }>();
  for await (const batch of readTables(name, files, options)) {
    yield batch.filter((event) => event.kind !== "warning");
    for (const event of batch) {
      if (event.kind !== "warning") continue;
      const known = warnings.get(event.code);
      if (known === undefined) warnings.set(event.code, { ...event, files: 1 });
      else warnings.set(event.code, { ...known, count: known.count + event.count, files: known.files + 1 });
    }
  }
  // One for all files, as the first of them says it: a folder may have hundreds.
  yield [...warnings.values()].map(({ files, ...event }) =>
    files === 1 ? event : { ...event, message: `${event.message} (in ${files} files)` },
  );
}

async function* readTables(name: string, files: readonly TarEntry[], options: Omit<TableOptions, "subset">): AsyncGenerator<ImportEvent[]> {
  const tables = files.flatMap((file) => {
    const format = isArchived(file.path) ? detectFormat(file.path, file.bytes.subarray(0, DETECT_BYTES)) : null;
    return format === null || format === "coeval" || format === "redline" ? [] : [{ file, format }];
  });
  if (tables.length > MAX_TABLES) {
    yield [
      {
        kind: "problem",
        file: name,
        row: null,
        field: null,
        message: `The folder has ${tables.length} tables; the limit is ${MAX_TABLES}.`,
      },
    ];
    return;
  }
  const subsets = subsetsOf(tables.map(({ file }) => file.path));
  const rated: OpenFile[] = [];
  const unread: OpenFile[] = [];
  let read = 0;
  for (const { file, format } of tables) {
    const subset = tables.length === 1 ? null : (subsets.get(file.path) ?? null);
    const rest = withImages(file, namedIn(file.path, readTable(format, file.path, file.bytes, { ...options, subset })), files);
    const opened = { path: file.path, first: await firstEvents(rest), rest };
    const record = opened.first.find(isRecord);
    if (record === undefined) unread.push(opened);
    else if (record.kind === "rating") rated.push(opened);
    else {
      read += 1;
      yield opened.first;
      yield* opened.rest;
    }
  }
  for (const { first, rest } of rated) {
    yield first;
    yield* rest;
  }
  if (read + rated.length === 0) yield noTable(name, unread);
  else if (unread.length > 0) yield [passedOver(unread)];
}

const isRecord = ({ kind }: ImportEvent) => kind === "sample" || kind === "rating" || kind === "criterion";

/** The events up to the first record or problem. */
async function firstEvents(events: AsyncGenerator<ImportEvent[]>): Promise<ImportEvent[]> {
  const first: ImportEvent[] = [];
  while (!first.some((event) => isRecord(event) || event.kind === "problem")) {
    const next = await events.next();
    if (next.done) break;
    first.push(...next.value);
  }
  return first;
}

/** Problems and ratings of a folder name their file. */
async function* namedIn(path: string, events: AsyncIterable<ImportEvent[]>): AsyncGenerator<ImportEvent[]> {
  for await (const batch of events)
    yield batch.map((event) => (event.kind === "sample" || event.kind === "rating" ? { ...event, file: path } : event));
}

function noTable(name: string, unread: readonly OpenFile[]): ImportEvent[] {
  const problems = unread.flatMap(({ first }) => first.filter(({ kind }) => kind === "problem"));
  if (problems.length > 0) return problems;
  const message = "The folder has no table (CSV, JSON, JSON Lines or Parquet) and no combine_data.json (a CoEval release).";
  return [{ kind: "problem", file: name, row: null, field: null, message }];
}

function passedOver(unread: readonly OpenFile[]): ImportEvent {
  const names = unread.map(({ path }) => path);
  const message = `Files without samples or ratings were skipped: ${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}`;
  return { kind: "warning", code: "file-passed-over", message, count: names.length };
}
