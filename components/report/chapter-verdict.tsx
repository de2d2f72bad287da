import { isMixed } from "@/lib/domain/report-basis";
import { armsInWords, saidOfCriteria } from "./basis";
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
            basis={saidOfTable(report, judge)}
            arms={armsInWords(report.arms)}
            pairwise={report.pairs !== null}
          />
        </div>
      )}
      <VerdictPanel report={report} judge={scoring} />
    </>
  );
}

/** Which ratings the table is of, and which of its figures are of all. */
function saidOfTable(report: ChapterProps["report"], judge: string | null): string | null {
  const basis = saidOfCriteria(report);
  if (basis === null || !isMixed(report)) return basis;
  const ofAll = [
    ...(report.criteria.length > 1 ? ["the means over the criteria"] : []),
    ...(judge !== null && report.scores.change[judge] ? ["the share of scores that differ"] : []),
  ];
  return ofAll.length === 0 ? basis : `${basis}; ${ofAll.join(", ")}: of all ratings`;
}
