import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { PanelTable } from "@/lib/paper/panel-table";
import { decimals } from "../charts/format";
import type { PairFigure } from "../charts/prepare-heat-map";
import { plainCriterionName } from "../words/criterion-name";
import { figureCell } from "./cells";
import { hasLabels, levelOf } from "./level-of";

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
  const criterion = criterionOf(report, view);
  return report.agreement.pairs.flatMap((pair) => {
    const figures = criterion === undefined ? (view === mean ? pair.meanOverCriteria : pair) : pair.perCriterion[criterion.name];
    if (!figures) return [];
    const { value, why, units } = figures[levelOfView(report, view, level)];
    return [{ a: pair.a, b: pair.b, figure: { value, why, n: units } }];
  });
}

/** A link to the units that two raters share in one view. Where the view leaves some of them out, it leads to all, and the cell's n is not theirs. */
export function unitsOfPair(
  report: TaskReport,
  view: string,
  { row, column }: { row: string; column: string },
): { units: UnitQuery; isWhole: boolean } | undefined {
  const [a, b] = [row, column].map((name) => report.raters.find((rater) => rater.name === name));
  if (a === undefined || b === undefined) return undefined;
  const criterion = criterionOf(report, view);
  const pair = report.agreement.pairs.find((two) => [two.a, two.b].includes(row) && [two.a, two.b].includes(column));
  const isWhole = !hasLabels(report) && pair?.meanOverCriteria.nominal.definedCriteria === report.criteria.length;
  return { units: figureUnits.both(criterion?.name, a, b), isWhole: criterion !== undefined || isWhole };
}

const criterionOf = ({ criteria }: Pick<TaskReport, "criteria">, view: string) => criteria.find(({ name }) => ofCriterion(name) === view);

/** The level that a view's alphas are at: nominal for a criterion with labels. */
export function levelOfView<L extends string>(report: Pick<TaskReport, "criteria">, view: string, level: L): L | "nominal" {
  const criterion = criterionOf(report, view);
  return criterion === undefined ? level : levelOf(criterion, level);
}

/** The note to show above a view's cells, or null. */
export function viewExplanation(report: Pick<TaskReport, "criteria">, view: string, level: string): string | null {
  const leftOut = hasLabels(report) && (view === pooled || level !== "nominal") ? " Criteria with labels are left out." : "";
  if (view === mean) return `The mean of two raters' alphas over the criteria for which they have one.${leftOut}`;
  if (view !== pooled) return null;
  return `All ratings in one table, regardless of criterion: two raters who both score one criterion higher than another seem to agree. The mean over criteria does not count that.${leftOut}`;
}

/** One view's pairs as a table. */
export function agreementTable(view: string, measure: string, figures: readonly PairFigure[]): PanelTable {
  return {
    title: `Who agrees with whom: ${view}`,
    about: measure,
    labels: ["Rater", "Other rater"],
    columns: [{ head: "alpha", figure: "alpha-of-two", format: decimals }],
    rows: figures.map(({ a, b, figure }) => ({ labels: [a, b], cells: [figureCell({ ...figure, intervalWhy: "not-requested" })] })),
    n: "units",
  };
}
