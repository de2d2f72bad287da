import { AgreementPanel } from "./agreement-panel";
import { AnnotatorsPanel } from "./annotators-panel";
import type { ChapterProps } from "./chapter-props";
import { hasLabels } from "./level-of";
import { AcceptablePanels, AdjudicatedPanel, LabelsPanel } from "./rare-panels";
import { ReliabilityPanel } from "./reliability-panel";
import { StrataPanel } from "./strata-panel";
import { TimePanel } from "./time-panel";

/** Whether people can be relied on: agreement, one by one, and where they disagree. */
export function ChapterPeople({ report, level, judge, scoring }: ChapterProps) {
  return (
    <>
      {report.pairs === null && <ReliabilityPanel report={report} level={level} />}
      <div data-half>
        <AgreementPanel report={report} level={level} />
      </div>
      <div data-half>
        <TimePanel report={report} />
      </div>
      <AnnotatorsPanel report={report} />
      {scoring !== null && <StrataPanel report={report} judge={scoring} />}
      {Object.values(report.chapters.people.perCriterion).some(({ acceptable }) => acceptable) && (
        <AcceptablePanels report={report} judge={scoring} />
      )}
      {hasLabels(report) && <LabelsPanel report={report} judge={scoring} />}
      {report.adjudicated !== null && <AdjudicatedPanel report={report} judge={judge} />}
    </>
  );
}
