import { onDemand } from "../ui/on-demand";
import type { ChapterProps } from "./chapter-props";

type RareProps = Pick<ChapterProps, "report" | "judge">;

/** Panels of criteria, and of protocols, that few studies have, whose code is fetched where there are any. */
export const AcceptablePanels = onDemand<RareProps>(async () => (await import("./acceptable-panels")).AcceptablePanels);
export const LabelsPanel = onDemand<RareProps>(async () => (await import("./labels-panel")).LabelsPanel);
export const ProtocolChecksPanel = onDemand<Pick<ChapterProps, "report">>(
  async () => (await import("./protocol-checks-panel")).ProtocolChecksPanel,
);
