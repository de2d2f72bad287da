import { onDemand } from "../ui/on-demand";
import type { ChapterProps } from "./chapter-props";

/** Panels of criteria on which several scores can be acceptable: few studies have any. */
export const AcceptablePanels = onDemand<Pick<ChapterProps, "report" | "judge">>(
  async () => (await import("./acceptable-panels")).AcceptablePanels,
);
