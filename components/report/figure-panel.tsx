import type { ReactNode } from "react";
import type { PanelTable } from "@/lib/paper/panel-table";
import { exportedTable } from "./exported-table";
import { FigureTable, type FigureTableProps } from "./figure-table";
import { ReportPanel } from "./report-panel";

interface FigurePanelProps {
  title: string;
  /** Under the title, and in captions. */
  description: string;
  /** What captions say in its place, where it leaves to the page which judge it is of. */
  about?: string;
  /** Which of people's ratings its figures are of, from ./basis.ts. */
  basis?: string | null;
  table: FigureTableProps;
  /** How to read the figures; under the table and in its exports. */
  remark?: string;
  /** Another table under it, said and exported as the first is; alone where that has no rows. */
  second?: FigureTableProps & { about: string; remark: string };
  /** Why there are no rows, in a sentence shown in the table's place. */
  refused?: string | undefined;
  /** Figures of what is said or named in the table: further tables of its exports. */
  more?: readonly PanelTable[];
  /** What the drawing above the table shows. */
  drawn?: readonly PanelTable[];
  /** Above the table. */
  children?: ReactNode;
}

/** A panel whose answer is one table of figures, exported as every panel is; without rows, why there are none, or nothing. */
export function FigurePanel(props: FigurePanelProps) {
  const { title, description, about = description, basis = null, remark = "", refused, more = [], drawn, children } = props;
  const parts = [{ ...props.table, about, remark }, ...(props.second ? [props.second] : [])].filter(({ rows }) => rows.length > 0);
  if (parts.length === 0) {
    if (refused === undefined) return null;
    return (
      <ReportPanel title={title} description={description}>
        <p className="text-small text-soft">{refused}</p>
      </ReportPanel>
    );
  }
  const exported = parts.map((part) => ({
    ...exportedTable(part),
    about: part.about,
    ...(part.remark !== "" && { notes: [part.remark] }),
  }));
  return (
    <ReportPanel title={title} description={description} basis={basis} tables={[...exported, ...more]} {...(drawn && { drawn })}>
      {children}
      {parts.map((part, place) => (
        <div key={part.label} className="mt-6 first:mt-0">
          {place > 0 && <p className="mb-2 text-small text-soft">{part.about}</p>}
          <FigureTable {...part} />
          {part.remark !== "" && <p className="mt-3 text-label text-soft">{part.remark}</p>}
        </div>
      ))}
    </ReportPanel>
  );
}
