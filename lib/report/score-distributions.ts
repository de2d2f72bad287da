import type { TaskReport } from "@/lib/domain/report";
import { scalePoints } from "@/lib/domain/scale-points";
import { nameOf } from "./agreement";
import { exactMean, type Fraction, meanOfFractions, toNumber } from "./exact-mean";
import { humanScores, raterScores } from "./human-scores";
import { hasOwnScale, type RatingTable, scoreOf, unitOf, unitsOf } from "./rating-table";
import { systemsOf } from "./systems-of";

/** Histograms per criterion and rater on the declared scale, how people moved each judge's score, and means per system. */
export function scoreDistributions(table: RatingTable): TaskReport["scores"] {
  const raters = [...table.annotators, ...table.judges];
  const perCriterion = table.data.criteria.map((criterion, index) => {
    const units = unitsOf(table, index);
    const of = (some: number[]) =>
      distribution(
        criterion,
        units.flatMap((unit) => some.flatMap((rater) => scoreOf(table, unit, rater) ?? [])),
      );
    return [
      criterion.name,
      {
        annotators: of(table.annotators),
        ...Object.fromEntries(raters.map((rater) => [nameOf(table, rater), hasOwnScale(table, rater) ? offScale : of([rater])])),
      },
    ];
  });
  return {
    perCriterion: Object.fromEntries(perCriterion),
    change: Object.fromEntries(
      table.judges.filter((judge) => !hasOwnScale(table, judge)).map((judge) => [nameOf(table, judge), changes(table, judge)]),
    ),
    bySystem: bySystem(table),
    ofMetrics: Object.fromEntries([...table.ownScores].map(([rater, scores]) => [nameOf(table, rater), ofMetric(table, rater, scores)])),
  };
}

const offScale = { n: 0, mean: null, histogram: {}, why: "own-scale" };

function ofMetric(table: RatingTable, rater: number, scores: Float64Array) {
  const scale = table.data.raters[rater]?.metric?.scale ?? { min: 0, max: 1, step: null };
  return distribution(
    scale,
    [...scores].filter((score) => !Number.isNaN(score)),
  );
}

function distribution(criterion: { min: number; max: number; step: number | null }, scores: number[]) {
  const mean = exactMean(scores);
  // Every point of a declared scale is shown, also one that nobody gave; a continuous scale shows the values given.
  const histogram: Record<string, number> = Object.fromEntries((scalePoints(criterion) ?? []).map((point) => [String(point), 0]));
  for (const score of scores) histogram[String(score)] = (histogram[String(score)] ?? 0) + 1;
  return { n: scores.length, mean: mean === null ? null : toNumber(mean), histogram };
}

/** Per criterion: annotators' ratings above, below and equal to the judge's. */
function changes(table: RatingTable, judge: number) {
  return Object.fromEntries(
    table.data.criteria.map((criterion, index) => {
      const change = { up: 0, down: 0, same: 0 };
      for (const unit of unitsOf(table, index)) {
        const draft = scoreOf(table, unit, judge);
        if (draft === null) continue;
        for (const rater of table.annotators) {
          const score = scoreOf(table, unit, rater);
          if (score !== null) change[score > draft ? "up" : score < draft ? "down" : "same"] += 1;
        }
      }
      return [criterion.name, change];
    }),
  );
}

/** Means over a system's units, all criteria: of each judge's score, and of the human score of the unit; of pairs read from the system's side. */
function bySystem(table: RatingTable): TaskReport["scores"]["bySystem"] {
  const systems = [...new Set(table.data.samples.flatMap((sample) => systemsOf(sample).map(({ name }) => name)))];
  const columns: [string, (Fraction | null)[]][] = [
    ["annotators", humanScores(table)],
    ...table.judges.map((judge): [string, (Fraction | null)[]] => [nameOf(table, judge), raterScores(table, judge)]),
  ];
  return Object.fromEntries(
    systems.map((system) => {
      const units = table.data.samples.flatMap((sample, index) =>
        systemsOf(sample)
          .filter(({ name }) => name === system)
          .flatMap(({ turned }) => table.data.criteria.map((_, criterion) => ({ unit: unitOf(table, index, criterion), turned }))),
      );
      const meanOf = (column: (Fraction | null)[]) => {
        const mean = meanOfFractions(
          units.flatMap(({ unit, turned }) => {
            const score = column[unit];
            return score ? [turned(score)] : [];
          }),
        );
        return mean === null ? null : toNumber(mean);
      };
      return [system, Object.fromEntries(columns.map(([name, column]) => [name, meanOf(column)]))];
    }),
  );
}
