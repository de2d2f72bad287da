import type { TaskReport } from "@/lib/domain/report";
import { isMixed } from "./undrafted";

/** A caution about how the scores were made, to read before any of them. */
export interface AnchoringNote {
  tone: "caution" | "quiet";
  text: string;
}

const anchored = (arm: string) => arm === "drafted" || arm === "blind-then-drafted";

/** Whether the annotators had seen the draft when they scored; null where nobody has scored. */
export function anchoringNote(report: Pick<TaskReport, "arms" | "counts" | "criteria" | "chapters">): AnchoringNote | null {
  if (report.counts.annotators === 0 || report.arms.length === 0) return null;
  const drafted = report.arms.some(anchored);
  const blind = report.arms.includes("blind");
  const unstated = report.arms.includes("unstated");
  if (!drafted && !unstated) return { tone: "quiet", text: "Every annotator scored without seeing a draft." };
  if (drafted && !blind && !unstated) {
    return {
      tone: "caution",
      text: "Every annotator saw the draft before scoring. Agreement with the judge is not evidence that the judge is right; only blind scores could show that.",
    };
  }
  if (unstated && !drafted && !blind) {
    return {
      tone: "caution",
      text: "The data do not say whether annotators saw a draft before scoring. If they did, agreement with the judge is not evidence that the judge is right.",
    };
  }
  const kinds = [
    drafted ? "scores made after seeing a draft" : null,
    blind ? "scores made without one" : null,
    unstated ? "scores whose origin is not stated" : null,
  ].filter((kind) => kind !== null);
  const list = kinds.length === 3 ? `${kinds[0]}, ${kinds[1]} and ${kinds[2]}` : kinds.join(" and ");
  return {
    tone: "caution",
    text: isMixed(report)
      ? `Only the scores made without a draft can show whether the judge is right: the first two tables are of these. Other figures mix ${list}.`
      : `These figures mix ${list}. Only scores made without a draft can show whether the judge is right.`,
  };
}
