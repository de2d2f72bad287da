import { exactMean, type Fraction, meanOfFractions, toNumber } from "./exact-mean";
import { anyScoreOf, criterionOf, isLabelled, type RatingTable, scoreOf, unitOf } from "./rating-table";

type Column = (Fraction | null)[];

/** Columns of a table that several panels read, by rater; people's mean under `people`. */
const columnsOf = new WeakMap<RatingTable, Map<number, Column>>();
const people = -1;

function remembered(table: RatingTable, rater: number, make: () => Column): Column {
  const columns = columnsOf.get(table) ?? new Map<number, Column>();
  columnsOf.set(table, columns);
  const column = columns.get(rater) ?? make();
  columns.set(rater, column);
  return column;
}

/** The human score of each unit: the mean of the annotators who rated it, exact; null if nobody did, and for labels, which have no mean. */
export const humanScores = (table: RatingTable): Column =>
  remembered(table, people, () => {
    const labelled = table.data.criteria.map((_, criterion) => isLabelled(table, criterion));
    const scores: number[] = [];
    return Array.from({ length: table.units }, (_, unit) => {
      if (labelled[criterionOf(table, unit)]) return null;
      scores.length = 0;
      for (const rater of table.annotators) {
        const score = scoreOf(table, unit, rater);
        if (score !== null) scores.push(score);
      }
      return exactMean(scores);
    });
  });

/** One rater's scores as exact values, unit by unit, null for labels; a metric's own score is repeated at every unit of its sample. */
export const raterScores = (table: RatingTable, rater: number): Column =>
  remembered(table, rater, () => {
    const labelled = table.data.criteria.map((_, criterion) => isLabelled(table, criterion));
    return Array.from({ length: table.units }, (_, unit) => {
      const score = labelled[criterionOf(table, unit)] ? null : anyScoreOf(table, unit, rater);
      return score === null ? null : exactMean([score]);
    });
  });

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

/** The same as numbers, NaN where there is none. */
export function asNumbers(column: Column): Float64Array {
  const values = new Float64Array(column.length);
  for (let at = 0; at < values.length; at++) {
    const value = column[at] as Fraction | null;
    values[at] = value === null ? Number.NaN : toNumber(value);
  }
  return values;
}

export const numbers = (column: (Fraction | null)[]): (number | null)[] => column.map((value) => (value === null ? null : toNumber(value)));
