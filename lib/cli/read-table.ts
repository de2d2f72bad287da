import "server-only";
import { CsvError, parse } from "csv-parse";
import { UsageError } from "./output";

/** A CSV file's header and how to find a column in it. */
export interface TableHeader {
  file: string;
  columns: readonly string[];
  /** The column's place; a usage error names the columns there are. */
  indexOf(column: string): number;
}

/** Called with each row's cells (shorter or as long as the header) and its line number in the file, the header's being 1. */
export type RowReader = (cells: readonly string[], row: number) => void;

const BOM = "\ufeff";

/**
 * Reads a CSV file row by row: comma, quoted cells, BOM, LF or CRLF; blank lines are skipped. Memory does not grow with the file.
 *
 * @param source the file's bytes
 * @param start called with the header; returns the reader of the rows
 * @throws UsageError naming file, row and column if the file is not such a table
 */
export async function readTable(file: string, source: AsyncIterable<Uint8Array>, start: (header: TableHeader) => RowReader): Promise<void> {
  let header: TableHeader | null = null;
  let reader: RowReader = () => undefined;
  const onRecord: RowReader = (cells, row) => {
    if (cells.length === 1 && cells[0]?.trim() === "") return;
    if (header === null) {
      header = readHeader(file, cells);
      reader = start(header);
      return;
    }
    if (cells.length > header.columns.length) {
      throw new UsageError(`${file} row ${row}: has ${cells.length} cells where the header has ${header.columns.length}`);
    }
    reader(cells, row);
  };
  const text = decoded(file, source);
  const rest = await readPlainLines(text, onRecord);
  if (rest !== null) await readWithParser(file, rest, text, onRecord);
  if (header === null) throw new UsageError(`${file}: is empty; a header row is needed`);
}

/** Where plain lines end: text not yet read, and how many lines were. */
interface Rest {
  text: string;
  lines: number;
}

/**
 * Reads lines until the first quote or lone carriage return: until then CSV only needs splitting at commas, which is several times faster
 * than a parser. Returns the position of that character, or null at the end of the file.
 */
async function readPlainLines(text: AsyncGenerator<string>, onRecord: RowReader): Promise<Rest | null> {
  let pending = "";
  let row = 1;
  for (;;) {
    // Not `for await`, which would close the generator that the parser may still need.
    const { value, done } = await text.next();
    const chunk = done ? "" : value;
    if (chunk.includes('"') || /\r(?!\n|$)/.test(chunk) || (pending.endsWith("\r") && chunk !== "" && !chunk.startsWith("\n"))) {
      return { text: pending + chunk, lines: row - 1 };
    }
    const lines = (pending + chunk).split("\n");
    pending = done ? "" : (lines.pop() ?? "");
    for (const line of lines) {
      const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
      if (plain !== "") onRecord(plain.split(","), row);
      row += 1;
    }
    if (done) return null;
  }
}

async function readWithParser(file: string, rest: Rest, text: AsyncGenerator<string>, onRecord: RowReader): Promise<void> {
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { lines }: { lines: number }) => {
      onRecord(cells, rest.lines + lines);
      // Pass nothing on; the row has been handled here.
      return null;
    },
  });
  const finished = new Promise<void>((resolve, reject) => {
    parser.once("end", resolve);
    parser.once("error", reject);
  });
  // Without this, a failure while the file is still being read would count as unhandled.
  finished.catch(() => undefined);
  parser.resume();
  const write = async (chunk: string): Promise<void> => {
    if (!parser.write(chunk)) await Promise.race([finished, new Promise<void>((resolve) => parser.once("drain", resolve))]);
  };
  try {
    await write(rest.text);
    for await (const chunk of text) await write(chunk);
    parser.end();
    await finished;
  } catch (error) {
    throw error instanceof CsvError ? new UsageError(`${file}${describeCsvError(error, rest.lines)}`, { cause: error }) : error;
  } finally {
    parser.destroy();
  }
}

function readHeader(file: string, cells: readonly string[]): TableHeader {
  const columns = cells.map((cell) => cell.trim());
  columns.forEach((column, place) => {
    if (column === "") throw new UsageError(`${file} row 1: column ${place + 1} has no name`);
    const first = columns.indexOf(column);
    if (first < place) throw new UsageError(`${file} row 1 column ${shown(column)}: appears twice (${first + 1} and ${place + 1})`);
  });
  return {
    file,
    columns,
    indexOf(column) {
      const place = columns.indexOf(column);
      if (place < 0) throw new UsageError(`${file}: has no column ${shown(column)}; it has ${columns.map(shown).join(", ")}`);
      return place;
    },
  };
}

/** Text for a message, cut to a readable length. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** UTF-8 only: half a character or another encoding is an error, never a replacement character. */
async function* decoded(file: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let row = 1;
  let first = true;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new UsageError(`${file} row ${row} or later: is not UTF-8 text`, { cause: error });
    }
  };
  for await (const chunk of source) {
    if (first && isBinary(chunk)) throw new UsageError(`${file}: is a PDF or ZIP file, not CSV text`);
    const text = decode(chunk);
    if (text.includes("\0"))
      throw new UsageError(
        `${file} row ${row + lineBreaks(text.slice(0, text.indexOf("\0")))}: contains a NUL character; this is not a CSV file`,
      );
    if (text === "") continue;
    row += lineBreaks(text);
    yield first && text.startsWith(BOM) ? text.slice(1) : text;
    first = false;
  }
  yield decode();
}

function isBinary(chunk: Uint8Array): boolean {
  const start = String.fromCharCode(...chunk.subarray(0, 5));
  return start === "%PDF-" || start.startsWith("PK\u0003\u0004");
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function describeCsvError(error: CsvError, linesBefore: number): string {
  const row = typeof error.lines === "number" ? ` row ${linesBefore + error.lines}` : "";
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return `${row}: a quoted cell is never closed`;
  if (error.code === "CSV_INVALID_CLOSING_QUOTE") return `${row}: there is text after the closing quote of a cell`;
  if (error.code === "INVALID_OPENING_QUOTE") return `${row}: there is a quote inside an unquoted cell`;
  return `${row}: ${error.message}`;
}
