import type { ChapterProps } from "./chapter-props";
import { DraftEffectPanels } from "./draft-effect-panels";
import { DraftPanel } from "./draft-panel";
import { InfluencePanel } from "./influence-panel";
import { MadePanel } from "./made-panel";

/** What people did with drafts, and what drafts did to people. */
export function ChapterInfluence({ report, level, scoring }: ChapterProps) {
  return (
    <>
      <InfluencePanel report={report} level={level} />
      {scoring !== null && <DraftPanel report={report} judge={scoring} />}
      {scoring !== null && <MadePanel report={report} judge={scoring} />}
      <DraftEffectPanels report={report} />
    </>
  );
}
