"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Outcome } from "@/lib/domain/outcomes";
import type { ActionRates, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent, percentRange } from "../charts/format";
import { type SegmentStyle, StackedBars, segmentLooks } from "../charts/stacked-bars";
import { Choice } from "../ui/choice";
import { intervalOrWhy } from "../words/why";
import { type DraftView, draftEntries, draftRows, linesOf, viewsOf } from "./draft-rows";
import { Overruled } from "./overruled";
import { actionTable, overrulingTables } from "./people-tables";
import { ReportPanel } from "./report-panel";

const styles: Record<Outcome, SegmentStyle> = {
  accept: { label: "accepted", className: segmentLooks.plain },
  revise: { label: "revised", className: "bg-accent" },
  remove: { label: "removed", className: "bg-removed" },
  add: { label: "added", className: "bg-inserted" },
};

const viewLabels: Record<DraftView, string> = {
  kind: "By line",
  criterion: "By criterion",
  annotator: "By annotator",
  judge: "By judge",
};

/** What people did with the lines of the judge's draft, or of every judge's. */
export function DraftPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const [chosen, choose] = useState<DraftView>("kind");
  const views = viewsOf(report.actions, judge);
  const view = views.find((one) => one === chosen) ?? views[0];
  const own = views.includes("kind") ? report.actions[judge] : undefined;
  const title = "What people did with the draft";
  const none = `Nobody has acted on a draft by ${judge}.`;
  if (view === undefined) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">{none} Once annotators accept, revise or remove its lines, they are counted here.</p>
      </ReportPanel>
    );
  }
  const entries = draftEntries(report.actions, judge, view);
  const ofOwn = own && `Share of ${figuresOf(own.overall.n, "draft line")} by ${judge}; headings left out`;
  const about = (view === "judge" ? undefined : ofOwn) ?? "Share of each judge’s draft lines; headings left out";
  return (
    <ReportPanel
      title={title}
      description={about}
      drawn={[actionTable(entries, view === "judge" ? "Judge" : "Lines", about), ...(own && ofOwn ? overrulingTables(own, ofOwn) : [])]}
      actions={
        views.length > 1 && (
          <Choice label="Count by" value={view} options={views.map((value) => ({ value, label: viewLabels[value] }))} onChange={choose} />
        )
      }
    >
      {own === undefined && <p className="mb-4 text-small text-soft">{none}</p>}
      <StackedBars
        rows={draftRows(entries)}
        styles={styles}
        counted="line"
        nothing="No line of this kind."
        unitsOf={(row, outcome) => linesOf(report, judge, view, row, outcome)}
      />
      {view === "judge" && entries.length > 1 && (
        <p className="mt-4 text-small text-soft">
          Drafts of two judges may be of other samples, and other people may have seen them: a difference need not be the judges’ doing.
        </p>
      )}
      {own && own.acceptedTogether.count > 0 && (
        <p className="mt-4 text-small text-soft">
          {view === "judge" && `Of ${judge}, `}
          <FigureLink
            units={figureUnits.lines(judge, "all", "accept")}
            n={null}
            counts={{ n: own.acceptedTogether.count, what: "lines that were accepted with the rest of their draft" }}
            figure="accepted by one key"
          >
            {figuresOf(own.acceptedTogether.count, "line")} of {count(own.overall.accept.count)} accepted
          </FigureLink>{" "}
          {own.acceptedTogether.count === 1 ? "was" : "were"} accepted with the rest of the draft, by one key
          {shareWords(own.acceptedTogether)}
        </p>
      )}
      {own && <Overruled judge={judge} done={own} criteria={report.criteria} />}
    </ReportPanel>
  );
}

/** The end of a sentence: the share with its interval, or why there is none. */
function shareWords(together: ActionRates["accept"]): string {
  if (together.share === null) return ".";
  const interval = intervalOrWhy(together);
  return typeof interval === "string"
    ? ` (${percent(together.share)}). ${interval}`
    : ` (${percent(together.share)}, ${percentRange(interval)}).`;
}
