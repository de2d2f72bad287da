import { countedIn, isFigure, type PanelTable, type TableCell, type TableColumn } from "./panel-table";

/** A table as text shows it: figures rounded, with their intervals; a missing one as a dash with the number of its note. */
export interface TableText {
  heads: string[];
  /** How many of the heads name the row, and so align left. */
  labels: number;
  rows: { text: string; note: number | null }[][];
  /** Why figures are missing, then what the table itself remarks. */
  notes: string[];
  remarks: readonly string[];
}

/** What text shows of a table. A last column has n, if figures have any: one number if a row's figures share it, otherwise each in its order. */
export function tableText(table: PanelTable): TableText {
  const notes: string[] = [];
  const noteOf = (sentence: string) => {
    if (!notes.includes(sentence)) notes.push(sentence);
    return notes.indexOf(sentence) + 1;
  };
  const showsN = table.rows.some(({ cells }) => cells.some(hasN));
  const rows = table.rows.map(({ labels, cells }) => [
    ...labels.map((text) => ({ text, note: null })),
    ...table.columns.map((column, index) => shown(cells[index] ?? null, column, noteOf)),
    ...(showsN ? [{ text: nOf(cells), note: null }] : []),
  ]);
  return {
    heads: [...table.labels, ...table.columns.map(({ head }) => head), ...(showsN ? [headOfN(table)] : [])],
    labels: table.labels.length,
    rows,
    notes,
    remarks: table.notes ?? [],
  };
}

function shown(cell: TableCell, column: TableColumn, noteOf: (sentence: string) => number): TableText["rows"][number][number] {
  if (cell === null) return { text: "", note: null };
  if (!isFigure(cell)) return { text: cell, note: null };
  const { value, why, interval, whyNoInterval, format = column.format ?? String } = cell;
  if (value === null) return { text: "–", note: noteOf(why?.sentence ?? "It was not computed.") };
  if (interval) return { text: `${format(value)} [${format(interval.low)}, ${format(interval.high)}]`, note: null };
  return { text: format(value), note: whyNoInterval ? noteOf(whyNoInterval.sentence) : null };
}

const hasN = (cell: TableCell) => isFigure(cell) && cell.n !== null;

/** "n (units)"; where columns count different things, all of them in the order of the columns. */
function headOfN(table: PanelTable): string {
  const counted = table.columns.flatMap((column, place) =>
    table.rows.flatMap((row) => (hasN(row.cells[place] ?? null) ? (countedIn(table, row, column) ?? []) : [])),
  );
  const words = new Set(counted);
  return words.size === 0 ? "n" : `n (${[...words].join(" / ")})`;
}

function nOf(cells: readonly TableCell[]): string {
  const numbers = cells.flatMap((cell) => (isFigure(cell) && cell.n !== null ? [cell.n] : []));
  const all = numbers.map((n) => (typeof n === "number" ? n.toLocaleString("en-US") : n));
  return new Set(all).size === 1 ? (all[0] ?? "") : all.join(" / ");
}
