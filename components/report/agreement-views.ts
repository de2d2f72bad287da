import type { TaskReport } from "@/lib/domain/report";
import type { PairFigure } from "../charts/prepare-heat-map";
import { plainCriterionName } from "../words/criterion-name";

const mean = "mean";
const pooled = "pooled";
// A criterion may have any name, so its view's value cannot be the name alone.
const ofCriterion = (name: string) => `criterion ${name}`;

/** Views of pairwise agreement: the mean over criteria, then each criterion, then all pooled. */
export function agreementViews({ criteria }: Pick<TaskReport, "criteria">): { value: string; label: string }[] {
  const single = criteria.map(({ name }) => ({ value: ofCriterion(name), label: plainCriterionName(name) }));
  if (criteria.length < 2) return single;
  return [{ value: mean, label: "Mean over criteria" }, ...single, { value: pooled, label: "All criteria pooled" }];
}

/** Alpha for every two raters in one view; n counts the units both have scored. */
export function pairFigures(report: TaskReport, view: string, level: "nominal" | "ordinal" | "interval"): PairFigure[] {
  const criterion = report.criteria.find(({ name }) => ofCriterion(name) === view)?.name;
  return report.agreement.pairs.flatMap((pair) => {
    const figures = criterion === undefined ? (view === mean ? pair.meanOverCriteria : pair) : pair.perCriterion[criterion];
    if (!figures) return [];
    const { value, why, units } = figures[level];
    return [{ a: pair.a, b: pair.b, figure: { value, why, n: units } }];
  });
}

/** The note to show above a view's cells, or null. */
export function viewExplanation(view: string): string | null {
  if (view === mean) return "The mean of two raters' alphas over the criteria for which they have one.";
  if (view !== pooled) return null;
  return "All ratings in one table, regardless of criterion: two raters who both score one criterion higher than another seem to agree. The mean over criteria does not count that.";
}
