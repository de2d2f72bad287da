import type { ImportEvent } from "@/lib/domain/import";
import { countInvalid, decodeUtf8, type InvalidBytes, NotTextError, takeInvalid } from "./decode-utf8";
import { inBatches } from "./in-batches";
import { readOwnLine } from "./own-export";
import { RecordReader } from "./read-record";
import { MAX_CELL_CHARACTERS } from "./text-problem";

const MAX_LINE_CHARACTERS = 4 * MAX_CELL_CHARACTERS;

/**
 * Reads samples and ratings from JSON Lines: one object per line, whose kind is detected by its keys, which are CSV's columns. Streams like
 * readCsv; empty lines are skipped, and a line that is not JSON is a problem of that line only.
 */
export const readJsonl = (file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportEvent[]> =>
  inBatches(readLines(file, bytes));

async function* readLines(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportEvent> {
  const invalid: InvalidBytes = { offsets: [] };
  const records = new RecordReader(file);
  let rows = 0;
  let left = 0;
  const problem = (row: number | null, message: string): ImportEvent => ({ kind: "problem", file, row, field: null, message });
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
        const own = "message" in value ? null : readOwnLine(value.object);
        if ("message" in value) yield problem(line, value.message);
        else if (own === "work") left++;
        else if (own === null) yield* records.read(line, Object.entries(value.object));
        else yield* records.read(line, own.values, own.task);
      }
    }
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    yield problem(null, error.message);
    return;
  }
  if (rows === 0) yield problem(null, "The file is empty.");
  if (left > 0) yield { kind: "warning", code: "work-left-out", message: workLeftOut, count: left };
  yield* records.warnings();
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
