import type { ImportSummary } from "@/lib/domain/import";
import { count, shortened } from "../charts/format";
import { cn } from "../ui/cn";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { previewColumns } from "./import-words";

/** Columns that hold long texts. */
const isText = (column: string) => column === "input" || column.startsWith("output");

/** The first rows as parsed, before anything is written. */
export function PreviewTable({ rows }: { rows: ImportSummary["preview"] }) {
  const columns = previewColumns(rows);
  if (columns.length === 0) return <p className="text-small text-soft">There is no row to show.</p>;
  return (
    <Table label={rows.length === 1 ? "The first row of the file" : `The first ${count(rows.length)} rows of the file`}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <HeaderCell key={column} className="whitespace-nowrap">
              {shortened(column, 40)}
            </HeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file's rows have no identity but their position
          <TableRow key={index}>
            {columns.map((column) => (
              <Cell key={column} className={cn("max-w-80 text-small", isText(column) && "min-w-44")}>
                <span className="manuscript line-clamp-3">{shortened(row[column] ?? "", 400)}</span>
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
