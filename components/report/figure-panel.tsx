import type { ReactNode } from "react";
import { exportedTable, FigureTable, type FigureTableProps } from "./figure-table";
import { ReportPanel } from "./report-panel";

interface FigurePanelProps {
  title: string;
  description?: ReactNode;
  /** Which of people's ratings its figures are of, from ./basis.ts. */
  basis?: string | null;
  table: FigureTableProps;
  /** How to read the figures; under the table and in its exports. */
  remark?: ReactNode;
  /** Above the table. */
  children?: ReactNode;
}

/** A panel whose answer is one table of figures, exported as every panel is; nothing without rows. */
export function FigurePanel({ title, description, basis = null, table, remark, children }: FigurePanelProps) {
  if (table.rows.length === 0) return null;
  return (
    <ReportPanel title={title} description={description} basis={basis} tables={[exportedTable(table)]}>
      {children}
      <FigureTable {...table} />
      {remark && <p className="mt-3 text-label text-soft">{remark}</p>}
    </ReportPanel>
  );
}
