import type { Scale } from "@/lib/domain/criterion";
import type { ImportEvent } from "@/lib/domain/import";
import type { ImportMapping } from "@/lib/domain/import-mapping";
import { isCategorical } from "@/lib/domain/labels";
import { bundleEvents } from "./bundle-events";
import { DETECT_BYTES, detectFormat, isCoevalRelease, MAX_FIRST_LINE_BYTES, type TableFormat } from "./detect-format";
import { readCoeval } from "./read-coeval";
import { readCsv } from "./read-csv";
import { readFolder } from "./read-folder";
import { readJsonl } from "./read-jsonl";
import { readTable } from "./read-table";
import { isTar, type TarEntry } from "./tar";
import { collected, filesIn, gunzip, isGzip, isZip, Unpacked, UnreadableError } from "./unpack";
import { withImages } from "./uploaded-images";

/** What reading a file may cost. */
export interface ImportLimits {
  unpackedBytes: number;
  /** How long reading may take, and whether it has. */
  hours: number;
  isOver: () => boolean;
}

/** A file on the server's own disk. */
export const noLimits: ImportLimits = { unpackedBytes: Number.POSITIVE_INFINITY, hours: Number.POSITIVE_INFINITY, isOver: () => false };

/** A file or an archived folder to import. */
export interface ImportSource {
  fileName: string;
  /** The task for rows that name none. */
  taskName: string;
  /** "auto": detected by name and content. */
  format: string;
  /** Given with the import. */
  scale: Scale | null;
  mapping: ImportMapping | null;
  bytes: AsyncIterable<Uint8Array>;
  limits: ImportLimits;
}

/** What is opened, layer by layer. */
interface Opened extends ImportSource {
  unpacked: Unpacked;
}

/** The events of a file of any known format, and the format. */
export interface ReadImport {
  format: string;
  events: AsyncIterable<ImportEvent[]>;
}

/** Opens a file for import, unpacked if it is compressed, and chooses its reader by its first bytes or a folder's files. */
export async function readImport(source: ImportSource): Promise<ReadImport> {
  try {
    const { format, events } = await open({ ...source, unpacked: new Unpacked(source.limits.unpackedBytes) }, 0);
    return { format, events: untilTooMany(source.fileName, untilStopped(source, events)) };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { format: source.format, events: problem(source.fileName, error.message) };
  }
}

/** A file may be compressed twice by mistake; there are some that unpack to themselves for ever. */
const MAX_LAYERS = 3;
/** Ten times the largest study that Redline is measured with. */
const MAX_RECORDS = 100_000_000;

/** The events up to the limit of records, then a problem of the whole file. */
export async function* untilTooMany(
  file: string,
  events: AsyncIterable<ImportEvent[]>,
  limit = MAX_RECORDS,
): AsyncGenerator<ImportEvent[]> {
  let records = 0;
  for await (const batch of events) {
    records += batch.length;
    if (records > limit) {
      yield* problem(file, `The file has more than ${limit.toLocaleString("en")} records. Import it in parts.`);
      return;
    }
    yield batch;
  }
}

/** The events, and a problem of the whole file where it turns out to be damaged or to go beyond the limits. */
async function* untilStopped({ fileName, limits }: ImportSource, events: AsyncIterable<ImportEvent[]>): AsyncGenerator<ImportEvent[]> {
  let row: number | null = null;
  try {
    for await (const batch of events) {
      const last = batch.at(-1);
      if (last?.kind === "sample" || last?.kind === "rating" || last?.kind === "problem") row = last.row ?? row;
      yield batch;
      if (limits.isOver()) throw new UnreadableError(tookTooLong(limits.hours));
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    yield* problem(fileName, row === null ? error.message : `${error.message} It was read up to row ${row}.`);
  }
}

const tookTooLong = (hours: number) =>
  `Reading the file took longer than ${hours} hours. What was uploaded is kept: check it again while less is going on, or import it in parts.`;

async function open(source: Opened, layers: number): Promise<ReadImport> {
  const bytes = source.bytes[Symbol.asyncIterator]();
  const head = await readHead(bytes);
  const whole = again(head, bytes);
  if (isGzip(head)) {
    if (layers === MAX_LAYERS) throw new UnreadableError(`The file is compressed more than ${MAX_LAYERS} times.`);
    return open({ ...source, fileName: unzippedName(source.fileName), bytes: gunzip(whole, source.unpacked) }, layers + 1);
  }
  if (isTar(head) || isZip(head)) return readFiles(source, await filesIn(await collected(whole), source.unpacked));
  const format = source.format === "auto" ? detectFormat(source.fileName, head) : source.format;
  if (format === "csv" || format === "jsonl") return readStream(source, format, whole);
  if (format === "coeval") return readFiles(source, [{ path: source.fileName, bytes: await collected(whole) }]);
  if (format === "json" || format === "llmbar" || format === "parquet") return readDocument(source, format, whole);
  return { format: format ?? "unknown", events: problem(source.fileName, unknownFormat(format)) };
}

const unzippedName = (fileName: string) => fileName.replace(/\.tgz$/i, ".tar").replace(/\.gz$/i, "");

/** The task for rows that name none: the file's name without its extensions. */
export function defaultTaskName(fileName: string): string {
  const last =
    fileName
      .replace(/[\\/]dataset\.json$/, "")
      .split(/[\\/]/)
      .at(-1) ?? "";
  return last.replace(/\.gz$/i, "").replace(/\.[^.]+$/, "") || "task";
}

const unknownFormat = (format: string | null) =>
  format === null
    ? "This does not look like CSV, JSON, JSON Lines, Parquet or an archive of such files. If it is one of these, name the format."
    : `Files of the format "${format}" cannot be imported yet.`;

async function* problem(file: string, message: string): AsyncGenerator<ImportEvent[]> {
  yield [{ kind: "problem", file, row: null, field: null, message }];
}

const optionsOf = ({ taskName, mapping, unpacked }: Opened) => ({ taskName, mapping, subset: null, unpacked });

/** Tables that are read as they arrive, however large. */
function readStream(source: Opened, format: "csv" | "jsonl", whole: AsyncIterable<Uint8Array>): ReadImport {
  const { fileName } = source;
  const events = (format === "csv" ? readCsv : readJsonl)(fileName, whole, optionsOf(source));
  return { format, events: withImages({ path: fileName }, events) };
}

async function readDocument(source: Opened, format: "json" | "llmbar" | "parquet", whole: AsyncIterable<Uint8Array>): Promise<ReadImport> {
  const file = { path: source.fileName, bytes: await collected(whole) };
  const table: TableFormat = format === "llmbar" ? "json" : format;
  return { format, events: withImages(file, readTable(table, file.path, file.bytes, optionsOf(source))) };
}

/** An archive's files: a CoEval release, else every table in it. */
function readFiles(source: Opened, files: readonly TarEntry[]): ReadImport {
  const isRelease = isCoevalRelease(files.map(({ path }) => path));
  if (isRelease || source.format === "coeval") return { format: "coeval", events: coevalEvents(source, files, isRelease) };
  return { format: source.format === "auto" ? "folder" : source.format, events: readFolder(source.fileName, files, optionsOf(source)) };
}

async function* coevalEvents(
  { fileName, scale }: ImportSource,
  files: readonly TarEntry[],
  isRelease: boolean,
): AsyncGenerator<ImportEvent[]> {
  if (!isRelease) {
    yield* problem(fileName, "The folder has no combine_data.json, so it is not a CoEval release.");
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

/** Enough bytes to tell the format: the first line, if it is not longer than a megabyte. */
async function readHead(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  const enough = () =>
    head.byteLength >= DETECT_BYTES && (head[0] !== 0x7b || head.includes(10) || head.byteLength >= MAX_FIRST_LINE_BYTES);
  while (!enough()) {
    const next = await bytes.next();
    if (next.done) break;
    head = head.byteLength === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return head;
}

async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.byteLength > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
