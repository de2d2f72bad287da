import type { AlphaFigures, Figure, TaskReport } from "@/lib/domain/report";
import { alphaAtAllLevels } from "@/lib/stats";
import { hasOwnScale, inputsOf, type RatingTable, ratingsOf, unitsOf } from "./rating-table";

/** Krippendorff's alpha among the annotators, and with each judge as one more rater: pooled and per criterion; and of every two raters. */
export function agreement(table: RatingTable): TaskReport["agreement"] {
  const of = (criterion?: number) => {
    const units = unitsOf(table, criterion);
    return {
      annotators: alphas(table, units, table.annotators),
      withJudge: Object.fromEntries(
        table.judges.map((judge) => [nameOf(table, judge), alphas(table, units, [...table.annotators, judge])]),
      ),
    };
  };
  return {
    pooled: of(),
    perCriterion: Object.fromEntries(table.data.criteria.map((criterion, index) => [criterion.name, of(index)])),
    pairs: pairs(table),
  };
}

export const nameOf = (table: RatingTable, rater: number): string => table.data.raters[rater]?.name ?? "";

const ownScale: Figure = { value: null, why: "own-scale", n: 0, interval: null, intervalWhy: "undefined-estimate" };

function alphas(table: RatingTable, units: number[], raters: number[]): AlphaFigures {
  if (raters.some((rater) => hasOwnScale(table, rater)))
    return { nominal: ownScale, ordinal: ownScale, interval: ownScale, ratio: ownScale };
  const result = alphaAtAllLevels({ ratings: ratingsOf(table, units, raters), clusters: inputsOf(table, units) });
  const figure = ({ value, why, n, interval, intervalWhy }: (typeof result)["nominal"]): Figure => ({
    value,
    why,
    n,
    interval,
    intervalWhy,
  });
  return {
    nominal: figure(result.nominal),
    ordinal: figure(result.ordinal),
    interval: figure(result.interval),
    ratio: figure(result.ratio),
  };
}

function pairs(table: RatingTable): TaskReport["agreement"]["pairs"] {
  const raters = [...table.annotators, ...table.judges];
  const units = unitsOf(table);
  return raters.flatMap((a, index) =>
    raters.slice(index + 1).map((b) => {
      const { nominal, ordinal, interval } = alphas(table, units, [a, b]);
      return { a: nameOf(table, a), b: nameOf(table, b), nominal, ordinal, interval };
    }),
  );
}
