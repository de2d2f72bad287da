import { exactMean, type Fraction, meanOfFractions, toNumber } from "./exact-mean";
import { anyScoreOf, criterionOf, isLabelled, type RatingTable, scoreOf, unitOf } from "./rating-table";

/** The human score of each unit: the mean of the annotators who rated it, exact; null if nobody did, and for labels, which have no mean. */
export function humanScores(table: RatingTable): (Fraction | null)[] {
  return Array.from({ length: table.units }, (_, unit) =>
    isLabelled(table, criterionOf(table, unit)) ? null : exactMean(table.annotators.flatMap((rater) => scoreOf(table, unit, rater) ?? [])),
  );
}

/** One rater's scores as exact values, unit by unit, null for labels; a metric's own score is repeated at every unit of its sample. */
export function raterScores(table: RatingTable, rater: number): (Fraction | null)[] {
  return Array.from({ length: table.units }, (_, unit) => {
    const score = isLabelled(table, criterionOf(table, unit)) ? null : anyScoreOf(table, unit, rater);
    return score === null ? null : exactMean([score]);
  });
}

/** Two score columns by sample: the means over the criteria for which both have a score; null if there are none. */
export function sampleMeans(
  table: RatingTable,
  a: (Fraction | null)[],
  b: (Fraction | null)[],
): { a: (Fraction | null)[]; b: (Fraction | null)[] } {
  const means: { a: (Fraction | null)[]; b: (Fraction | null)[] } = { a: [], b: [] };
  for (let sample = 0; sample < table.data.samples.length; sample++) {
    const both: [Fraction, Fraction][] = [];
    for (let criterion = 0; criterion < table.criteria; criterion++) {
      const [left, right] = [a[unitOf(table, sample, criterion)], b[unitOf(table, sample, criterion)]];
      if (left && right) both.push([left, right]);
    }
    means.a.push(meanOfFractions(both.map(([left]) => left)));
    means.b.push(meanOfFractions(both.map(([, right]) => right)));
  }
  return means;
}

export const numbers = (column: (Fraction | null)[]): (number | null)[] => column.map((value) => (value === null ? null : toNumber(value)));
