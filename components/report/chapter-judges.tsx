import { AltCurvePanel } from "./alt-curve-panel";
import { BesidePeoplePanel } from "./beside-people-panel";
import type { ChapterProps } from "./chapter-props";
import { ConsistencyPanel } from "./consistency-panel";
import { ProtocolChecksPanel } from "./protocol-checks-panel";
import { ProtocolsPanel } from "./protocols-panel";
import { RankingPanel } from "./ranking-panel";

/** Judges beside people and each other. */
export function ChapterJudges({ report, scoring }: ChapterProps) {
  return (
    <>
      {scoring !== null && <BesidePeoplePanel report={report} judge={scoring} />}
      {scoring !== null && <AltCurvePanel report={report} judge={scoring} />}
      <RankingPanel report={report} />
      <ProtocolsPanel report={report} />
      <ConsistencyPanel report={report} />
      <ProtocolChecksPanel report={report} />
    </>
  );
}
