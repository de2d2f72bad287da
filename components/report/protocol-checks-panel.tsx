import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { decimals, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import { checkTables, droppedColumns, feedbackColumns } from "./judge-tables";
import { RaterTable } from "./rater-table";
import { ReportPanel } from "./report-panel";
import { ShareValue } from "./share-value";

/** Drafts rejected by the judges' own checks, and the quality of their critiques. Renders nothing if no run has such checks. */
export function ProtocolChecksPanel({ report }: { report: TaskReport }) {
  const dropped = numbered(report.checks.dropped).map(({ name, entry }) => ({
    name: entry.variant === "plain" ? name : `${name} (${entry.variant})`,
    entry,
  }));
  const feedback = numbered(report.checks.feedback);
  if (dropped.length + feedback.length === 0) return null;
  const notes = notesOf([...dropped.map(({ entry }) => entry.share), ...feedback.map(({ entry }) => entry.gain)]);
  const raterOf = (name: string) => report.raters.find((rater) => rater.name === name);
  const mean = (value: number | null) => (value === null ? "–" : decimals(value));
  return (
    <ReportPanel title="Results of the judges' own checks" description="By run, newest first" tables={checkTables(dropped, feedback)}>
      <div className="flex flex-col gap-6">
        {dropped.length > 0 && (
          <div>
            <h3 className="mb-1 text-small font-medium text-ink">Discarded drafts: the unit was judged, but its score does not count</h3>
            <RaterTable
              label="Discarded drafts"
              first="Judge"
              columns={droppedColumns}
              rows={dropped.map(({ name, entry }) => ({
                name,
                rater: raterOf(entry.judge),
                cells: [<ShareValue key="share" figure={entry.share} notes={notes} strong />],
              }))}
            />
          </div>
        )}
        {feedback.length > 0 && (
          <div>
            <h3 className="mb-1 text-small font-medium text-ink">
              Scores before and after the output was rewritten following the critique
            </h3>
            <RaterTable
              label="Gain from the critique"
              first="Judge"
              columns={[{ head: "criterion" }, ...feedbackColumns, { head: "n" }]}
              rows={feedback.map(({ name, entry }) => ({
                name,
                rater: raterOf(entry.judge),
                units: raterOf(entry.judge) && figureUnits.given(entry.criterion, { kind: "judge", name: entry.judge }),
                cells: [
                  plainCriterionName(entry.criterion),
                  mean(entry.meanBefore),
                  mean(entry.meanAfter),
                  <FigureValue key="gain" figure={entry.gain} notes={notes} format={signed} strong />,
                  entry.gain.n,
                ],
              }))}
            />
            <p className="mt-3 text-label text-soft">
              The judge scores both, and knows its own critique: a gain shows that the critique can be followed, not that the output is
              better.
            </p>
          </div>
        )}
      </div>
      <NoteList notes={notes} className="mt-3" />
    </ReportPanel>
  );
}

/** Several runs of one judge are distinguished by a number; 1 is the newest. */
function numbered<T extends { judge: string }>(entries: readonly T[]): { name: string; entry: T }[] {
  return entries.map((entry, index) => {
    const same = entries.filter(({ judge }) => judge === entry.judge);
    const place = entries.slice(0, index + 1).filter(({ judge }) => judge === entry.judge).length;
    return { name: same.length === 1 ? entry.judge : `${entry.judge}, ${place}`, entry };
  });
}
