import { figureUnits } from "@/lib/domain/figure-units";
import { type Outcome, outcomes } from "@/lib/domain/outcomes";
import { ownWords } from "@/lib/domain/own-words";
import type { ActionRates, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { prepareStackedBars, type StackedRow } from "../charts/prepare-stacked-bars";
import { plainCriterionName } from "../words/criterion-name";
import { intervalOrWhy } from "../words/why";

const draftViews = ["kind", "criterion", "annotator", "judge"] as const;
export type DraftView = (typeof draftViews)[number];

type Actions = TaskReport["actions"];

const each = <T>({ accept, revise, remove, add }: ActionRates, of: (share: ActionRates["accept"]) => T): Record<Outcome, T> => ({
  accept: of(accept),
  revise: of(revise),
  remove: of(remove),
  add: of(add),
});

/** Judges on whose drafts people acted. */
const actedOn = (actions: Actions): [string, ActionRates][] =>
  Object.entries(actions).flatMap(([name, { overall }]) => (overall.n > 0 ? [[name, overall]] : []));

/** The ways in which a judge's lines can be counted; beside other judges' where there are any, alone there where it has none. */
export function viewsOf(actions: Actions, judge: string): DraftView[] {
  const judges = actedOn(actions).map(([name]) => name);
  const own = judges.includes(judge);
  return draftViews.filter((view) => (view === "judge" ? judges.some((name) => name !== judge) : own));
}

/** What people did with one judge's draft, by kind of line, by criterion or by annotator; or with every judge's. */
export function draftEntries(actions: Actions, judge: string, view: DraftView): [string, ActionRates][] {
  if (view === "judge") return actedOn(actions);
  const own = actions[judge];
  if (own === undefined) return [];
  return view === "criterion"
    ? Object.entries(own.perCriterion).map(([name, rates]) => [plainCriterionName(name), rates])
    : view === "annotator"
      ? Object.entries(own.perAnnotator)
      : [
          ["All lines", own.overall],
          ["Conclusion", own.conclusion],
          ["Score", own.score],
          ["Evidence", own.evidence],
          ...(own.explanation.n === 0 ? [] : [["Explanation", own.explanation] satisfies [string, ActionRates]]),
        ];
}

/** The same as bars. */
export function draftRows(entries: readonly (readonly [string, ActionRates])[]): StackedRow<Outcome>[] {
  return prepareStackedBars(
    entries.map(([name, rates]) => ({
      name,
      counts: each(rates, ({ count }) => count),
      intervals: each(rates, intervalOrWhy),
    })),
    outcomes,
  );
}

/** The lines that a segment counts, as a link. */
export function linesOf(report: TaskReport, judge: string, view: DraftView, row: string, outcome: Outcome): UnitQuery | undefined {
  if (view === "judge") return figureUnits.lines(row, "all", outcome);
  if (view === "annotator") return { ...figureUnits.lines(judge, "all", outcome), human: row };
  if (view === "kind") return figureUnits.lines(judge, row === "All lines" ? "all" : row.toLowerCase(), outcome);
  const criterion = report.criteria.find(({ name }) => plainCriterionName(name) === row);
  return criterion && figureUnits.lines(judge, "all", outcome, criterion.name);
}

/** A reason for departing from the draft by its code and in words, how often it was given and any was, and the interval of that share or why it has none. */
export interface ReasonRow {
  code: string;
  words: string;
  count: number;
  total: number;
  interval: { low: number; high: number } | string | null;
}

/** The reasons that were given, the most frequent first; in older reports without intervals, and without those in words alone. */
export function reasonRows({ reasons, reasonShares }: Pick<Actions[string], "reasons" | "reasonShares">): ReasonRow[] {
  const shares =
    reasonShares && Object.entries(reasonShares).map(([code, own]) => ({ code, count: own.count, interval: intervalOrWhy(own) }));
  const given = (shares ?? Object.entries(reasons).map(([code, count]) => ({ code, count, interval: null }))).filter(
    ({ count }) => count > 0,
  );
  const total = given.reduce((sum, { count }) => sum + count, 0);
  return given
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code))
    .map((reason) => ({ ...reason, words: reason.code === ownWords ? "in their own words" : reason.code.replaceAll("-", " "), total }));
}
