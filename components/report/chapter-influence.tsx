import type { ChapterProps } from "./chapter-props";
import { DraftEffectPanels } from "./draft-effect-panels";
import { DraftPanel } from "./draft-panel";
import { InfluenceHead } from "./influence-head";
import { InfluencePanel } from "./influence-panel";
import { MadePanel } from "./rare-panels";
import { SignedPanels } from "./signed-panel";
import { WrongDraftsPanel } from "./wrong-drafts-panel";

/** What people did with drafts, and what drafts did to people. */
export function ChapterInfluence({ report, level, judge, scoring }: ChapterProps) {
  return (
    <>
      <InfluenceHead report={report} level={level} judge={judge} />
      <InfluencePanel report={report} level={level} judge={judge} />
      <SignedPanels report={report} judge={judge} />
      {scoring !== null && <DraftPanel report={report} judge={scoring} />}
      {scoring !== null && (report.made?.[scoring] ?? []).length > 0 && <MadePanel report={report} judge={scoring} />}
      <DraftEffectPanels report={report} />
      {scoring !== null && <WrongDraftsPanel report={report} judge={scoring} />}
    </>
  );
}
