"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Outcome } from "@/lib/domain/outcomes";
import type { ActionRates, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent, percentRange } from "../charts/format";
import { type SegmentStyle, StackedBars, segmentLooks } from "../charts/stacked-bars";
import { Choice } from "../ui/choice";
import { type DraftView, draftEntries, draftRows, linesOf, reasonRows } from "./draft-rows";
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
          {figuresOf(actions.acceptedTogether.count, "line")} of {count(actions.overall.accept.count)} accepted{" "}
          {actions.acceptedTogether.count === 1 ? "was" : "were"} accepted with the rest of the draft, by one key
          {shareWords(actions.acceptedTogether)}.
        </p>
      )}
      <Reasons judge={judge} reasons={actions.reasons} />
    </ReportPanel>
  );
}

const shareWords = ({ share, interval }: ActionRates["accept"]): string =>
  share === null ? "" : ` (${percent(share)}${interval ? `, ${percentRange(interval)}` : ""})`;

/** Why people overruled the judge, the most frequent reason first; each opens what was overruled for it. */
function Reasons({ judge, reasons }: { judge: string; reasons: Readonly<Record<string, number>> }) {
  const given = reasonRows(reasons);
  const [most] = given;
  if (most === undefined) return null;
  return (
    <section aria-labelledby="why-overruled" className="mt-6">
      <h3 id="why-overruled" className="text-small font-semibold text-ink">
        Why people overruled it
      </h3>
      <p className="text-small text-soft">{figuresOf(most.total, "reason")} given</p>
      <ul className="mt-2 flex flex-col gap-1">
        {given.map(({ code, words, count: n, total }) => (
          <li key={code} className="grid grid-cols-[minmax(6rem,12rem)_1fr_auto] items-center gap-x-3 text-small">
            <span className="break-words text-ink">{words}</span>
            <span aria-hidden className="h-3 rounded-mark bg-sunken">
              <span className="block h-full rounded-mark bg-accent" style={{ width: `${(n / most.count) * 100}%` }} />
            </span>
            <span className="text-right text-ink tabular-nums">
              <FigureLink units={figureUnits.overruled(judge, code)} n={n} figure="lines overruled">
                {count(n)}
              </FigureLink>{" "}
              <span className="text-soft">{percent(n / total)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
