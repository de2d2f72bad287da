import { isMixed, isMixedOverCriteria } from "@/lib/domain/report-basis";
import { draftedArms, saidOfCriteria } from "./basis";
import type { ChapterProps } from "./chapter-props";
import { criterionRows, hasChanged, summaryRow } from "./criterion-rows";
import { CriterionTable } from "./criterion-table";
import { VerdictPanel } from "./verdict-panel";

/** What can be concluded on each criterion. */
export function ChapterVerdict({ report, level, judge, scoring }: ChapterProps) {
  return (
    <>
      {(report.pairs === null || report.counts.annotators > 0) && (
        <div data-full>
          <CriterionTable
            rows={criterionRows(report, level, judge)}
            summary={summaryRow(report, level, judge)}
            judge={judge}
            basis={saidOfTable(report, judge)}
            changedIn={draftedArms(report)}
            pairwise={report.pairs !== null}
          />
        </div>
      )}
      <VerdictPanel report={report} judge={scoring} />
    </>
  );
}

/** Which ratings the table is of, and which of its figures are of others. */
function saidOfTable(report: ChapterProps["report"], judge: string | null): string | null {
  const basis = saidOfCriteria(report);
  if (basis === null || !isMixed(report)) return basis;
  const others = [
    ...(report.criteria.length > 1 && isMixedOverCriteria(report) ? ["the means over the criteria: of all ratings"] : []),
    ...(hasChanged(criterionRows(report, "nominal", judge)) ? ["the share of scores changed: of those made with a draft in view"] : []),
  ];
  return [basis, ...others].join("; ");
}
