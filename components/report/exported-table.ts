import type { PanelTable, TableCell, TableColumn } from "@/lib/paper/panel-table";
import { decimals } from "../charts/format";
import { countCell, figureCell } from "./cells";
import type { Detail, FigureCell, FigureColumn, FigureTableProps } from "./figure-table";

function exportedCell(cell: FigureCell | undefined): TableCell {
  if (cell === undefined) return null;
  if (cell.figure) return figureCell({ n: null, ...cell.figure });
  if (cell.value !== undefined) return countCell(cell.value, cell.of);
  const words = cell.plain ?? (typeof cell.text === "string" ? cell.text : "");
  return words === "" ? null : words;
}

const exportedColumn = ({ head: name, format = decimals, explained, n, arms }: FigureColumn): TableColumn => ({
  head: name,
  format,
  ...(explained && { figure: explained }),
  ...(n !== undefined && { n }),
  arms,
});

/** A table of figures as it is exported: details have columns of their own. */
export function exportedTable({ label, first, columns, rows, details = [], n, arms, level, selection }: FigureTableProps): PanelTable {
  const exported = columns.map((column, place) => ({ column, place })).filter(({ column }) => !column.notExported);
  const ofDetails = (declared: readonly FigureColumn[], detail: Detail | undefined) =>
    declared.map((_, place) => exportedCell(detail?.cells[place]));
  return {
    title: label,
    labels: [first],
    columns: [
      ...details,
      ...exported.flatMap(({ column }) => [column, ...(column.details ?? []).map((one) => ({ ...one, arms: column.arms }))]),
    ].map(exportedColumn),
    rows: rows.map(({ name, label: shown, plain, detail, cells, arms, level }) => ({
      ...{ arms, level },
      labels: [plain ?? (typeof shown === "string" ? shown : name)],
      cells: [
        ...ofDetails(details, detail),
        ...exported.flatMap(({ column, place }) => [exportedCell(cells[place]), ...ofDetails(column.details ?? [], cells[place]?.detail)]),
      ],
    })),
    ...(n !== undefined && { n }),
    ...(selection && { selection }),
    ...{ arms, level },
  };
}
