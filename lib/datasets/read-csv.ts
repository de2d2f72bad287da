import type { ImportEvent } from "@/lib/domain/import";
import { knownColumn } from "./columns";
import { countInvalid, decodeUtf8, type InvalidBytes, NotTextError, takeInvalid } from "./decode-utf8";
import { LOOK_ROWS, openTable, type TableOptions } from "./mapping/open-table";
import { scoreColumnsAtEnd, scoresLeftOut } from "./own-export";
import { type PlannedRow, planRow } from "./plan-row";
import { RecordReader, type RowValues } from "./read-record";
import type { RowReader } from "./row-reader";
import { type CsvRow, CsvSplitter } from "./split-csv";
import { textProblem } from "./text-problem";

const MAX_HEADER_CHARACTERS = 1_000_000;

/**
 * Reads samples or ratings from CSV, distinguished by the header, which may be mapped or be that of a published set; other columns become a
 * sample's metadata. Streams: memory holds one chunk and the first rows, however large the file. Rows are numbered by the line they start on.
 * @param file the name used in problems
 */
export async function* readCsv(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  options: TableOptions = { taskName: file, mapping: null, subset: null },
): AsyncGenerator<ImportEvent[]> {
  const reading = new CsvReading(file, options);
  try {
    for await (const text of decodeUtf8(bytes, reading.invalid)) {
      yield [...reading.push(text)];
      if (reading.ended) return;
    }
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    yield [{ kind: "problem", file, row: null, field: null, message: error.message }];
    return;
  }
  yield [...reading.end()];
}

/** What is known while one file is being read: first its header, then its rows. */
class CsvReading {
  readonly invalid: InvalidBytes = { offsets: [] };
  /** Set when the header makes the rest unreadable. */
  ended = false;
  readonly #file: string;
  readonly #options: TableOptions;
  #records: RowReader;
  /** Rows that wait until the columns are decided; null once they are. */
  #waiting: CsvRow[] | null = null;
  #head = "";
  #splitter: CsvSplitter | null = null;
  #header: string[] | null = null;
  /** How many columns are read; the rest are scores that Redline itself exported beside the samples. */
  #read = 0;
  #plan: PlannedRow = () => null;
  #delimiter = ",";
  #rows = 0;
  /** The header's. */
  #line = 1;

  constructor(file: string, options: TableOptions) {
    this.#file = file;
    this.#options = options;
    this.#records = new RecordReader(file);
  }

  *push(text: string): Generator<ImportEvent> {
    if (this.#splitter) {
      yield* this.#take(this.#splitter.push(text));
      return;
    }
    this.#head += text;
    if (this.#head.length < MAX_HEADER_CHARACTERS && !/[\r\n].*[\r\n]/s.test(this.#head)) return;
    yield* this.#take(this.#start().push(this.#head));
    this.#head = "";
  }

  *end(): Generator<ImportEvent> {
    if (!this.#splitter) yield* this.#take(this.#start().push(this.#head));
    if (this.#splitter && !this.ended) yield* this.#take(this.#splitter.end());
    if (this.#header !== null && !this.ended) yield* this.#decide(this.#header);
    if (this.ended) return;
    if (this.#header === null) yield this.#problem(null, null, "The file is empty.");
    else if (this.#rows === 0) yield this.#problem(1, null, "The file has a header and no rows.");
    if (this.#delimiter !== ",") {
      const name = this.#delimiter === "\t" ? "tabs" : `"${this.#delimiter}"`;
      yield {
        kind: "warning",
        code: "delimiter",
        message: `Cells are separated by ${name} instead of commas; the file is read accordingly.`,
        count: 1,
      };
    }
    const left = (this.#header ?? []).slice(this.#read);
    if (left.length > 0) yield { kind: "warning", code: "scores-left-out", message: scoresLeftOut(left), count: left.length };
    yield* this.#records.warnings();
  }

  #start(): CsvSplitter {
    // Excel can name the delimiter on a line before the header.
    const named = /^sep=(.)(?:\r\n|\n|\r)/.exec(this.#head);
    if (named) this.#head = this.#head.slice(named[0].length);
    this.#delimiter = named?.[1] ?? findDelimiter(this.#head);
    this.#splitter = new CsvSplitter(this.#delimiter, named ? 2 : 1);
    return this.#splitter;
  }

  *#take(rows: CsvRow[]): Generator<ImportEvent> {
    for (const row of rows) {
      if (this.#header === null) yield* this.#takeHeader(row);
      else if (this.#waiting === null) yield* this.#takeRow(row, this.#header);
      else if (this.#waiting.push(row) >= LOOK_ROWS) yield* this.#decide(this.#header);
      if (this.ended) return;
    }
  }

  *#takeHeader(row: CsvRow): Generator<ImportEvent> {
    this.#header = row.cells.map((name, index) => name.trim() || `column ${index + 1}`);
    this.#read = this.#header.length - scoreColumnsAtEnd(this.#header);
    const invalid = takeInvalid(row.cells.join("\n"), this.invalid, row.lostMarks);
    const problems: { field: string | null; message: string }[] = [];
    if (row.problem) problems.push({ field: null, message: row.problem.message });
    if (invalid !== null) problems.push({ field: null, message: `The header is ${invalid}` });
    for (const name of this.#header) {
      const problem = textProblem(name, 1000);
      if (problem !== null && invalid === null) problems.push({ field: null, message: `A column's name ${problem}` });
    }
    problems.push(...repeatedNames(this.#header));
    for (const { field, message } of problems) yield this.#problem(row.line, field, message);
    this.ended = problems.length > 0;
    this.#line = row.line;
    this.#waiting = [];
  }

  /** Decides the columns by the header and the rows that waited, and reads those. */
  *#decide(header: string[]): Generator<ImportEvent> {
    const rows = this.#waiting;
    if (rows === null) return;
    this.#waiting = null;
    const read = header.slice(0, this.#read);
    const first = rows.filter(({ cells }) => cells.length === header.length).map(({ cells }) => this.#values(header, cells));
    const table = openTable(this.#file, read, first, this.#options);
    if ("problems" in table) {
      yield* table.problems.map((problem) => ("row" in problem ? { ...problem, row: this.#line } : problem));
      this.ended = true;
      return;
    }
    this.#records = table.reader;
    if (table.columnOf) this.#plan = planRow(read, table.columnOf);
    yield* table.events;
    for (const row of rows) yield* this.#takeRow(row, header);
  }

  #values(header: string[], cells: readonly string[]): RowValues {
    return header.slice(0, this.#read).map((name, index) => [name, cells[index]]);
  }

  *#takeRow(row: CsvRow, header: string[]): Generator<ImportEvent> {
    this.#rows++;
    const clean = this.invalid.offsets.length === 0;
    const bad = clean ? -1 : row.cells.findIndex((cell) => countInvalid(cell) > 0);
    const invalid = clean ? null : takeInvalid(row.cells.join("\n"), this.invalid, row.lostMarks);
    if (row.problem) yield this.#problem(row.line, header[row.problem.cell] ?? null, row.problem.message);
    else if (invalid !== null) yield this.#problem(row.line, header[bad] ?? null, `The value is ${invalid}`);
    else if (row.cells.length !== header.length) {
      yield this.#problem(row.line, null, `The row has ${row.cells.length} cells; the header has ${header.length}.`);
    } else {
      const plain = clean ? this.#plan(row.line, row.cells) : null;
      if (plain !== null) yield plain;
      else yield* this.#records.read(row.line, this.#values(header, row.cells));
    }
  }

  #problem(row: number | null, field: string | null, message: string): ImportEvent {
    return { kind: "problem", file: this.#file, row, field, message };
  }
}

function repeatedNames(header: string[]): { field: string; message: string }[] {
  const plain = header.map((name) => knownColumn(name) ?? name);
  const repeated = new Set(plain.filter((name, index) => plain.indexOf(name) !== index));
  return [...repeated].map((name) => ({ field: name, message: `The column "${name}" appears twice.` }));
}

/** The delimiter that gives the header the most known columns or, if it knows none, the most columns; the comma if tied. */
function findDelimiter(head: string): string {
  let best = { delimiter: ",", known: 0, cells: 1 };
  for (const delimiter of [",", ";", "\t", "|"]) {
    const cells = firstRow(head, delimiter)?.cells ?? [];
    const known = cells.filter((name) => knownColumn(name) !== null).length;
    if (known > best.known || (best.known === 0 && known === 0 && cells.length > best.cells))
      best = { delimiter, known, cells: cells.length };
  }
  return best.delimiter;
}

/** The first row, for which only the beginning of a long text is split. */
function firstRow(text: string, delimiter: string): CsvRow | undefined {
  const splitter = new CsvSplitter(delimiter);
  const pieceCharacters = 4096;
  for (let at = 0; at < text.length; at += pieceCharacters) {
    const [row] = splitter.push(text.slice(at, at + pieceCharacters));
    if (row !== undefined) return row;
  }
  return splitter.end()[0];
}
