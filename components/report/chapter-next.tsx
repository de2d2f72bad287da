import type { ChapterProps } from "./chapter-props";
import { NextPanel } from "./next-panel";

/** What to do next. */
export function ChapterNext({ report }: ChapterProps) {
  return <NextPanel report={report} />;
}
