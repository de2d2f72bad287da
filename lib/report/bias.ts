import type { Figure, TaskReport } from "@/lib/domain/report";
import { toNumber } from "./exact-mean";
import { meanOf, undefinedFigure } from "./figures";
import { humanScores } from "./human-scores";
import { hasOwnScale, inputsOf, isLabelled, nameOf, numberOf, type RatingTable, unitsOf, whyNotPooled } from "./rating-table";

/** Signed error of each judge: its score minus the annotators' mean, averaged over units, with an interval clustered by input. */
export function bias(table: RatingTable): TaskReport["bias"] {
  const human = humanScores(table);
  const errorsOf = (judge: number): Float64Array => {
    const errors = new Float64Array(table.units).fill(Number.NaN);
    human.forEach((mean, unit) => {
      if (mean) errors[unit] = numberOf(table, unit, judge) - toNumber(mean);
    });
    return errors;
  };
  const of = (judge: number, errors: Float64Array, criterion?: number): Figure => {
    if (hasOwnScale(table, judge)) return undefinedFigure("own-scale");
    const why = criterion === undefined ? whyNotPooled(table) : isLabelled(table, criterion) ? "labels" : null;
    if (why !== null) return undefinedFigure(why);
    const units = unitsOf(table, criterion);
    const values = new Float64Array(units.length);
    for (let place = 0; place < units.length; place++) values[place] = errors[units[place] as number] as number;
    return meanOf(values, inputsOf(table, units), table.wanted);
  };
  return Object.fromEntries(
    table.judges.map((judge) => {
      const errors = errorsOf(judge);
      const perCriterion = table.data.criteria.map((criterion, index) => [criterion.name, of(judge, errors, index)]);
      return [nameOf(table, judge), { pooled: of(judge, errors), perCriterion: Object.fromEntries(perCriterion) }];
    }),
  );
}
