import { type CsvCell, writeCsv } from "@/lib/datasets/write-csv";
import { basisIn, countedIn, isFigure, type PanelTable, type Provenance, type TableCell } from "./panel-table";

const figureColumns = [
  "measure",
  "value",
  "why_undefined",
  "n",
  "n_counts",
  "low",
  "high",
  "why_no_interval",
  "confidence",
  "method",
  "resamples",
  "seed",
] as const;

/**
 * A panel's tables as CSV, one row for each figure, so that each carries its n, interval and reason in full precision, and where it comes from.
 * Rows are named by the columns of all tables' labels. A cell that does not apply has no row.
 */
export async function toCsv(tables: readonly PanelTable[], from: Provenance): Promise<string> {
  const labels = [...new Set(tables.flatMap((table) => table.labels))];
  const source = [from.computedAt, from.dataVersion, from.software];
  const header = [
    "table",
    ...labels,
    ...figureColumns,
    ...["task", "arms", "level_of_measurement", "selection", "data_of", "data_version", "software", "about", "notes"],
  ];
  const rows = tables.flatMap((table) => {
    const { selection = from.selection } = table;
    const said = [table.about ?? null, table.notes?.join(" ") ?? null];
    return table.rows.flatMap((row) =>
      table.columns.flatMap((column, index) => {
        const cell = row.cells[index] ?? null;
        const { arms, level } = basisIn(from, table, row, column);
        const named = labels.map((label) => row.labels[table.labels.indexOf(label)] ?? null);
        return cell === null
          ? []
          : [
              [
                table.title,
                ...named,
                column.head,
                ...cellsOf(cell, countedIn(table, row, column) ?? null),
                from.task,
                table.selection ? null : arms,
                level,
                selection.join("; "),
                ...source,
                ...said,
              ],
            ];
      }),
    );
  });
  let text = "";
  for await (const piece of writeCsv(header, rows, { forExcel: true })) text += piece;
  return text;
}

function cellsOf(cell: NonNullable<TableCell>, counted: string | null): CsvCell[] {
  if (!isFigure(cell)) return [cell, ...Array.from({ length: figureColumns.length - 2 }, () => null)];
  const { value, why, n, interval, whyNoInterval } = cell;
  return [
    ...[value, why?.code ?? null, n, n === null ? null : counted],
    ...[interval?.low ?? null, interval?.high ?? null, value === null ? null : (whyNoInterval?.code ?? null)],
    ...[interval?.confidence ?? null, interval?.method ?? null, interval?.resamples ?? null, interval?.seed ?? null],
  ];
}
