import type { ReactNode } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { count, percent, signed } from "../charts/format";
import { among } from "./basis";
import type { CriterionRow, SummaryRow } from "./criterion-rows";
import { hitsOf } from "./fate-rows";
import { FigureValue } from "./figure-value";
import type { Notes } from "./notes";

/** The units of a figure among those that the row rests on, and how many are listed. */
function linkOf({ narrowed }: CriterionRow, units: UnitQuery, figure: Figure | undefined) {
  const { units: own, n = figure?.n ?? 0 } = among(narrowed, units);
  return { units: figure?.value == null ? undefined : own, n };
}

/** What leads where agreement among people does: the criterion's name and verdict, and as a picture its place on the axis. */
export function ToPeople({ row, repeats = false, children }: { row: CriterionRow; repeats?: boolean; children: ReactNode }) {
  return (
    <FigureLink {...linkOf(row, figureUnits.people(row.name), row.people)} figure="alpha" repeats={repeats}>
      {children}
    </FigureLink>
  );
}

/** A mean over the criteria: of people's ratings of units with two or more, or of the judge's and people's of units that both rated. */
export function ToAll({ summary, judge, children }: { summary: SummaryRow; judge?: string; children: ReactNode }) {
  const figure = judge === undefined ? summary.people : summary.withJudge;
  const units: UnitQuery = judge === undefined ? { pairable: "people", of: "ratings" } : { judge, pairable: "judge", of: "ratings" };
  const all = figure?.definedCriteria === figure?.totalCriteria;
  return (
    <FigureLink
      units={figure?.value == null ? undefined : among(summary.narrowed, units).units}
      n={figure && all ? figure.n : null}
      counts={figure && { n: figure.n, what: "ratings" }}
      figure="mean over criteria"
    >
      {children}
    </FigureLink>
  );
}

/** Agreement among people. */
export function PeopleFigure({ row, notes }: { row: CriterionRow; notes: Notes }) {
  return (
    <FigureLink {...linkOf(row, figureUnits.people(row.name), row.people)} figure="alpha">
      <FigureValue figure={row.people} notes={notes} strong />
    </FigureLink>
  );
}

/** Agreement with the judge as one more rater. */
export function WithJudge({ row, judge, notes }: JudgeFigureProps) {
  return (
    <FigureLink {...linkOf(row, figureUnits.withJudge(row.name, judge), row.withJudge)} figure="alpha with the judge">
      <FigureValue figure={row.withJudge} notes={notes} />
    </FigureLink>
  );
}

export interface JudgeFigureProps {
  row: CriterionRow;
  judge: string;
  notes: Notes;
}

/** How alike the judge and people order samples. */
export function TauB({ row, judge, notes }: JudgeFigureProps) {
  return (
    <FigureLink {...linkOf(row, figureUnits.judged(row.name, judge), row.tauB)} figure="tau-b, judge and people">
      <FigureValue figure={row.tauB} notes={notes} />
    </FigureLink>
  );
}

/** How far the judge is above people. */
export function Bias({ row, judge, notes }: JudgeFigureProps) {
  return (
    <FigureLink {...linkOf(row, figureUnits.judged(row.name, judge), row.bias)} figure="judge minus people">
      <FigureValue figure={row.bias} notes={notes} format={signed} />
    </FigureLink>
  );
}

/** How many scores differ from the judge's drafts. */
export function Changed({ row, judge, notes }: JudgeFigureProps) {
  if (!row.changed) return <span className="text-soft">–</span>;
  return (
    <>
      <FigureLink
        units={figureUnits.changed(row.name, judge, "changed")}
        n={hitsOf(row.changed)}
        figure="scores changed from the judge's drafts"
      >
        <FigureValue figure={row.changed} notes={notes} format={percent} />
      </FigureLink>
      <span className="block text-label text-soft">of {count(row.changed.n)}</span>
    </>
  );
}
