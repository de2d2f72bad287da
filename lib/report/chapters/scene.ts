import type { Figure } from "@/lib/domain/report";
import { exactMean, toNumber } from "../exact-mean";
import { hasOwnScale, inputsOf, isLabelled, nameOf, type RatingTable, scoreOf, unitsOf } from "../rating-table";

/** Whether distances and ranks of this criterion's scores mean nothing: labels, and verdicts on pairs. */
export const isNominal = (table: RatingTable, criterion: number): boolean =>
  isLabelled(table, criterion) || table.data.task.kind === "pairwise";

/** The judges whose scores are on the criteria's scales. */
export const scoringJudges = (table: RatingTable): number[] => table.judges.filter((judge) => !hasOwnScale(table, judge));

/** One value for each criterion, by its name. */
export const byCriterion = <T>({ data }: RatingTable, of: (criterion: number) => T): Record<string, T> =>
  Object.fromEntries(data.criteria.map(({ name }, criterion) => [name, of(criterion)]));

/** One value for each judge whose scores are on the criteria's scales, by its name. */
export const byJudge = <T>(table: RatingTable, of: (judge: number) => T): Record<string, T> =>
  Object.fromEntries(scoringJudges(table).map((judge) => [nameOf(table, judge), of(judge)]));

/** The mean of these raters' scores of a unit, exact, so that equal means tie; null if none of them rated it. */
export function meanScore(table: RatingTable, unit: number, raters: readonly number[]): number | null {
  const mean = exactMean(raters.flatMap((rater) => scoreOf(table, unit, rater) ?? []));
  return mean === null ? null : toNumber(mean);
}

/** One criterion's units with people's means, and the input of each. */
export interface Scene {
  table: RatingTable;
  criterion: number;
  units: number[];
  inputs: number[];
  /** Mean of the annotators, by place in `units`; null where none of them rated. */
  people: (number | null)[];
}

export function sceneOf(table: RatingTable, criterion: number): Scene {
  const units = unitsOf(table, criterion);
  const people = units.map((unit) => meanScore(table, unit, table.annotators));
  return { table, criterion, units, inputs: inputsOf(table, units), people };
}

/** One rater's scores of the scene's units; null where it gave none. */
export const scoresIn = ({ table, units }: Scene, rater: number): (number | null)[] => units.map((unit) => scoreOf(table, unit, rater));

interface AnyEstimate {
  value: number | null;
  why: string | null;
  n: number;
  interval?: Figure["interval"];
  intervalWhy?: string | null;
}

/** The part of a statistic's result that the report keeps. */
export const asFigure = ({ value, why, n, interval = null, intervalWhy = null }: AnyEstimate): Figure => ({
  ...{ value, why, n, interval },
  intervalWhy: value === null ? "undefined-estimate" : interval === null ? (intervalWhy ?? "not-requested") : null,
});
