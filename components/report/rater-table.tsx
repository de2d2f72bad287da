import type { ReactNode } from "react";
import type { ReportRater } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { TableColumn } from "@/lib/paper/panel-table";
import { FigureLink } from "../charts/figure-link";
import { IntervalAxis, IntervalPlot } from "../charts/interval-plot";
import type { IntervalPlot as Plot } from "../charts/prepare-interval-plot";
import { Explained } from "../words/explained";
import { columnKeys } from "./column-keys";
import { kindOf } from "./rater-label";

/** A row in a table of raters: the rater, the figure's position on the axis, and the figures. */
export interface RaterRow {
  name: string;
  rater?: ReportRater | undefined;
  /** The units that its figures are of, where they have no links of their own: name and figures lead there. */
  units?: UnitQuery | undefined;
  /** The units that its name and its mark on the axis lead to, where its figures have links of their own. */
  plotted?: UnitQuery | undefined;
  cells: ReactNode[];
}

interface RaterTableProps {
  /** The table's name for screen readers. */
  label: string;
  /** Head of the first column. */
  first: string;
  columns: readonly TableColumn[];
  rows: RaterRow[];
  /** One mark per row on a common axis; hidden on narrow screens. */
  plot?: { head: string; plot: Plot };
}

const head = "py-2 align-bottom text-label font-medium text-soft";
// The rater's name stays in view while the figures scroll.
const name = "sticky left-0 bg-card";

/** Raters and their figures, with n and interval in the cells; scrolls sideways if wider than the screen. */
export function RaterTable({ label, first, columns, rows, plot }: RaterTableProps) {
  const keys = columnKeys(columns.map(({ head }) => head));
  return (
    <section className="relative overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full text-body">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={`${head} ${name} text-left`}>
              {first}
            </th>
            {plot && (
              <th scope="col" className={`${head} hidden w-52 min-w-40 pl-4 text-left sm:table-cell`}>
                {plot.head}
                <IntervalAxis plot={plot.plot} />
              </th>
            )}
            {columns.map(({ head: name, figure }, place) => (
              <th key={keys[place]} scope="col" className={`${head} pl-4 text-right`}>
                {figure ? <Explained figure={figure}>{name}</Explained> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.name} className="border-line border-t first:border-t-0">
              <th scope="row" className={`${name} min-w-28 max-w-60 py-2 pr-2 text-left align-top font-normal wrap-anywhere`}>
                <FigureLink units={row.plotted ?? row.units} n={null} figure={label}>
                  <RaterName name={row.name} rater={row.rater} />
                </FigureLink>
              </th>
              {plot && (
                <td className="hidden pl-4 align-top sm:table-cell">
                  <FigureLink units={row.plotted ?? row.units} n={null} figure={plot.head} repeats>
                    {plot.plot.marks[index] && <IntervalPlot plot={plot.plot} mark={plot.plot.marks[index]} />}
                  </FigureLink>
                </td>
              )}
              {row.cells.map((cell, column) => (
                <td key={keys[column]} className="py-2 pl-4 text-right align-top tabular-nums">
                  <FigureLink units={cell === "–" ? undefined : row.units} n={null} figure={columns[column]?.head ?? ""}>
                    {cell}
                  </FigureLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RaterName({ name, rater }: { name: string; rater: ReportRater | undefined }) {
  const kind = kindOf(rater);
  return (
    <>
      <span className="mr-2">{name}</span>
      {kind !== null && (
        <span className="inline-block whitespace-nowrap rounded-full bg-sunken px-2 py-0.5 text-label text-soft">{kind}</span>
      )}
    </>
  );
}
