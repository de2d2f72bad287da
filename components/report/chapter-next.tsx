import type { ChapterProps } from "./chapter-props";
import { CheapestPanel, MeansPanel } from "./means-panel";
import { NextPanel } from "./next-panel";

/** What to do next. */
export function ChapterNext({ report, scoring }: ChapterProps) {
  return (
    <>
      {scoring !== null && (
        <>
          <MeansPanel report={report} judge={scoring} />
          <CheapestPanel report={report} judge={scoring} />
        </>
      )}
      <NextPanel report={report} judge={scoring} />
    </>
  );
}
