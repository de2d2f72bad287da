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

/** Views of pairwise agreement: the mean over criteria, then each criterion, then, of alpha, all pooled. */
export function agreementViews(
  { criteria }: Pick<TaskReport, "criteria">,
  measure: PairMeasure = "ordinal",
): { value: string; label: string }[] {
  const single = criteria.map(({ name }) => ({ value: ofCriterion(name), label: plainCriterionName(name) }));
  if (criteria.length < 2) return single;
  const together = isOtherMeasure(measure) ? [] : [{ value: pooled, label: "All criteria pooled" }];
  return [{ value: mean, label: "Mean over criteria" }, ...single, ...together];
}

const alphaLevels = ["nominal", "ordinal", "interval"] as const;
const otherMeasures = ["quadraticKappa", "exact", "tauB"] as const;
type AlphaLevel = (typeof alphaLevels)[number];
type OtherMeasure = (typeof otherMeasures)[number];
/** What two raters are compared by: alpha at a level, or another measure. */
export type PairMeasure = AlphaLevel | OtherMeasure;

/** The measures that a report has of its pairs; those of earlier versions have only alphas. */
export const pairMeasures = ({ agreement }: Pick<TaskReport, "agreement">): readonly PairMeasure[] =>
  agreement.pairs.every(({ measures }) => measures !== undefined) ? [...alphaLevels, ...otherMeasures] : alphaLevels;

/** Whether two raters are compared by something else than alpha, which has no level of measurement. */
export const isOtherMeasure = (measure: string): measure is OtherMeasure => otherMeasures.some((one) => one === measure);

const measureWords = {
  quadraticKappa: { said: "Quadratic kappa", head: "quadratic kappa", figure: "quadratic-kappa" },
  exact: { said: "Exact agreement", head: "exact agreement", figure: "exact-agreement" },
  tauB: { said: "Kendall's tau-b", head: "tau-b", figure: "kendall-tau-b" },
} as const;

/** "Ordinal alpha", "Exact agreement": what a view shows of two raters. */
export function measureOfView(report: Pick<TaskReport, "criteria">, view: string, measure: PairMeasure): string {
  if (isOtherMeasure(measure)) return measureWords[measure].said;
  const level = levelOfView(report, view, measure);
  return `${level.charAt(0).toUpperCase()}${level.slice(1)} alpha`;
}

/** The measure for every two raters in one view; n counts the units both have scored. */
export function pairFigures(report: TaskReport, view: string, level: PairMeasure): PairFigure[] {
  const criterion = criterionOf(report, view);
  return report.agreement.pairs.flatMap((pair) => {
    if (isOtherMeasure(level)) {
      const own = Object.entries(pair.measures ?? {}).filter(([name]) => criterion === undefined || name === criterion.name);
      return own.length === 0 ? [] : [{ a: pair.a, b: pair.b, figure: meanMeasure(own.map(([, measures]) => measures[level])) }];
    }
    const figures = criterion === undefined ? (view === mean ? pair.meanOverCriteria : pair) : pair.perCriterion[criterion.name];
    if (!figures) return [];
    const { value, why, units } = figures[levelOfView(report, view, level)];
    return [{ a: pair.a, b: pair.b, figure: { value, why, n: units } }];
  });
}

/** The mean of the defined ones, with the units of these; where none is defined, why the first is not. */
function meanMeasure(all: readonly PairFigure["figure"][]): PairFigure["figure"] {
  const defined = all.filter(({ value }) => value !== null);
  const counted = defined.length === 0 ? all : defined;
  const n = counted.reduce((sum, one) => sum + one.n, 0);
  const value = defined.length === 0 ? null : defined.reduce((sum, one) => sum + (one.value ?? 0), 0) / defined.length;
  return { value, why: value === null ? (all[0]?.why ?? null) : null, n };
}

/** A link to the units that two raters share in one view. Where the view leaves some of them out, it leads to all, and the cell's n is not theirs. */
export function unitsOfPair(
  report: TaskReport,
  view: string,
  { row, column }: { row: string; column: string },
  measure: PairMeasure = "ordinal",
): { units: UnitQuery; isWhole: boolean } | undefined {
  const [a, b] = [row, column].map((name) => report.raters.find((rater) => rater.name === name));
  if (a === undefined || b === undefined) return undefined;
  const criterion = criterionOf(report, view);
  const pair = report.agreement.pairs.find((two) => [two.a, two.b].includes(row) && [two.a, two.b].includes(column));
  const defined = isOtherMeasure(measure)
    ? Object.values(pair?.measures ?? {}).filter((of) => of[measure].value !== null).length
    : hasLabels(report)
      ? null
      : pair?.meanOverCriteria.nominal.definedCriteria;
  const isWhole = defined === report.criteria.length;
  return { units: figureUnits.both(criterion?.name, a, b), isWhole: criterion !== undefined || isWhole };
}

const criterionOf = ({ criteria }: Pick<TaskReport, "criteria">, view: string) => criteria.find(({ name }) => ofCriterion(name) === view);

/** The level that a view's alphas are at: nominal for a criterion with labels. */
export function levelOfView<L extends string>(report: Pick<TaskReport, "criteria">, view: string, level: L): L | "nominal" {
  const criterion = criterionOf(report, view);
  return criterion === undefined ? level : levelOf(criterion, level);
}

/** The note to show above a view's cells, or null. */
export function viewExplanation(report: Pick<TaskReport, "criteria">, view: string, level: PairMeasure): string | null {
  const hasNone = level !== "nominal" && level !== "exact";
  const leftOut = hasLabels(report) && (view === pooled || hasNone) ? " Criteria with labels are left out." : "";
  const figures = isOtherMeasure(level) ? "figures" : "alphas";
  if (view === mean) return `The mean of two raters' ${figures} over the criteria for which they have one.${leftOut}`;
  if (view !== pooled) return null;
  return `All ratings in one table, regardless of criterion: two raters who both score one criterion higher than another seem to agree. The mean over criteria does not count that.${leftOut}`;
}

/** One view's pairs as a table. */
export function agreementTable(view: string, about: string, measure: PairMeasure, figures: readonly PairFigure[]): PanelTable {
  const { head, figure } = isOtherMeasure(measure) ? measureWords[measure] : ({ head: "alpha", figure: "alpha-of-two" } as const);
  return {
    title: `Who agrees with whom: ${view}`,
    about,
    labels: ["Rater", "Other rater"],
    columns: [{ head, figure, format: decimals }],
    rows: figures.map(({ a, b, figure }) => ({ labels: [a, b], cells: [figureCell({ ...figure, intervalWhy: "not-requested" })] })),
    n: "units",
  };
}
