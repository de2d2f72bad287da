import { BiasPanel } from "./bias-panel";
import type { ChapterProps } from "./chapter-props";

/** Where the judge errs systematically. */
export function ChapterBias({ report, scoring }: ChapterProps) {
  return scoring === null ? null : <BiasPanel report={report} judge={scoring} />;
}
