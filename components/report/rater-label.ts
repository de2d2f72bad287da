import type { ReportRater } from "@/lib/domain/report";

/** What kind of judge somebody is, where that is worth a mark: "metric", "panel of 3". Null of people and of judges that are models. */
export function kindOf(rater: ReportRater | undefined): string | null {
  if (rater?.judgeKind === "metric") return "metric";
  if (rater?.judgeKind === "panel")
    return rater.panel && rater.panel.members.length > 0 ? `panel of ${rater.panel.members.length}` : "panel";
  return null;
}

/** A judge's name as a sentence says it: "metric ROUGE-L", "panel trio", or the name alone. */
export function raterLabel(rater: ReportRater): string {
  if (rater.judgeKind === "metric") return `metric ${rater.name}`;
  if (rater.judgeKind === "panel") return `panel ${rater.name}`;
  return rater.name;
}

/** What stands behind the name in a list: which metric it is, or who sits on the panel and how they are joined. Null of other judges. */
export function raterDetail({ judgeKind, metric, panel }: ReportRater): string | null {
  if (judgeKind === "metric") return metric?.scale ? `${metric.name}, on its own scale` : "metric";
  if (judgeKind !== "panel" || !panel) return null;
  const how = panel.aggregate === null ? "panel" : `${panel.aggregate} of`;
  return panel.members.length === 0 ? "panel" : `${how} ${panel.members.join(", ")}`;
}

/** Whether a judge's scores lie on a scale of its own, so that they cannot stand beside people's. */
export const hasOwnScale = (rater: ReportRater | undefined): boolean => rater?.metric?.scale != null;
