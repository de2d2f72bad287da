import type { Figure, TaskReport } from "@/lib/domain/report";
import { toNumber } from "./exact-mean";
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
    const units = unitsOf(table, criterion).filter((unit) => human[unit] && scoreOf(table, unit, judge) !== null);
    const values = units.map((unit) => {
      const people = human[unit];
      return (scoreOf(table, unit, judge) ?? 0) - (people ? toNumber(people) : 0);
    });
    return meanOf(values, inputsOf(table, units));
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
