import type { Figure, TaskReport } from "@/lib/domain/report";
import { clusteredMean } from "@/lib/stats";
import { nameOf } from "./agreement";
import { toNumber } from "./exact-mean";
import { humanScores } from "./human-scores";
import { hasOwnScale, inputsOf, type RatingTable, scoreOf, unitsOf } from "./rating-table";

/** Signed error of each judge: its score minus the annotators' mean, averaged over units, with an interval that keeps inputs together. */
export function bias(table: RatingTable): TaskReport["bias"] {
  const human = humanScores(table);
  const of = (judge: number, criterion?: number): Figure => {
    if (hasOwnScale(table, judge)) return { value: null, why: "own-scale", n: 0, interval: null, intervalWhy: "undefined-estimate" };
    const units = unitsOf(table, criterion).filter((unit) => human[unit] && scoreOf(table, unit, judge) !== null);
    const values = units.map((unit) => {
      const people = human[unit];
      return (scoreOf(table, unit, judge) ?? 0) - (people ? toNumber(people) : 0);
    });
    const { value, why, n, interval, intervalWhy } = clusteredMean({ values, clusters: inputsOf(table, units) });
    return { value, why, n, interval, intervalWhy };
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
