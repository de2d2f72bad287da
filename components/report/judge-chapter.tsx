import type { TaskReport } from "@/lib/domain/report";
import { AltCurvePanel } from "./alt-curve-panel";
import { BesidePeoplePanel } from "./beside-people-panel";
import { BiasPanel } from "./bias-panel";
import { ConsistencyPanel } from "./consistency-panel";
import { ProtocolsPanel } from "./protocols-panel";
import { RankingPanel } from "./ranking-panel";
import { ScoresPanels } from "./scores-panels";

/** Judges beside people and each other, score by score, and where the one chosen errs. */
export function JudgeChapter({ report, judge }: { report: TaskReport; judge: string | null }) {
  return (
    <>
      {judge !== null && <BesidePeoplePanel report={report} judge={judge} />}
      {judge !== null && <AltCurvePanel report={report} judge={judge} />}
      <RankingPanel report={report} />
      <ProtocolsPanel report={report} />
      <ConsistencyPanel report={report} />
      {judge !== null && <ScoresPanels report={report} judge={judge} />}
      {judge !== null && <BiasPanel report={report} judge={judge} />}
    </>
  );
}
