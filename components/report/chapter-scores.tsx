import { ChangePanel } from "./change-panel";
import type { ChapterProps } from "./chapter-props";
import { CorrelationPanel } from "./correlation-panel";
import { DistributionPanel } from "./distribution-panel";
import { ScoresPanels } from "./scores-panels";
import { SystemPanel } from "./system-panel";

/** How scores are spread, and how the judge's lie beside people's. */
export function ChapterScores({ report, judge, scoring }: ChapterProps) {
  return (
    <>
      <DistributionPanel report={report} judge={judge} />
      {judge !== null && report.pairs === null && <CorrelationPanel report={report} judge={judge} />}
      {scoring !== null && <ScoresPanels report={report} judge={scoring} />}
      {scoring !== null && (
        <div data-half>
          <ChangePanel report={report} judge={scoring} />
        </div>
      )}
      <div {...(scoring !== null && { "data-half": true })}>
        <SystemPanel report={report} judge={judge} />
      </div>
    </>
  );
}
