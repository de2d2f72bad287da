"use client";

import { type ReactNode, useContext, useRef } from "react";
import type { PanelTable } from "@/lib/paper/panel-table";
import { Panel } from "../ui/panel";
import { ExportMenu } from "./export-menu";
import { FiguresTable } from "./figures-table";
import { ProvenanceContext } from "./provenance-context";

interface ReportPanelProps {
  title: string;
  description?: ReactNode;
  /** Which of people's ratings its figures are of, from ./basis.ts; null: nothing to say. */
  basis?: string | null;
  /** Choices of what is shown; they are neither printed nor exported. */
  actions?: ReactNode;
  /** What the panel shows as tables: what is exported. Empty while there is nothing to show. See lib/paper/panel-table.ts. */
  tables?: readonly PanelTable[];
  /** What it draws: exported too, and offered as tables below the drawing. */
  drawn?: readonly PanelTable[];
  className?: string;
  children: ReactNode;
}

/** A panel of the report: one question, its answer, and its figures for a paper. Controls inside it are marked `data-screen-only`. */
export function ReportPanel({ title, description, basis = null, actions, tables = [], drawn = [], className, children }: ReportPanelProps) {
  const from = useContext(ProvenanceContext);
  const part = useRef<HTMLDivElement>(null);
  const hasRows = ({ rows }: PanelTable) => rows.length > 0;
  const behind = drawn.filter(hasRows);
  const exported = [...tables.filter(hasRows), ...behind];
  const canExport = from !== null && exported.length > 0;
  return (
    <Panel
      data-panel={title}
      title={title}
      description={basis === null ? description : <WithBasis description={description} basis={basis} />}
      className={className}
      actions={
        (actions || canExport) && (
          <div data-screen-only className="flex flex-wrap items-center gap-2">
            {actions}
            {canExport && <ExportMenu title={title} tables={exported} from={from} part={part} />}
          </div>
        )
      }
    >
      <div ref={part}>{children}</div>
      {behind.length > 0 && <FiguresTable tables={behind} />}
    </Panel>
  );
}

const WithBasis = ({ description, basis }: { description: ReactNode; basis: string }) => (
  <>
    {description}
    <span data-basis className="block">
      {basis}
    </span>
  </>
);
