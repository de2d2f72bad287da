import type { ImportEvent } from "@/lib/domain/import";
import { countInvalid, decodeUtf8, type InvalidBytes, NotTextError, takeInvalid } from "./decode-utf8";
import { inBatches } from "./in-batches";
import type { TableOptions } from "./mapping/open-table";
import { readOwnLine } from "./own-export";
import { type ObjectRow, readObjects } from "./read-objects";
import { RecordReader } from "./read-record";
import { MAX_CELL_CHARACTERS } from "./text-problem";

const MAX_LINE_CHARACTERS = 4 * MAX_CELL_CHARACTERS;

/**
 * Reads samples and ratings from JSON Lines: one object per line, by CSV's columns, a mapping, or the shape of a published set. Streams like
 * readCsv; empty lines are skipped, and a line that is not JSON is a problem of that line only.
 */
export const readJsonl = (
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  options: TableOptions = { taskName: file, mapping: null, subset: null },
): AsyncGenerator<ImportEvent[]> => inBatches(readLines(file, bytes, options));

async function* readLines(file: string, bytes: AsyncIterable<Uint8Array>, options: TableOptions): AsyncGenerator<ImportEvent> {
  const own = new OwnExport(file);
  yield* readObjects(file, own.rest(parsedLines(file, bytes)), options);
  yield* own.end();
}

/** The lines as objects; one that cannot be read is a problem of that line. */
async function* parsedLines(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ObjectRow> {
  const invalid: InvalidBytes = { offsets: [] };
  let rows = 0;
  const problem = (row: number | null, message: string): ObjectRow => ({ event: { kind: "problem", file, row, field: null, message } });
  try {
    for await (const { line, text, tooLong, lostMarks } of splitLines(decodeUtf8(bytes, invalid))) {
      const bad = takeInvalid(text, invalid, lostMarks);
      if (!tooLong && text.trim() === "") continue;
      rows++;
      // Otherwise a document that spans many lines would give a problem for each of them.
      if (rows === 1 && /^\s*[[{]\s*$/.test(text)) {
        yield problem(line, "This looks like one JSON document over several lines. JSON Lines needs one object per line.");
        return;
      }
      if (tooLong) yield problem(line, `The line holds more than ${MAX_LINE_CHARACTERS} characters.`);
      else if (bad !== null) yield problem(line, `The line is ${bad}`);
      else {
        const value = parseLine(text);
        yield "message" in value ? problem(line, value.message) : { row: line, object: value.object };
      }
    }
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    yield problem(null, error.message);
    return;
  }
  if (rows === 0) yield problem(null, "The file is empty.");
}

/** Takes the lines of Redline's own export out of a file's rows: its samples are read as they were written, under their tasks. */
class OwnExport {
  readonly #records: RecordReader;
  #left = 0;
  #samples = false;

  constructor(file: string) {
    this.#records = new RecordReader(file);
  }

  async *rest(rows: AsyncIterable<ObjectRow>): AsyncGenerator<ObjectRow> {
    for await (const row of rows) {
      const own = "event" in row ? null : readOwnLine(row.object);
      if ("event" in row || own === null) yield row;
      else if (own === "work") this.#left++;
      else {
        this.#samples = true;
        for (const event of this.#records.read(row.row, own.values, own.task)) yield { event };
      }
    }
  }

  *end(): Generator<ImportEvent> {
    if (this.#left > 0) yield { kind: "warning", code: "work-left-out", message: workLeftOut, count: this.#left };
    if (this.#samples) yield* this.#records.warnings();
  }
}

const workLeftOut = "The file is a Redline export: its samples are imported, its evaluations and drafts are not.";

function parseLine(text: string): { object: Record<string, unknown> } | { message: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { object: { ...value } };
    return { message: "The line holds JSON, but not an object { … }." };
  } catch (error) {
    return { message: `The line is not JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

interface Line {
  line: number;
  text: string;
  tooLong: boolean;
  lostMarks: number;
}

/** Lines with their numbers; overlong ones are truncated. */
async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<Line> {
  let current: Line = { line: 1, text: "", tooLong: false, lostMarks: 0 };
  const append = (piece: string) => {
    if (current.text.length + piece.length <= MAX_LINE_CHARACTERS && !current.tooLong) current.text += piece;
    else {
      current.tooLong = true;
      current.lostMarks += countInvalid(piece);
    }
  };
  for await (const text of texts) {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      append(text.slice(from, at));
      yield current;
      current = { line: current.line + 1, text: "", tooLong: false, lostMarks: 0 };
      from = at + 1;
    }
    append(text.slice(from));
  }
  yield current;
}
