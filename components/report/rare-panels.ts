import { onDemand } from "../ui/on-demand";
import type { ChapterProps } from "./chapter-props";

type RareProps = Pick<ChapterProps, "report" | "judge">;

/** Panels of what few studies have, whose code is fetched where there is any. */
export const AcceptablePanels = onDemand<RareProps>(async () => (await import("./acceptable-panels")).AcceptablePanels);
export const AdjudicatedPanel = onDemand<RareProps>(async () => (await import("./adjudicated-panel")).AdjudicatedPanel);
export const LabelsPanel = onDemand<RareProps>(async () => (await import("./labels-panel")).LabelsPanel);
export const MadePanel = onDemand<Pick<ChapterProps, "report"> & { judge: string }>(async () => (await import("./made-panel")).MadePanel);
export const ProtocolChecksPanel = onDemand<Pick<ChapterProps, "report">>(
  async () => (await import("./protocol-checks-panel")).ProtocolChecksPanel,
);
