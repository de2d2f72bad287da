import type { ImportEvent } from "@/lib/domain/import";
import { knownColumn, missingColumns, recordKind } from "./columns";
import { countInvalid, decodeUtf8, type InvalidBytes, NotTextError, takeInvalid } from "./decode-utf8";
import { scoreColumnsAtEnd } from "./own-export";
import { type PlannedRow, planRow } from "./plan-row";
import { RecordReader } from "./read-record";
import { type CsvRow, CsvSplitter } from "./split-csv";
import { textProblem } from "./text-problem";

const MAX_HEADER_CHARACTERS = 1_000_000;

/**
 * Reads samples or ratings from CSV, distinguished by the header (the columns of the import documentation; others become a sample's
 * metadata). Streams: memory holds one chunk and one row, however large the file. Rows are numbered by the line they start on. * @param
 * file the name used in problems
 */
export async function* readCsv(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportEvent[]> {
  const reading = new CsvReading(file);
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
  readonly #records: RecordReader;
  #head = "";
  #splitter: CsvSplitter | null = null;
  #header: string[] | null = null;
  /** How many columns are read; the rest are scores that Redline itself exported beside the samples. */
  #read = 0;
  #plan: PlannedRow = () => null;
  #delimiter = ",";
  #rows = 0;

  constructor(file: string) {
    this.#file = file;
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
      else yield* this.#takeRow(row, this.#header);
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
    const names = new Set(this.#header.map(knownColumn));
    const kind = recordKind((column) => names.has(column));
    const recognised = [...names].some((name) => name !== null);
    if (recognised) problems.push(...missingColumns(kind, (column) => names.has(column)));
    else problems.push({ field: null, message: unknownHeader });
    for (const { field, message } of problems) yield this.#problem(row.line, field, message);
    this.ended = problems.length > 0;
    this.#plan = planRow(this.#header.slice(0, this.#read));
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
      else
        yield* this.#records.read(
          row.line,
          header.slice(0, this.#read).map((name, index) => [name, row.cells[index]]),
        );
    }
  }

  #problem(row: number | null, field: string | null, message: string): ImportEvent {
    return { kind: "problem", file: this.#file, row, field, message };
  }
}

const scoresLeftOut = (columns: string[]) =>
  `Score columns of a Redline export are not imported: ${columns.slice(0, 3).join(", ")}${columns.length > 3 ? " …" : ""}. Import ratings from a table of ratings.`;

const unknownHeader =
  "The header has no known column. Samples need id, input, output; ratings need sample_id, criterion, rater, score. Is the first line the header?";

function repeatedNames(header: string[]): { field: string; message: string }[] {
  const plain = header.map((name) => knownColumn(name) ?? name);
  const repeated = new Set(plain.filter((name, index) => plain.indexOf(name) !== index));
  return [...repeated].map((name) => ({ field: name, message: `The column "${name}" appears twice.` }));
}

/** The delimiter that gives the header the most known columns; the comma if tied. */
function findDelimiter(head: string): string {
  let best = { delimiter: ",", known: 0 };
  for (const delimiter of [",", ";", "\t", "|"]) {
    const splitter = new CsvSplitter(delimiter);
    const [header] = [...splitter.push(head), ...splitter.end()];
    const known = (header?.cells ?? []).filter((name) => knownColumn(name) !== null).length;
    if (known > best.known) best = { delimiter, known };
  }
  return best.delimiter;
}
