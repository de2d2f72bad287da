import type { ChapterProps } from "./chapter-props";
import { RedundancyPanel } from "./redundancy-panel";

/** What is judged: whether two criteria are one. */
export function ChapterCriteria({ report, scoring }: ChapterProps) {
  return <RedundancyPanel report={report} judge={scoring} />;
}
