import type { TaskReport } from "@/lib/domain/report";
import { basisOfAll, isMixed } from "@/lib/domain/report-basis";

/** A caution about how the scores were made, to read before any of them. */
interface AnchoringNote {
  tone: "caution" | "quiet";
  text: string;
}

/** Whether people saw a draft in this arm. */
export const anchored = (arm: string): boolean => arm === "drafted" || arm === "blind-then-drafted";

/** Whether the annotators had seen the draft when they scored; null where nobody has scored. */
export function anchoringNote(report: Pick<TaskReport, "arms" | "counts" | "criteria" | "chapters">): AnchoringNote | null {
  const basis = report.counts.annotators === 0 ? null : basisOfAll(report);
  if (basis === null) return null;
  if (basis === "without-draft") return { tone: "quiet", text: "Every annotator scored without seeing a draft." };
  if (basis === "not-stated") {
    return {
      tone: "caution",
      text: "The data do not say whether annotators saw a draft before scoring. If they did, agreement with the judge is not evidence that the judge is right.",
    };
  }
  if (isMixed(report)) return { tone: "caution", text: mixedText(report.arms) };
  return {
    tone: "caution",
    text:
      basis === "all"
        ? `These figures mix ${kindsOf(report.arms)}. Only scores made without a draft can show whether the judge is right.`
        : `Every annotator saw the draft before ${report.arms.includes("blind-then-drafted") ? "the final score" : "scoring"}. Agreement with the judge is not evidence that the judge is right; only blind scores could show that.`,
  };
}

/** What rests on which scores, in a report that has both scores made without a draft and others. */
function mixedText(arms: readonly string[]): string {
  const start =
    "Only the scores made without a draft can show whether the judge is right. The verdict rests on these alone where there are enough of them. Every panel says which ratings it is of";
  return arms.every(anchored) ? `${start}.` : `${start}; “all ratings” mix ${kindsOf(arms)}.`;
}

function kindsOf(arms: readonly string[]): string {
  const kinds = [
    arms.some(anchored) ? "scores made after seeing a draft" : null,
    arms.includes("blind") ? "scores made without one" : null,
    arms.includes("unstated") ? "scores whose origin is not stated" : null,
  ].filter((kind) => kind !== null);
  return kinds.length === 3 ? `${kinds[0]}, ${kinds[1]} and ${kinds[2]}` : kinds.join(" and ");
}
