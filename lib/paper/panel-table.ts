import type { FigureName } from "@/lib/domain/explanations";

/** A figure as the report has it: never rounded; null with its reason, as a code and as a sentence. */
export interface TableFigure {
  value: number | null;
  why: { code: string; sentence: string } | null;
  /** Null where the column's head says what n counts elsewhere, or there is none. */
  n: number | string | null;
  interval: {
    low: number;
    high: number;
    confidence: number;
    method: string;
    resamples: number | null;
    seed: number | null;
  } | null;
  whyNoInterval: { code: string; sentence: string } | null;
  /** How text shows it, where not as its column does. */
  format?: (value: number) => string;
}

/** A figure, a word, or nothing where a column does not apply to a row. */
export type TableCell = TableFigure | string | null;

/** What figures rest on, where it is not what the whole report does. */
interface OwnBasis {
  /** Arms of the ratings, as in `Provenance`. */
  arms?: string | undefined;
  /** Level of measurement of alpha. */
  level?: string | undefined;
}

/** A column of figures says what they are and how text shows them; a column of words has no `figure`. */
export interface TableColumn extends Pick<OwnBasis, "arms"> {
  head: string;
  figure?: FigureName;
  /** For text: two decimals, a percentage, minutes. CSV takes the value itself. */
  format?: (value: number) => string;
  /** What n counts, where it is not what the table's `n` says. */
  n?: string;
}

export interface TableRow extends OwnBasis {
  /** One for each of the table's `labels`. */
  labels: readonly string[];
  /** One for each of its `columns`. */
  cells: readonly TableCell[];
  /** What n counts in this row, where neither its column nor the table says so. */
  n?: string;
}

/**
 * What a panel of the report shows, as a table: the one source of its CSV, LaTeX and Markdown, and of the table behind its chart.
 *
 * A panel declares its tables beside its chart and hands both to `ReportPanel`, which brings the Export menu, the table that keyboards and screen
 * readers reach, and the explanation of every figure:
 *
 *     const table: PanelTable = {
 *       title: "Agreement by system",
 *       labels: ["System"],
 *       columns: [{ head: "alpha", figure: "alpha", format: decimals }],
 *       rows: systems.map(({ name, alpha }) => ({ labels: [name], cells: [figureCell(alpha)] })),
 *       n: "ratings",
 *     };
 *     return <ReportPanel title="Agreement by system" drawn={[table]}>{chart}</ReportPanel>;
 *
 * `figureCell` and `countCell` are in components/report/cells.ts; a new kind of figure needs an entry in lib/domain/explanations.ts. A panel that
 * already is a table hands it over as `tables`, and none is put under it.
 */
export interface PanelTable extends OwnBasis {
  title: string;
  /** What the caption says after the title: which judge, which units. */
  about?: string;
  /** Heads of the leading columns, which name a row. */
  labels: readonly string[];
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** What n counts. */
  n?: string;
  /** What narrows it, where that is not what narrows the report: it rests on no ratings of the report's arms, so none is named. */
  selection?: readonly string[];
  /** What a reader must know to read the figures; under the table. */
  notes?: readonly string[];
}

/** What every figure of a report rests on. */
export interface Provenance {
  task: string;
  /** "drafted", "blind and drafted". */
  arms: string;
  /** Level of measurement of alpha. */
  level: string;
  /** Filters and exclusions in words; empty for all the work. */
  selection: readonly string[];
  /** ISO date and time of the data. */
  computedAt: string;
  dataVersion: string;
  software: string;
}

/** What n counts in one cell. */
export const countedIn = (table: PanelTable, row: TableRow, column: TableColumn | undefined): string | undefined =>
  column?.n ?? row.n ?? table.n;

/** What one cell rests on: what its column says, else its row, the table, or the report. */
export const basisIn = (from: Provenance, table: PanelTable, row: TableRow, column: TableColumn): Pick<Provenance, "arms" | "level"> => ({
  arms: column.arms ?? row.arms ?? table.arms ?? from.arms,
  level: row.level ?? table.level ?? from.level,
});

export const isFigure = (cell: TableCell): cell is TableFigure => cell !== null && typeof cell === "object";
