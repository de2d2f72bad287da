import type { ChapterProps } from "./chapter-props";
import { criterionRows, summaryRow } from "./criterion-rows";
import { CriterionTable } from "./criterion-table";
import { VerdictPanel } from "./verdict-panel";

/** What can be concluded on each criterion. */
export function ChapterVerdict({ report, level, judge, scoring, anchored }: ChapterProps) {
  return (
    <>
      {(report.pairs === null || report.counts.annotators > 0) && (
        <div data-full>
          <CriterionTable
            rows={criterionRows(report, level, judge)}
            summary={summaryRow(report, level, judge)}
            judge={judge}
            anchored={anchored}
            pairwise={report.pairs !== null}
          />
        </div>
      )}
      <VerdictPanel report={report} judge={scoring} />
    </>
  );
}
