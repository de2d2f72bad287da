import type { ReportRater } from "@/lib/domain/report";

/** A rater's kind if it is worth a badge: "metric", "panel of 3". Null for people and model judges. */
export function kindOf(rater: ReportRater | undefined): string | null {
  if (rater?.judgeKind === "metric") return "metric";
  if (rater?.judgeKind === "panel")
    return rater.panel && rater.panel.members.length > 0 ? `panel of ${rater.panel.members.length}` : "panel";
  return null;
}

/** A judge's name for a sentence: "metric ROUGE-L", "panel trio", or the name alone. */
export function raterLabel(rater: ReportRater): string {
  if (rater.judgeKind === "metric") return `metric ${rater.name}`;
  if (rater.judgeKind === "panel") return `panel ${rater.name}`;
  return rater.name;
}

/** The description after a judge's name in a list: the metric, or a panel's members and how they are aggregated. Null for other judges. */
export function raterDetail({ judgeKind, metric, panel }: ReportRater): string | null {
  if (judgeKind === "metric") return metric?.scale ? `${metric.name}, on its own scale` : "metric";
  if (judgeKind !== "panel" || !panel) return null;
  const how = panel.aggregate === null ? "panel" : `${panel.aggregate} of`;
  return panel.members.length === 0 ? "panel" : `${how} ${panel.members.join(", ")}`;
}

/** Whether a judge's scores are on its own scale, so that they cannot be compared directly with people's. */
export const hasOwnScale = (rater: ReportRater | undefined): boolean => rater?.metric?.scale != null;
