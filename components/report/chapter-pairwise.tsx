import type { ChapterProps } from "./chapter-props";
import { InterferencePanel } from "./interference-panel";
import { PairAccuracyPanel } from "./pair-accuracy-panel";
import { PairOwnModelPanel } from "./pair-own-model-panel";
import { PairPeoplePanel } from "./pair-people-panel";
import { SwapPanel } from "./swap-panel";

/** Who picks the better of two outputs, and what sways them. */
export function ChapterPairwise({ report }: ChapterProps) {
  const { pairs } = report;
  if (pairs === null) return null;
  return (
    <>
      <PairAccuracyPanel report={report} pairs={pairs} />
      <PairPeoplePanel report={report} pairs={pairs} />
      <PairOwnModelPanel report={report} pairs={pairs} />
      <SwapPanel report={report} pairs={pairs} />
      <InterferencePanel report={report} pairs={pairs} />
    </>
  );
}
