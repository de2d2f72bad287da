import type { ChapterProps } from "./chapter-props";
import { WarningsPanel } from "./warnings-panel";

/** What the figures rest on. Studies and methods follow, which know more than the report. */
export function ChapterMethods({ report }: ChapterProps) {
  return <WarningsPanel report={report} />;
}
