import { countInvalid } from "./decode-utf8";
import { MAX_CELL_CHARACTERS } from "./text-problem";

/** One row as in the file. `line` is the line it starts on, as in an editor: line breaks inside quoted cells count. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Why the row is unusable, and in which cell (from 0). */
  problem: { cell: number; message: string } | null;
  /** Invalid-byte marks in text that was discarded because the cell was too long. */
  lostMarks: number;
}

const MAX_ROW_CHARACTERS = 4 * MAX_CELL_CHARACTERS;
const MAX_CELLS = 10_000;

const QUOTE = 34;
const LF = 10;
const CR = 13;

const lineBreak = /\r\n|\n|\r/g;

type State = "cell-start" | "plain" | "quoted" | "quote-in-quoted" | "after-quoted";

/**
 * Splits CSV text (RFC 4180) into rows, piece by piece, with memory bounded by one row. Not csv-parse, which counts a CRLF inside a cell
 * twice and stops at a stray quote (it is the oracle of the tests): problems must name the line a row starts on and the line an unclosed
 * quote was opened on, and a bad row must not end the reading.
 */
export class CsvSplitter {
  readonly #delimiter: number;
  #state: State = "cell-start";
  #line: number;
  #held = "";
  #row: CsvRow;
  #cell = "";
  #cellCharacters = 0;
  #rowCharacters = 0;
  #cellIndex = 0;
  #quoteLine = 0;
  #rows: CsvRow[] = [];

  constructor(delimiter: string, firstLine = 1) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#line = firstLine;
    this.#row = this.#newRow();
  }

  /** Takes the next chunk and returns the rows it completes. Empty lines are skipped. */
  push(text: string): CsvRow[] {
    let piece = this.#held + text;
    // A CR at the end of a chunk may be half of a CRLF.
    this.#held = piece.endsWith("\r") ? "\r" : "";
    if (this.#held !== "") piece = piece.slice(0, -1);
    this.#take(piece);
    return this.#takeRows();
  }

  /** The last row, if the file does not end with a line break. */
  end(): CsvRow[] {
    this.#take(this.#held);
    this.#held = "";
    if (this.#state === "quoted") this.#trouble(`A quote opened on line ${this.#quoteLine} is never closed.`);
    if (this.#state !== "cell-start" || this.#cellIndex > 0) this.#endRow();
    return this.#takeRows();
  }

  #take(text: string): void {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  #step(text: string, at: number): number {
    const code = text.charCodeAt(at);
    switch (this.#state) {
      case "quoted":
        return this.#takeQuoted(text, at);
      case "quote-in-quoted":
        if (code === QUOTE) {
          this.#append('"');
          this.#state = "quoted";
          return at + 1;
        }
        this.#state = "after-quoted";
        return at;
      case "cell-start":
        if (code === QUOTE) {
          this.#state = "quoted";
          this.#quoteLine = this.#line;
          return at + 1;
        }
        this.#state = "plain";
        return at;
      default:
        return this.#takePlain(text, at);
    }
  }

  #takeQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    const inside = text.slice(from, quote < 0 ? text.length : quote);
    this.#line += inside.match(lineBreak)?.length ?? 0;
    this.#append(inside);
    if (quote < 0) return text.length;
    this.#state = "quote-in-quoted";
    return quote + 1;
  }

  #takePlain(text: string, from: number): number {
    let at = from;
    let code = 0;
    for (; at < text.length; at++) {
      code = text.charCodeAt(at);
      if (code === this.#delimiter || code === LF || code === CR) break;
    }
    if (at > from) {
      if (this.#state === "after-quoted") this.#trouble("There is text after the closing quote. Double the quotes inside a quoted cell.");
      this.#append(text.slice(from, at));
    }
    if (at === text.length) return at;
    if (code === this.#delimiter) {
      this.#endCell();
      return at + 1;
    }
    this.#endRow();
    this.#line++;
    this.#row.line = this.#line;
    return code === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }

  #append(text: string): void {
    this.#cellCharacters += text.length;
    this.#rowCharacters += text.length;
    if (this.#cellCharacters <= MAX_CELL_CHARACTERS && this.#rowCharacters <= MAX_ROW_CHARACTERS) {
      this.#cell += text;
      return;
    }
    this.#row.lostMarks += countInvalid(text);
    const open = this.#state === "quoted" ? ` Is the quote opened on line ${this.#quoteLine} closed?` : "";
    this.#trouble(
      this.#cellCharacters > MAX_CELL_CHARACTERS
        ? `The cell holds more than ${MAX_CELL_CHARACTERS} characters.${open}`
        : `The row holds more than ${MAX_ROW_CHARACTERS} characters.${open}`,
    );
  }

  #trouble(message: string): void {
    this.#row.problem ??= { cell: this.#cellIndex, message };
  }

  #endCell(): void {
    if (this.#cellIndex < MAX_CELLS) this.#row.cells.push(this.#cell);
    else this.#trouble(`The row has more than ${MAX_CELLS} cells.`);
    this.#cellIndex++;
    this.#cell = "";
    this.#cellCharacters = 0;
    this.#state = "cell-start";
  }

  #endRow(): void {
    const empty = this.#cellIndex === 0 && this.#cell === "" && this.#state === "plain" && this.#row.problem === null;
    this.#endCell();
    if (!empty) this.#rows.push(this.#row);
    this.#row = this.#newRow();
    this.#cellIndex = 0;
    this.#rowCharacters = 0;
  }

  #newRow(): CsvRow {
    return { line: this.#line, cells: [], problem: null, lostMarks: 0 };
  }

  #takeRows(): CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}
