export type CsvCell = string | number | boolean | null;

export interface CsvOptions {
  /**
   * For spreadsheets: adds a byte-order mark, without which Excel assumes another encoding than UTF-8, and an apostrophe before texts
   * that Excel would run as a formula (those that begin with = + - @, a tab or a line break). Numbers are unchanged.
   */
  forExcel?: boolean;
}

const PIECE_CHARACTERS = 65_536;

/** CSV by RFC 4180, with CRLF, in pieces of about 64 kB. Null is an empty cell, an empty text a quoted one. */
export async function* writeCsv(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
  options: CsvOptions = {},
): AsyncGenerator<string> {
  let piece = `${options.forExcel ? "\uFEFF" : ""}${csvLine(header, options)}`;
  for await (const row of rows) {
    if (row.length !== header.length) throw new RangeError(`a row has ${row.length} cells, the header ${header.length}`);
    piece += csvLine(row, options);
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece;
      piece = "";
    }
  }
  if (piece !== "") yield piece;
}

function csvLine(cells: readonly CsvCell[], options: CsvOptions): string {
  const line = cells.map((cell) => csvCell(cell, options)).join(",");
  // A row with a single null would be an empty line, which readers skip.
  return `${line === "" ? '""' : line}\r\n`;
}

const mustQuote = /^$|[",\r\n]|^\s|\s$/;
const formula = /^[=+\-@\t\r\n]/;

function csvCell(cell: CsvCell, { forExcel = false }: CsvOptions): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const text = forExcel && formula.test(cell) ? `'${cell}` : cell;
  return mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
