import type { AlphaFigure, Figure, MeanAlphaFigure, TaskReport, Verdict } from "@/lib/domain/report";
import {
  agreementOverCriteria,
  alphasOfPeople,
  alphasWithJudge,
  basisOverCriteria,
  biasOf,
  isMixedOverCriteria,
  tauBOf,
} from "@/lib/domain/report-basis";
import { verdictOf } from "@/lib/domain/verdict";
import { armsOf, armsOfCriterion, type Basis, basisOf, narrowedTo } from "./basis";
import { type Departure, departuresOf, leaning } from "./departure";
import type { Level } from "./headline";
import { levelOf } from "./level-of";

/** A row of the report's main table. Judge figures are absent without a judge. */
export interface CriterionRow {
  name: string;
  overall: boolean;
  /** How many labels a categorical criterion has; null for numbers. */
  labels: number | null;
  people: AlphaFigure | undefined;
  verdict: Verdict;
  withJudge: Figure | undefined;
  tauB: Figure | undefined;
  bias: Figure | undefined;
  /** Ratings that differ from the judge's draft, out of those made with it in view; absent where there are none. */
  changed: Figure | undefined;
  leaning: ReturnType<typeof leaning>;
  /** Narrows a link to the ratings that the figures rest on. */
  narrowed: Basis;
  /** Arms of those ratings, where the report has others; and the level that its alphas are measured at. */
  arms: string | undefined;
  level: Level;
}

/** The report's main table: one row per criterion, in their own order. */
export function criterionRows(report: TaskReport, level: Level, judge: string | null): CriterionRow[] {
  const departures = new Map<string, Departure>();
  if (judge !== null) for (const departure of departuresOf(report, judge)) departures.set(departure.criterion, departure);
  return report.criteria.map((criterion) => {
    const { name, overall } = criterion;
    const measured = levelOf(criterion, level);
    const people = alphasOfPeople(report, name)?.[measured];
    const row: CriterionRow = {
      name,
      overall,
      labels: criterion.labels?.length ?? null,
      people,
      verdict: verdictOf(people),
      withJudge: undefined,
      tauB: undefined,
      bias: undefined,
      changed: undefined,
      leaning: null,
      narrowed: basisOf(report, name),
      arms: armsOfCriterion(report, name),
      level: measured,
    };
    if (judge === null) return row;
    return {
      ...row,
      withJudge: alphasWithJudge(report, name, judge)?.[measured],
      tauB: tauBOf(report, name, judge),
      bias: biasOf(report, name, judge),
      changed: changedShare(report, name, judge),
      leaning: leaning(departures.get(name)),
    };
  });
}

function changedShare({ scores }: TaskReport, criterion: string, judge: string): Figure | undefined {
  const { same = 0, changed = 0 } = scores.change[judge]?.[criterion] ?? {};
  const n = same + changed;
  if (n === 0) return undefined;
  // Older reports have counts alone.
  const { interval = null, intervalWhy = null } = scores.changeShares?.[judge]?.[criterion]?.changed ?? {};
  return { value: changed / n, why: null, n, interval, intervalWhy };
}

/** Whether people had the judge's drafts in view on some criterion. */
export const hasChanged = (rows: readonly CriterionRow[]): boolean => rows.some(({ changed }) => changed !== undefined);

/** The summary row under the table, over all criteria. */
export interface SummaryRow {
  /** Whether it mixes ratings made without a draft, which the rows are of, with others: in reports of earlier versions. */
  mixed: boolean;
  /** As a row's. */
  narrowed: Basis;
  arms: string | undefined;
  people: MeanAlphaFigure;
  withJudge: MeanAlphaFigure | undefined;
  /** The same pooled over all criteria, to be read with its explanation. */
  pooled: AlphaFigure;
  pooledWithJudge: AlphaFigure | undefined;
}

/** Means over the criteria, and beside them what pooling would give; null where there is only one criterion. */
export function summaryRow(report: TaskReport, level: Level, judge: string | null): SummaryRow | null {
  if (report.criteria.length < 2) return null;
  const agreement = agreementOverCriteria(report);
  const basis = basisOverCriteria(report);
  const of = <T>(figures: Record<string, Record<Level, T>>) => (judge === null ? undefined : figures[judge]?.[level]);
  return {
    mixed: isMixedOverCriteria(report),
    narrowed: narrowedTo(report, basis),
    arms: armsOf(report, basis),
    people: agreement.meanOverCriteria.annotators[level],
    withJudge: of(agreement.meanOverCriteria.withJudge),
    pooled: agreement.pooled.annotators[level],
    pooledWithJudge: of(agreement.pooled.withJudge),
  };
}

/** "5 of 6 criteria", "5 of 6 criteria; with the judge, 6 criteria": over how many criteria the means were taken. */
export function criteriaIn({ people, withJudge }: Pick<SummaryRow, "people" | "withJudge">): string {
  const of = ({ definedCriteria, totalCriteria }: MeanAlphaFigure) =>
    definedCriteria === totalCriteria ? `${totalCriteria} criteria` : `${definedCriteria} of ${totalCriteria} criteria`;
  const isSame = withJudge?.value == null || withJudge.definedCriteria === people.definedCriteria;
  return isSame ? of(people) : `${of(people)}; with the judge, ${of(withJudge)}`;
}
