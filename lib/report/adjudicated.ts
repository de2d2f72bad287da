import { directionOf } from "@/lib/domain/adjudication";
import type { Adjudicated, Directions, Figure, LabelAgreement } from "@/lib/domain/report";
import { correlate } from "@/lib/stats";
import { meanShare, meanSize, shareOf, undefinedFigure } from "./figures";
import { humanScores, numbers, raterScores } from "./human-scores";
import { majority } from "./majority";
import {
  criterionOf,
  hasOwnScale,
  inputsOf,
  isLabelled,
  nameOf,
  type RatingTable,
  scoreOf,
  unitOf,
  unitsOf,
  whyNotPooled,
} from "./rating-table";

type Column = (number | null)[];

/** The adjudicators' labels against each judge and against people's mean, and which way they went; null if nothing is adjudicated. */
export function adjudicated(table: RatingTable): Adjudicated | null {
  const { adjudications } = table.data;
  if (adjudications.length === 0) return null;
  const labels: Column = Array.from({ length: table.units }, () => null);
  for (const { sample, criterion, final } of adjudications) labels[unitOf(table, sample, criterion)] = final;
  const inputs = inputsOf(
    table,
    adjudications.map(({ sample, criterion }) => unitOf(table, sample, criterion)),
  );
  const towards = (other: "median" | "first") =>
    directions(
      adjudications.map((one) => directionOf(one.final, one[other], one.judgeScore, isLabelled(table, one.criterion))),
      inputs,
      adjudications.every(({ judgeScore }) => judgeScore === null) ? "no-judge-score" : "no-median",
    );
  return {
    units: adjudications.length,
    offered: { ...offeredUnits(table), meanRangeAdjudicated: meanRangeOf(table) },
    judges: Object.fromEntries(
      table.judges.map((judge) => [
        nameOf(table, judge),
        agreements(table, labels, scoresOf(table, judge), hasOwnScale(table, judge) ? "own-scale" : null),
      ]),
    ),
    people: agreements(table, labels, peoplesScores(table), null),
    label: towards("median"),
    change: towards("first"),
  };
}

function agreements(table: RatingTable, labels: Column, scores: Column, ownScale: "own-scale" | null): Adjudicated["people"] {
  const all = unitsOf(table).filter((unit) => !isLabelled(table, criterionOf(table, unit)));
  const pooledWhy = ownScale !== null && table.criteria > 1 ? ownScale : whyNotPooled(table);
  const none = (why: string): LabelAgreement => ({ association: undefinedFigure(why), error: undefinedFigure(why) });
  return {
    pooled: pooledWhy === null ? agreementOn(table, all, labels, scores, ownScale) : none(pooledWhy),
    perCriterion: Object.fromEntries(
      table.data.criteria.map(({ name }, criterion) => [
        name,
        agreementOn(table, unitsOf(table, criterion), labels, scores, ownScale, isLabelled(table, criterion)),
      ]),
    ),
  };
}

function agreementOn(
  table: RatingTable,
  units: readonly number[],
  labels: Column,
  scores: Column,
  ownScale: string | null,
  labelled = false,
): LabelAgreement {
  const both = units.filter((unit) => labels[unit] != null && scores[unit] != null);
  const [x, y] = [scores, labels].map((column) => both.map((unit) => column[unit] ?? 0));
  const inputs = inputsOf(table, both);
  const { spearman, n } = correlate({ x: x ?? [], y: y ?? [], clusters: inputs });
  const { value, why, interval, intervalWhy } = spearman;
  const association: Figure = labelled ? undefinedFigure("labels") : { value, why, n, interval, intervalWhy };
  const distances = both.map((_, index) => Math.abs((x?.[index] ?? 0) - (y?.[index] ?? 0)));
  if (ownScale !== null) return { association, error: undefinedFigure(ownScale) };
  const different = () => distances.map((distance) => Number(distance > 0));
  return { association, error: labelled ? meanShare(different(), inputs) : meanSize(distances, inputs) };
}

/** Shares of the labels that were given beside a judge's score, and for people's median have one; why there is none. */
function directions(found: ReturnType<typeof directionOf>[], inputs: readonly number[], why: string): Directions {
  const judged = found.flatMap((way, index) => (way === null ? [] : [{ way, input: inputs[index] ?? -1 }]));
  const share = (of: "towards" | "away" | "neither") => {
    const hits = judged.map(({ way }) => way === of);
    return {
      ...shareOf(
        hits,
        judged.map(({ input }) => input),
        why,
      ),
      count: hits.filter(Boolean).length,
    };
  };
  return { towards: share("towards"), away: share("away"), neither: share("neither") };
}

/** A judge's score of each unit; on labels the label. */
const scoresOf = (table: RatingTable, judge: number): Column =>
  numbers(raterScores(table, judge)).map((score, unit) => score ?? scoreOf(table, unit, judge));

/** People's mean of each unit; of labels the most frequent one, null if two share the most ratings. */
const peoplesScores = (table: RatingTable): Column =>
  numbers(humanScores(table)).map((mean, unit) => mean ?? majority(table.annotators.flatMap((rater) => scoreOf(table, unit, rater) ?? [])));

const meanRangeOf = (table: RatingTable): number | null =>
  meanOfNumbers(table.data.adjudications.flatMap(({ criterion, range }) => (isLabelled(table, criterion) ? [] : (range ?? []))));

/** The units that the queue could offer, with two or more ratings, and the mean range of those on a scale of numbers. */
function offeredUnits(table: RatingTable): { units: number; meanRange: number | null } {
  const rated = unitsOf(table).flatMap((unit) => {
    const scores = table.annotators.flatMap((rater) => scoreOf(table, unit, rater) ?? []);
    return scores.length < 2 ? [] : [{ unit, range: Math.max(...scores) - Math.min(...scores) }];
  });
  const ranges = rated.flatMap(({ unit, range }) => (isLabelled(table, criterionOf(table, unit)) ? [] : [range]));
  return { units: rated.length, meanRange: meanOfNumbers(ranges) };
}

const meanOfNumbers = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
