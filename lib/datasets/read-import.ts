import type { Scale } from "@/lib/domain/criterion";
import type { ImportEvent } from "@/lib/domain/import";
import { isCategorical } from "@/lib/domain/labels";
import { bundleEvents } from "./bundle-events";
import { DETECT_BYTES, detectFolder, detectFormat, isCoevalRelease } from "./detect-format";
import { MAX_COEVAL_BYTES, readCoeval } from "./read-coeval";
import { readCsv } from "./read-csv";
import { readJsonl } from "./read-jsonl";
import { type LlmbarFile, readLlmbar } from "./read-llmbar";
import { isTar, readTar } from "./tar";
import { tablesIn, withImages } from "./uploaded-images";

/** A file or an archived folder to import. */
export interface ImportSource {
  fileName: string;
  /** "auto": detected by name and content. */
  format: string;
  /** Given with the import. */
  scale: Scale | null;
  bytes: AsyncIterable<Uint8Array>;
}

/** The events of a file of any known format, and the format. */
export interface ReadImport {
  format: string;
  events: AsyncIterable<ImportEvent[]>;
}

/** Opens a file for import and chooses its reader by the format detected from its first bytes or a folder's files. */
export async function readImport(source: ImportSource): Promise<ReadImport> {
  const bytes = source.bytes[Symbol.asyncIterator]();
  const head = await readHead(bytes);
  const whole = again(head, bytes);
  const folder = isTar(head);
  const format = source.format !== "auto" ? source.format : folder ? "folder" : (detectFormat(source.fileName, head) ?? "unknown");
  if (!folder && (format === "csv" || format === "jsonl"))
    return { format, events: withImages({ path: source.fileName }, tableReaders[format](source.fileName, whole)) };
  if (folder || format === "coeval" || format === "llmbar" || format === "folder") return readWhole(source, { whole, folder }, format);
  return { format, events: problem(source.fileName, unknownFormat(format)) };
}

/** The task for rows that name none: the file's name without its extension. */
export function defaultTaskName(fileName: string): string {
  const last =
    fileName
      .replace(/[\\/]dataset\.json$/, "")
      .split(/[\\/]/)
      .at(-1) ?? "";
  return last.replace(/\.[^.]+$/, "") || "task";
}

const tableReaders = { csv: readCsv, jsonl: readJsonl };

const unknownFormat = (format: string) =>
  format === "unknown"
    ? "This does not look like CSV, JSON Lines, a CoEval release or a list such as LLMBar's. If it is one of these, name the format."
    : `Files of the format "${format}" cannot be imported yet.`;

async function* problem(file: string, message: string): AsyncGenerator<ImportEvent[]> {
  yield [{ kind: "problem", file, row: null, field: null, message }];
}

/** Formats that are read into memory: one JSON document, or a folder of them. */
async function readWhole(
  source: ImportSource,
  { whole, folder }: { whole: AsyncIterable<Uint8Array>; folder: boolean },
  given: string,
): Promise<ReadImport> {
  const files = await filesOf(source.fileName, whole, folder);
  if (typeof files === "string") return { format: given, events: problem(source.fileName, files) };
  const format = given === "folder" ? (detectFolder(files) ?? "table") : given;
  if (format === "table" || format === "csv" || format === "jsonl") return readTable(source, files);
  return { format, events: format === "coeval" ? coevalEvents(source, files) : readLlmbar(files) };
}

/** A folder with one table and, beside it, the images that its samples name. */
function readTable(source: ImportSource, files: readonly LlmbarFile[]): ReadImport {
  const [table, ...others] = tablesIn(files);
  if (table === undefined || others.length > 0) {
    const message =
      table === undefined
        ? "The folder has no table (CSV or JSON Lines), no combine_data.json (a CoEval release) and no lists such as LLMBar's."
        : `The folder has several tables: ${[table, ...others].map(({ path }) => path).join(", ")}. Import a folder with one.`;
    return { format: source.format, events: problem(source.fileName, message) };
  }
  const format = detectFormat(table.path, table.bytes.subarray(0, DETECT_BYTES)) === "csv" ? "csv" : "jsonl";
  return { format, events: withImages(table, tableReaders[format](table.path, once(table.bytes)), files) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Loads the files into memory; a string explains why that failed. A single file keeps its given name. */
async function filesOf(fileName: string, whole: AsyncIterable<Uint8Array>, folder: boolean): Promise<LlmbarFile[] | string> {
  const bytes = await collect(whole);
  if (bytes === null) return `JSON documents and folders are read into memory, so the limit is ${MAX_COEVAL_BYTES} bytes.`;
  if (!folder) return [{ path: fileName, bytes }];
  try {
    return readTar(bytes);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function* coevalEvents({ fileName, scale }: ImportSource, files: readonly LlmbarFile[]): AsyncGenerator<ImportEvent[]> {
  if (!isCoevalRelease(files.map((file) => file.path))) {
    yield* problem(fileName, "The folder has neither a combine_data.json (a CoEval release) nor lists such as LLMBar's.");
    return;
  }
  if (scale !== null && isCategorical(scale)) {
    yield* problem(fileName, "A CoEval release has scores, not labels. Give a scale of numbers, or none.");
    return;
  }
  const sources = files.map((file) => ({ path: file.path, size: file.bytes.byteLength, bytes: async () => file.bytes }));
  const read = await readCoeval(sources, { scale });
  yield read.warnings.map((warning) => ({ kind: "warning", ...warning }));
  yield read.problems.map((found) => ({ kind: "problem", ...found, row: null }));
  for (const bundle of read.bundles) yield* bundleEvents(bundle);
}

async function readHead(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.byteLength < DETECT_BYTES) {
    const next = await bytes.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.byteLength > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > MAX_COEVAL_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
