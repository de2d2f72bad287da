import type { Figure, TaskReport } from "@/lib/domain/report";
import { sceneOf } from "./chapters/scene";
import { meanOf, undefinedFigure } from "./figures";
import {
  hasOwnScale,
  inputsOf,
  isLabelled,
  nameOf,
  numberOf,
  pending,
  type RatingTable,
  unitOf,
  unitsOf,
  whyNotPooled,
} from "./rating-table";
import { rememberedBy } from "./remembered";

type Bias = TaskReport["bias"];

/** Signed error of each judge: its score minus the annotators' mean, averaged over units, with an interval clustered by input. */
export const bias = (table: RatingTable): Bias => ofEachJudge(table, pooled);

/** The same by criterion alone; what is pooled over all is said to be still computed. */
export const biasByCriterion = (table: RatingTable): Bias =>
  ofEachJudge(table, (own, judge) => undefinedFigure(whyNone(own, judge) ?? pending));

const ofEachJudge = (table: RatingTable, pooledOf: (table: RatingTable, judge: number) => Figure): Bias =>
  Object.fromEntries(
    table.judges.map((judge) => [nameOf(table, judge), { pooled: pooledOf(table, judge), perCriterion: perCriterion(table, judge) }]),
  );

/** Why a judge has no error on a criterion, or on all together; null: it may have one. */
function whyNone(table: RatingTable, judge: number, criterion?: number): string | null {
  if (hasOwnScale(table, judge)) return "own-scale";
  if (criterion === undefined) return whyNotPooled(table);
  return isLabelled(table, criterion) ? "labels" : null;
}

const perCriterion = rememberedBy((table: RatingTable, judge): Bias[string]["perCriterion"] =>
  Object.fromEntries(
    table.data.criteria.map(({ name }, criterion) => {
      const why = whyNone(table, judge, criterion);
      if (why !== null) return [name, undefinedFigure(why)];
      return [name, meanOf(errorsOn(table, judge, criterion), inputsOf(table, unitsOf(table, criterion)), table.wanted)];
    }),
  ),
);

function pooled(table: RatingTable, judge: number): Figure {
  const why = whyNone(table, judge);
  if (why !== null) return undefinedFigure(why);
  const errors = new Float64Array(table.units).fill(Number.NaN);
  for (let criterion = 0; criterion < table.criteria; criterion++) {
    if (isLabelled(table, criterion)) continue;
    errorsOn(table, judge, criterion).forEach((error, sample) => {
      errors[unitOf(table, sample, criterion)] = error;
    });
  }
  return meanOf(errors, inputsOf(table, unitsOf(table)), table.wanted);
}

/** The judge's score minus people's mean, by sample; NaN where either is missing. */
function errorsOn(table: RatingTable, judge: number, criterion: number): Float64Array {
  const { units, people } = sceneOf(table, criterion);
  const errors = new Float64Array(units.length);
  for (let place = 0; place < errors.length; place++)
    errors[place] = numberOf(table, units[place] as number, judge) - (people[place] ?? Number.NaN);
  return errors;
}
