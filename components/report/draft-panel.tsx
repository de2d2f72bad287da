"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Outcome } from "@/lib/domain/outcomes";
import type { ActionRates, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent, percentRange } from "../charts/format";
import { type SegmentStyle, StackedBars, segmentLooks } from "../charts/stacked-bars";
import { Choice } from "../ui/choice";
import { type DraftView, draftEntries, draftRows, linesOf } from "./draft-rows";
import { Overruled } from "./overruled";
import { draftTables } from "./people-tables";
import { ReportPanel } from "./report-panel";

const styles: Record<Outcome, SegmentStyle> = {
  accept: { label: "accepted", className: segmentLooks.plain },
  revise: { label: "revised", className: "bg-accent" },
  remove: { label: "removed", className: "bg-removed" },
  add: { label: "added", className: "bg-inserted" },
};

const views: { value: DraftView; label: string }[] = [
  { value: "kind", label: "By line" },
  { value: "criterion", label: "By criterion" },
  { value: "annotator", label: "By annotator" },
];

/** What people did with the lines of the judge's draft. */
export function DraftPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const [view, setView] = useState<DraftView>("kind");
  const actions = report.actions[judge];
  const title = "What people did with the draft";
  if (!actions || actions.overall.n === 0) {
    return (
      <ReportPanel title={title}>
        <p className="text-small text-soft">
          Nobody has acted on a draft by {judge}. Once annotators accept, revise or remove its lines, they are counted here.
        </p>
      </ReportPanel>
    );
  }
  const about = `Share of ${figuresOf(actions.overall.n, "draft line")} by ${judge}; headings left out`;
  return (
    <ReportPanel
      title={title}
      description={about}
      drawn={draftTables(draftEntries(actions, view), actions, about)}
      actions={<Choice label="Count by" value={view} options={views} onChange={setView} />}
    >
      <StackedBars
        rows={draftRows(actions, view)}
        styles={styles}
        counted="line"
        nothing="No line of this kind."
        unitsOf={(row, outcome) => linesOf(report, judge, view, row, outcome)}
      />
      {actions.acceptedTogether.count > 0 && (
        <p className="mt-4 text-small text-soft">
          <FigureLink
            units={figureUnits.lines(judge, "all", "accept")}
            n={null}
            counts={{ n: actions.acceptedTogether.count, what: "lines that were accepted with the rest of their draft" }}
            figure="accepted by one key"
          >
            {figuresOf(actions.acceptedTogether.count, "line")} of {count(actions.overall.accept.count)} accepted
          </FigureLink>{" "}
          {actions.acceptedTogether.count === 1 ? "was" : "were"} accepted with the rest of the draft, by one key
          {shareWords(actions.acceptedTogether)}.
        </p>
      )}
      <Overruled judge={judge} reasons={actions.reasons} criteria={report.criteria} />
    </ReportPanel>
  );
}

const shareWords = ({ share, interval }: ActionRates["accept"]): string =>
  share === null ? "" : ` (${percent(share)}${interval ? `, ${percentRange(interval)}` : ""})`;
