import { AltCurvePanel } from "./alt-curve-panel";
import { BesidePeoplePanel } from "./beside-people-panel";
import type { ChapterProps } from "./chapter-props";
import { ConsistencyPanel } from "./consistency-panel";
import { ProtocolsPanel } from "./protocols-panel";
import { RankingPanel } from "./ranking-panel";
import { ProtocolChecksPanel } from "./rare-panels";

/** Judges beside people and each other. */
export function ChapterJudges({ report, scoring }: ChapterProps) {
  return (
    <>
      {scoring !== null && <BesidePeoplePanel report={report} judge={scoring} />}
      {scoring !== null && <AltCurvePanel report={report} judge={scoring} />}
      <RankingPanel report={report} />
      <ProtocolsPanel report={report} />
      <ConsistencyPanel report={report} />
      {hasChecks(report) && <ProtocolChecksPanel report={report} />}
    </>
  );
}

const hasChecks = ({ checks: { dropped, feedback } }: ChapterProps["report"]) => dropped.length + feedback.length > 0;
