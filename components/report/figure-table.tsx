import type { ReactNode } from "react";
import type { FigureName } from "@/lib/domain/explanations";
import type { Figure } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { count, decimals } from "../charts/format";
import { IntervalAxis } from "../charts/interval-plot";
import type { IntervalPlot as Plot } from "../charts/prepare-interval-plot";
import { Explained } from "../words/explained";
import { columnKeys } from "./column-keys";
import { notesOf, type ShownFigure } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import type { Notes } from "./notes";

/** The units behind a cell, from `figureUnits`; without a name of its own, the figure is called as its column. */
export interface CellLink {
  units: UnitQuery;
  figure?: string;
  /** Where the cell shows another number than the figure's n; null: not of the listed units, so that the list says what the figure's n counts. */
  n?: number | null;
}

/** What is said below a cell or a row's name: words here, and in exports one cell for each of the declared `details`. */
export interface Detail {
  words: ReactNode;
  cells: readonly FigureCell[];
}

/** One cell: a figure with its interval below it, a number without one, or words; `detail` is shown under it. */
export interface FigureCell {
  figure?: (ShownFigure & { n?: number; interval?: Figure["interval"] }) | undefined;
  /** A number that has no interval by its nature, as a count or a p-value. */
  value?: number | undefined;
  /** What a number without an interval is of: its n in exports. */
  of?: number;
  /** What `text` says, where it is not text itself: for exports. */
  plain?: string;
  /** Shows the figure's n. */
  n?: boolean;
  /** Words; of a figure, what is shown in its place. */
  text?: ReactNode;
  detail?: Detail | undefined;
  strong?: boolean;
  /** The units behind it. */
  link?: CellLink;
}

/** A column's head; how its figures are shown; and what they are, for their explanation. */
export interface FigureColumn {
  head: string;
  format?: (value: number) => string;
  /** Null: the column has words, not figures. */
  explained: FigureName | null;
  /** How the column's figures are marked where they are drawn. */
  mark?: ReactNode;
  /** Has sentences, which take room; a column of words alone is set like text. */
  wide?: true;
  /** What n counts, where it is not what it counts in the whole table. */
  n?: string;
  /** Arms of the ratings it is of, where they are not the table's. */
  arms?: string | undefined;
  /** What its cells' details are: columns of their own in exports. */
  details?: readonly FigureColumn[];
  /** Its figures are exported as a table of their own. */
  notExported?: true;
}

/** A number that has no interval by its nature, shown as its column's are; null: why. */
export const valueCell = (value: number | null, why: string | null = null): FigureCell =>
  value === null ? { figure: { value, why } } : { value };

export interface FigureRow {
  /** Unique in its table. */
  name: string;
  label?: ReactNode;
  /** What `label` says, where it is not text itself: for exports. */
  plain?: string;
  detail?: Detail | undefined;
  /** Arms of the ratings it is of, and the level of measurement of its alphas, where they are not the table's. */
  arms?: string | undefined;
  level?: string;
  /** The units that the row is of: its name leads there, and each figure without a link of its own. */
  units?: UnitQuery | undefined;
  cells: FigureCell[];
}

export interface FigureTableProps {
  /** The table's name for screen readers. */
  label: string;
  /** Head of the first column. */
  first: string;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** What the rows' details are: columns of exports. */
  details?: readonly FigureColumn[];
  /** What n counts. */
  n?: string;
  /** Arms of the ratings it is of, and the level of measurement of its alphas, where they are not the report's. */
  arms?: string | undefined;
  level?: string;
  /** What narrows it, where that is not what narrows the report. */
  selection?: readonly string[];
  /** What is drawn for each row on a common axis, of figures that are in columns too; hidden on narrow screens. */
  plot?: { head: string; axis: Omit<Plot, "marks">; drawn: (row: number) => ReactNode; format?: (value: number) => string };
}

const sideOf = (column?: Pick<FigureColumn, "wide" | "explained">) =>
  column?.wide && column.explained === null ? "text-left" : "text-right";

const head = "py-2 align-bottom text-label font-medium text-soft";
// The name stays in view while the figures scroll.
const sticky = "sticky left-0 bg-card";

/** Rows of figures with their intervals and the notes they need; scrolls sideways where it is wider than the screen. */
export function FigureTable({ label, first, columns, rows, plot, n = "units" }: FigureTableProps) {
  const keys = columnKeys(columns.map(({ head }) => head));
  const notes = notesOf(rows.flatMap(({ cells }) => cells.flatMap(({ figure, text }) => (figure && text === undefined ? [figure] : []))));
  return (
    <>
      <section className="relative overflow-x-auto" aria-label={label} tabIndex={0}>
        <table className="w-full text-body">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className={`${head} ${sticky} text-left`}>
                {first}
              </th>
              {plot && (
                <td aria-hidden="true" className={`${head} hidden w-48 min-w-40 px-4 text-left sm:table-cell`}>
                  {plot.head}
                  <IntervalAxis plot={plot.axis} format={plot.format} />
                </td>
              )}
              {columns.map(({ head: name, explained, mark, wide }, place) => (
                <th
                  key={keys[place]}
                  scope="col"
                  className={`${head} ${wide ? "min-w-36" : "min-w-20"} pl-4 ${sideOf({ wide, explained })}`}
                >
                  {mark && <span className="mr-1">{mark}</span>}
                  {explained ? <Explained figure={explained}>{name}</Explained> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.name} className="border-line border-t first:border-t-0">
                <th scope="row" className={`${sticky} min-w-28 max-w-56 py-2 pr-2 text-left align-top font-normal wrap-anywhere`}>
                  <FigureLink units={row.units} n={null} figure={first}>
                    {row.label ?? row.name}
                  </FigureLink>
                  {row.detail && <span className="block text-label text-soft tabular-nums">{row.detail.words}</span>}
                </th>
                {plot && (
                  <td aria-hidden="true" className="hidden px-4 align-top sm:table-cell">
                    <FigureLink units={row.units} n={null} figure={plot.head} repeats>
                      {plot.drawn(index)}
                    </FigureLink>
                  </td>
                )}
                {row.cells.map((cell, column) => (
                  <td key={keys[column]} className={`py-2 pl-4 align-top tabular-nums ${sideOf(columns[column])}`}>
                    <Cell
                      cell={withLink(cell, row, columns[column]?.head ?? "")}
                      counts={columns[column]?.n ?? n}
                      format={columns[column]?.format}
                      notes={notes}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <NoteList notes={notes} className="mt-3" />
    </>
  );
}

/** A cell with the row's link, unless it has its own or says nothing. */
const withLink = (cell: FigureCell, { units }: FigureRow, figure: string): FigureCell => {
  const said = cell.text ?? cell.value ?? cell.figure?.value ?? null;
  const saysSomething = said !== null && said !== "";
  const { link, ...bare } = cell;
  if (link !== undefined) return link.n === null && !saysSomething ? bare : { ...cell, link: { figure, ...link } };
  return units === undefined || !saysSomething ? cell : { ...cell, link: { units, figure, n: null } };
};

interface CellProps {
  cell: FigureCell;
  /** What n counts. */
  counts: string;
  format: FigureColumn["format"];
  notes: Notes;
}

function Cell({ cell: { figure, value, n, text, detail, strong = false, link }, counts, format = decimals, notes }: CellProps) {
  const counted = figure?.n ?? 0;
  const shown = value === undefined ? <FigureValue figure={figure} notes={notes} format={format} strong={strong} /> : format(value);
  return (
    <>
      <FigureLink
        units={link?.units}
        n={link?.n === undefined ? counted : link.n}
        counts={figure?.n === undefined ? undefined : { n: figure.n, what: counts }}
        figure={link?.figure ?? ""}
      >
        {text ?? shown}
      </FigureLink>
      {n && counted > 0 && <span className="block whitespace-nowrap text-label text-soft">n = {count(counted)}</span>}
      {detail && <span className="block text-label text-soft">{detail.words}</span>}
    </>
  );
}
