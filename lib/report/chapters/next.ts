import type { Figure } from "@/lib/domain/report";
import type { NextChapter, UnitsFor } from "@/lib/domain/report-next";
import type { CriterionVerdict } from "@/lib/domain/report-verdict";
import { scoresApart } from "@/lib/domain/scores-apart";
import { seededRandom, weightedDraw } from "@/lib/stats";
import { type RatingTable, scoreOf, unitOf } from "../rating-table";
import { forecast } from "./forecast";
import { byCriterion, byJudge, isNominal, scoringJudges } from "./scene";
import { meansOfJudge } from "./sharpened";

const halves = [0.1, 0.05, 0.03];
const [seed, drawn] = [1, 10];

/**
 * What more work would buy: units for a wanted precision of alpha and of judges' correlations, more units or more people for that of people's mean, what
 * would halve the interval of a sharpened mean, and samples to rate next, drawn with known chances.
 */
export function next(table: RatingTable, verdict: Readonly<Record<string, CriterionVerdict>>): NextChapter {
  const precision = Object.entries(verdict).map(([name, { used, level }]) => {
    const { units, inputs: _, ...figure } = used.agreement[level];
    return [name, unitsFor(figure, units)] as const;
  });
  const correlations = Object.entries(verdict).map(([name, { used }]) => {
    const judges = Object.entries(used.judges).map(([judge, { spearman }]) => [judge, unitsForCorrelation(spearman)] as const);
    return [name, Object.fromEntries(judges)] as const;
  });
  const means = byCriterion(table, (criterion) => byJudge(table, (judge) => meansOfJudge(table, criterion, judge)));
  return {
    ...{ precision: Object.fromEntries(precision), correlations: Object.fromEntries(correlations) },
    ...{ forecast: forecast(table), means, samples: samplesToRate(table) },
  };
}

/** Of alpha, whose interval shrinks with the square root of the units. */
function unitsFor(figure: Figure, units: number): UnitsFor {
  // The upper end may be cut at 1.
  const half = figure.interval && figure.value !== null ? figure.value - figure.interval.low : null;
  const needed = half === null ? [] : halves.map((wanted) => ({ half: wanted, units: Math.ceil(units * (half / wanted) ** 2) }));
  return { figure, units, needed };
}

/** Of a correlation, whose interval shrinks so on Fisher's z scale (Bonett & Wright 2000); to either side means to the wider one, towards zero. */
function unitsForCorrelation(figure: Figure): UnitsFor {
  const { value, interval, n } = figure;
  const size = Math.abs(value ?? 1);
  const nearer = !interval ? Number.NaN : value !== null && value < 0 ? -interval.high : interval.low;
  const reach = (to: number) => Math.atanh(size) - Math.atanh(to);
  const needed = halves.map((half) => ({ half, units: Math.ceil(n * (reach(nearer) / reach(size - half)) ** 2) }));
  return { figure, units: n, needed: needed.every(({ units }) => Number.isFinite(units)) ? needed : [] };
}

/**
 * A sample's weight is 1 plus the greatest difference between two judges' scores of it, as a share of the scale. The chance of being first is its weight's
 * share of all.
 */
function samplesToRate(table: RatingTable): NextChapter["samples"] {
  const judges = scoringJudges(table);
  const waiting = table.data.samples.flatMap((sample, index) => {
    if (ratersOf(table, index) > 1) return [];
    const apart = spread(table, index, judges);
    const why = apart === 0 ? ("chance" as const) : ("judges-differ" as const);
    return [{ id: sample.id, externalId: sample.externalId, weight: 1 + apart, why }];
  });
  const weights = waiting.map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    ...{ waiting: waiting.length, seed },
    drawn: weightedDraw(weights, drawn, seededRandom(seed)).map(({ place, inclusion }) => {
      const { weight, ...sample } = waiting[place] as (typeof waiting)[number];
      return { ...sample, probability: weight / total, inclusion };
    }),
  };
}

/** How many annotators scored the sample at all. */
const ratersOf = (table: RatingTable, sample: number): number =>
  table.annotators.filter((rater) =>
    table.data.criteria.some((_, criterion) => scoreOf(table, unitOf(table, sample, criterion), rater) !== null),
  ).length;

/** The widest range of the raters' scores of the sample on a criterion, as a share of its scale. */
function spread(table: RatingTable, sample: number, raters: readonly number[]): number {
  let range = 0;
  table.data.criteria.forEach(({ min, max }, criterion) => {
    const given = raters.flatMap((rater) => scoreOf(table, unitOf(table, sample, criterion), rater) ?? []);
    if (given.length < 2) return;
    range = Math.max(range, scoresApart({ min, max }, [Math.min(...given), Math.max(...given)], isNominal(table, criterion)));
  });
  return range;
}
