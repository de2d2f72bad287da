import type { AlphaFigure, AlphaFigures, MeanAlphaFigures, TaskReport } from "@/lib/domain/report";
import { alphaAtAllLevels, meanAlpha } from "@/lib/stats";
import { undefinedFigure } from "./figures";
import { hasOwnScale, inputsOf, mixesScales, nameOf, type RatingTable, ratingsOf, scoreOf, unitsOf } from "./rating-table";

type Agreement = TaskReport["agreement"];

/**
 * Krippendorff's alpha among the annotators, and with each judge as an additional rater: per criterion, as the mean over criteria, and pooled; plus
 * alpha of every two raters.
 */
export function agreement(table: RatingTable): Agreement {
  const criteria = table.data.criteria.map((criterion, index) => [criterion.name, index] as const);
  const withJudge = <T>(of: (judge: number) => T) => Object.fromEntries(table.judges.map((judge) => [nameOf(table, judge), of(judge)]));
  const besidePeople = (judge: number) => [...table.annotators, judge];
  return {
    pooled: {
      why: mixesScales(table) ? "mixed-scales" : null,
      annotators: pooledAlphas(table, table.annotators),
      withJudge: withJudge((judge) => pooledAlphas(table, besidePeople(judge), judge)),
    },
    meanOverCriteria: {
      annotators: meanAlphas(table, table.annotators),
      withJudge: withJudge((judge) => meanAlphas(table, besidePeople(judge), judge)),
    },
    perCriterion: Object.fromEntries(
      criteria.map(([name, criterion]) => [
        name,
        {
          annotators: alphas(table, unitsOf(table, criterion), table.annotators),
          withJudge: withJudge((judge) => alphas(table, unitsOf(table, criterion), besidePeople(judge), judge)),
        },
      ]),
    ),
    pairs: pairs(table),
  };
}

/** Alpha at every level; undefined if `judge` is named but has no ratings. */
function alphas(table: RatingTable, units: number[], raters: number[], judge?: number): AlphaFigures {
  if (raters.some((rater) => hasOwnScale(table, rater))) return undefinedAlphas("own-scale");
  if (judge !== undefined && !units.some((unit) => scoreOf(table, unit, judge) !== null)) return undefinedAlphas("not-rated");
  const result = alphaAtAllLevels({ ratings: ratingsOf(table, units, raters), clusters: inputsOf(table, units) });
  const inputs = pairableInputs(table, units, raters);
  return atEachLevel((level) => {
    const { value, why, n, interval, intervalWhy, pairableUnits } = result[level];
    return { value, why, n, interval, intervalWhy, units: pairableUnits, inputs };
  });
}

const pooledAlphas = (table: RatingTable, raters: number[], judge?: number): AlphaFigures =>
  mixesScales(table) ? undefinedAlphas("mixed-scales") : alphas(table, unitsOf(table), raters, judge);

function meanAlphas(table: RatingTable, raters: number[], judge?: number): MeanAlphaFigures {
  const totalCriteria = table.criteria;
  const undefinedMean = (why: string) => atEachLevel(() => ({ ...undefinedAlpha(why), definedCriteria: 0, totalCriteria }));
  if (raters.some((rater) => hasOwnScale(table, rater))) return undefinedMean("own-scale");
  const all = table.data.criteria.map((_, criterion) => unitsOf(table, criterion));
  const rated = all.filter((units) => judge === undefined || units.some((unit) => scoreOf(table, unit, judge) !== null));
  if (rated.length === 0) return undefinedMean(judge === undefined ? "no-pairable-units" : "not-rated");
  const result = meanAlpha({ tables: rated.map((units) => ratingsOf(table, units, raters)), clusters: inputsOf(table, unitsOf(table, 0)) });
  const inputs = pairableInputs(table, rated.flat(), raters);
  return atEachLevel((level) => {
    const { value, why, n, interval, intervalWhy, pairableUnits, definedTables } = result[level];
    return { value, why, n, interval, intervalWhy, units: pairableUnits, inputs, definedCriteria: definedTables, totalCriteria };
  });
}

function pairs(table: RatingTable): Agreement["pairs"] {
  const raters = [...table.annotators, ...table.judges];
  return raters.flatMap((a, index) =>
    raters.slice(index + 1).map((b) => {
      const two = [a, b];
      return {
        a: nameOf(table, a),
        b: nameOf(table, b),
        ...withoutRatio(pooledAlphas(table, two)),
        perCriterion: Object.fromEntries(
          table.data.criteria.map(({ name }, criterion) => [name, withoutRatio(alphas(table, unitsOf(table, criterion), two))]),
        ),
        meanOverCriteria: withoutRatio(meanAlphas(table, two)),
      };
    }),
  );
}

const withoutRatio = <T>({ nominal, ordinal, interval }: Record<keyof AlphaFigures, T>) => ({ nominal, ordinal, interval });

const atEachLevel = <T>(of: (level: keyof AlphaFigures) => T) => ({
  nominal: of("nominal"),
  ordinal: of("ordinal"),
  interval: of("interval"),
  ratio: of("ratio"),
});

const undefinedAlpha = (why: string): AlphaFigure => ({ ...undefinedFigure(why), units: 0, inputs: 0 });
const undefinedAlphas = (why: string): AlphaFigures => atEachLevel(() => undefinedAlpha(why));

/** The number of inputs with a unit that two or more of the raters have rated. */
function pairableInputs(table: RatingTable, units: number[], raters: number[]): number {
  const pairable = units.filter((unit) => raters.filter((rater) => scoreOf(table, unit, rater) !== null).length > 1);
  return new Set(inputsOf(table, pairable)).size;
}
