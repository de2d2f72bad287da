import type { AlphaFigure, Figure, MeanAlphaFigure, TaskReport, Verdict } from "@/lib/domain/report";
import { verdictOf } from "@/lib/domain/verdict";
import { type Departure, departuresOf, leaning } from "./departure";
import type { Level } from "./headline";

/** A row of the report's main table. Judge figures are absent without a judge. */
export interface CriterionRow {
  name: string;
  overall: boolean;
  people: AlphaFigure | undefined;
  verdict: Verdict;
  withJudge: Figure | undefined;
  tauB: Figure | undefined;
  bias: Figure | undefined;
  /** Ratings that differ from the judge's, out of those that can be compared. */
  changed: { share: number | null; n: number } | undefined;
  leaning: ReturnType<typeof leaning>;
}

/** The report's main table: one row per criterion, in their own order. */
export function criterionRows(report: TaskReport, level: Level, judge: string | null): CriterionRow[] {
  const departures = new Map<string, Departure>();
  if (judge !== null) for (const departure of departuresOf(report, judge)) departures.set(departure.criterion, departure);
  return report.criteria.map(({ name, overall }) => {
    const agreement = report.agreement.perCriterion[name];
    const people = agreement?.annotators[level];
    const row: CriterionRow = {
      name,
      overall,
      people,
      verdict: verdictOf(people),
      withJudge: undefined,
      tauB: undefined,
      bias: undefined,
      changed: undefined,
      leaning: null,
    };
    if (judge === null) return row;
    const change = report.scores.change[judge]?.[name];
    const n = change ? change.up + change.down + change.same : 0;
    return {
      ...row,
      withJudge: agreement?.withJudge[judge]?.[level],
      tauB: report.correlation[judge]?.perCriterion[name]?.kendallTauB,
      bias: report.bias[judge]?.perCriterion[name],
      changed: change ? { share: n === 0 ? null : (change.up + change.down) / n, n } : undefined,
      leaning: leaning(departures.get(name)),
    };
  });
}

/** The summary row under the table, over all criteria. */
export interface SummaryRow {
  people: MeanAlphaFigure;
  withJudge: MeanAlphaFigure | undefined;
  /** The same pooled over all criteria, to be read with its explanation. */
  pooled: AlphaFigure;
  pooledWithJudge: AlphaFigure | undefined;
}

/** Means over the criteria, and beside them what pooling would give; null where there is only one criterion. */
export function summaryRow({ criteria, agreement }: TaskReport, level: Level, judge: string | null): SummaryRow | null {
  if (criteria.length < 2) return null;
  const of = <T>(figures: Record<string, Record<Level, T>>) => (judge === null ? undefined : figures[judge]?.[level]);
  return {
    people: agreement.meanOverCriteria.annotators[level],
    withJudge: of(agreement.meanOverCriteria.withJudge),
    pooled: agreement.pooled.annotators[level],
    pooledWithJudge: of(agreement.pooled.withJudge),
  };
}

/** "mean of 5 of 6 criteria": over how many criteria a mean was taken. */
export const criteriaIn = ({ definedCriteria, totalCriteria }: MeanAlphaFigure): string =>
  definedCriteria === totalCriteria ? `${totalCriteria} criteria` : `${definedCriteria} of ${totalCriteria} criteria`;
