import type { Figure, TaskReport } from "@/lib/domain/report";
import { type Fraction, toNumber } from "./exact-mean";
import { meanOf, undefinedFigure } from "./figures";
import { humanScores } from "./human-scores";
import { hasOwnScale, inputsOf, isLabelled, nameOf, type RatingTable, scoreOf, unitsOf, whyNotPooled } from "./rating-table";

/** Signed error of each judge: its score minus the annotators' mean, averaged over units, with an interval clustered by input. */
export function bias(table: RatingTable): TaskReport["bias"] {
  const human = humanScores(table);
  const of = (judge: number, criterion?: number): Figure => {
    if (hasOwnScale(table, judge)) return undefinedFigure("own-scale");
    const why = criterion === undefined ? whyNotPooled(table) : isLabelled(table, criterion) ? "labels" : null;
    if (why !== null) return undefinedFigure(why);
    const all = unitsOf(table, criterion);
    const rated = all.filter((unit) => human[unit] && scoreOf(table, unit, judge) !== null);
    // The list itself where nothing is missing: what is known of its inputs need not be worked out again.
    const units = rated.length === all.length ? all : rated;
    const values = Float64Array.from(units, (unit) => (scoreOf(table, unit, judge) ?? 0) - toNumber(human[unit] as Fraction));
    return meanOf(values, inputsOf(table, units), table.wanted);
  };
  return Object.fromEntries(
    table.judges.map((judge) => [
      nameOf(table, judge),
      {
        pooled: of(judge),
        perCriterion: Object.fromEntries(table.data.criteria.map((criterion, index) => [criterion.name, of(judge, index)])),
      },
    ]),
  );
}
