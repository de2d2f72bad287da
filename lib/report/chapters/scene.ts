import type { Figure } from "@/lib/domain/report";
import { usualEpsilon } from "@/lib/domain/usual-epsilon";
import { type AltTestResult, altTests, type EncodedRatings, gathered, icc, judgeError, signedError } from "@/lib/stats";
import { exactMean, type Fraction, toNumber } from "../exact-mean";
import {
  anyScoreOf,
  encodedRatings,
  hasOwnScale,
  inputsOf,
  isLabelled,
  nameOf,
  numberOf,
  pickedCodes,
  type RatingTable,
  scoreOf,
  unitsOf,
} from "../rating-table";
import { ratingsOfUnits } from "../ratings-of-units";
import { remembered, rememberedBy } from "../remembered";

/** Whether distances and ranks of this criterion's scores mean nothing: labels, and verdicts on pairs. */
export const isNominal = (table: RatingTable, criterion: number): boolean =>
  isLabelled(table, criterion) || table.data.task.kind === "pairwise";

/** The level of measurement at which a criterion's conclusion is drawn. */
export const levelOf = (table: RatingTable, criterion: number): "nominal" | "ordinal" =>
  isNominal(table, criterion) ? "nominal" : "ordinal";

/** The judges whose scores are on the criteria's scales. */
export const scoringJudges = (table: RatingTable): number[] => table.judges.filter((judge) => !hasOwnScale(table, judge));

/** One value for each criterion, by its name. */
export const byCriterion = <T>({ data }: RatingTable, of: (criterion: number) => T): Record<string, T> =>
  Object.fromEntries(data.criteria.map(({ name }, criterion) => [name, of(criterion)]));

/** One value for each judge whose scores are on the criteria's scales, by its name. */
export const byJudge = <T>(table: RatingTable, of: (judge: number) => T): Record<string, T> =>
  Object.fromEntries(scoringJudges(table).map((judge) => [nameOf(table, judge), of(judge)]));

/** The mean of these raters' scores of each unit, exact, so that equal means tie; null where none of them rated it. */
export const meanScores = (table: RatingTable, units: readonly number[], raters: readonly number[]): (number | null)[] =>
  meansOfUnits(pickedCodes(table, units, raters));

function meansOfUnits(ratings: EncodedRatings): (number | null)[] {
  const { codes, sizes, raters: width, values } = gathered(ratings);
  // The code of a missing one adds nothing.
  const scores = [0, ...values] as number[];
  const reaches = scores.map((score) => (Number.isSafeInteger(score) ? Math.abs(score) : Number.NaN));
  const meanFrom = (from: number, size: number): number => {
    let [sum, reach] = [0, 0];
    for (let at = from; at < from + width; at++) {
      sum += scores[codes[at] as number] as number;
      reach += reaches[codes[at] as number] as number;
    }
    // The mean of whole numbers is a quotient of two of them.
    if (Number.isSafeInteger(reach)) return sum / size;
    const given = Array.from(codes.subarray(from, from + width)).flatMap((code) => (code === 0 ? [] : (scores[code] as number)));
    return toNumber(exactMean(given) as Fraction);
  };
  const means = new Array<number | null>(ratings.units);
  for (let unit = 0; unit < means.length; unit++) {
    const size = sizes[unit] as number;
    means[unit] = size === 0 ? null : meanFrom(unit * width, size);
  }
  return means;
}

/** A column's values at these places; where these are all, the column itself, of which statistics may know more. */
export function valuesAt<T>(column: readonly T[], places: Int32Array): readonly T[] {
  if (places.length === column.length) return column;
  const values = new Array<T>(places.length);
  for (let to = 0; to < values.length; to++) values[to] = column[places[to] as number] as T;
  return values;
}

/** One criterion's units with people's means, and the input of each. */
export interface Scene {
  table: RatingTable;
  criterion: number;
  units: readonly number[];
  inputs: readonly number[];
  /** Mean of the annotators, by place in `units`; null where none of them rated. */
  people: (number | null)[];
}

/** The ends of the criterion's scale. */
export const scaleOf = ({ table, criterion }: Scene): { min: number; max: number } =>
  table.data.criteria[criterion] ?? { min: -Infinity, max: Infinity };

export const sceneOf = rememberedBy((table: RatingTable, criterion): Scene => {
  const units = unitsOf(table, criterion);
  const people = meansOfUnits(ratingsOfUnits(table, units, table.annotators));
  return { table, criterion, units, inputs: inputsOf(table, units), people };
});

/** One rater's scores of the scene's units; null where it gave none. */
export const scoresIn = rememberedBy(({ table, units }: Scene, rater): (number | null)[] => {
  const scores = new Array<number | null>(units.length);
  for (let place = 0; place < scores.length; place++) scores[place] = scoreOf(table, units[place] as number, rater);
  return scores;
});

/** The same, also of one with a scale of its own. */
export const anyScoresIn = rememberedBy((scene: Scene, rater): (number | null)[] => {
  const { table, units } = scene;
  return hasOwnScale(table, rater) ? units.map((unit) => anyScoreOf(table, unit, rater)) : scoresIn(scene, rater);
});

/** The annotators' scores of a unit, by its place in the scene, in their order. Looked up: a list of each of 200,000 units would be much to hold. */
export function givenIn(scene: Scene): (place: number) => number[] {
  const { codes, raters: width, values, sizes } = gathered(unitRatingsIn(scene));
  return (place) => {
    // Of just the length it needs: a list that grows takes room for sixteen more.
    const scores = new Array<number>(sizes[place] as number);
    let to = 0;
    for (let at = place * width; at < (place + 1) * width; at++)
      if (codes[at] !== 0) scores[to++] = values[(codes[at] as number) - 1] as number;
    return scores;
  };
}

/** The annotators' scores of each unit as codes, for what does not ask who gave them. */
export const unitRatingsIn = remembered(({ table, units }: Scene) => ratingsOfUnits(table, units, table.annotators));

/** The annotators' scores as codes. */
export const codesIn = remembered(({ table, units }: Scene) => encodedRatings(table, units, table.annotators));

/** How far the judge is above people's means. */
export const biasIn = rememberedBy((scene: Scene, judge) =>
  signedError({ human: scene.people, judge: scoresIn(scene, judge), clusters: scene.inputs, ...scene.table.wanted }),
);

/** How far the judge is from people's means. */
export const errorIn = rememberedBy((scene: Scene, judge) =>
  judgeError({ human: scene.people, judge: scoresIn(scene, judge), clusters: scene.inputs }),
);

/** Reliability of people's scores, over the units that all annotators of the criterion rated. */
export const iccIn = remembered((scene: Scene) => {
  const { table, units } = scene;
  const rated = table.annotators.filter((rater) => hasRated(scene, rater));
  return icc({ ratings: rated.length === table.annotators.length ? codesIn(scene) : encodedRatings(table, units, rated) });
});

export const hasRated = ({ table, units }: Scene, rater: number): boolean =>
  units.some((unit) => !Number.isNaN(numberOf(table, unit, rater)));

const usualEpsilons = [0, 0.05, 0.1, 0.15, usualEpsilon, 0.25, 0.3];

/** The epsilon of the verdict: the study plan's. */
export const epsilonOf = ({ data }: RatingTable): number => data.task.epsilon ?? usualEpsilon;

/** The alternative-annotator test of one judge at each epsilon, the verdict's among them, inputs as clusters. */
export const altTestsIn = rememberedBy((scene: Scene, judge) => {
  const { table, criterion, inputs } = scene;
  return altTests(
    {
      ...{ ratings: codesIn(scene), judge: scoresIn(scene, judge), clusters: inputs },
      annotatorIds: table.annotators.map((rater) => nameOf(table, rater)),
      score: isNominal(table, criterion) ? "accuracy" : "rmse",
    },
    [...new Set([...usualEpsilons, epsilonOf(table)])].sort((a, b) => a - b),
  );
});

/** The one whose verdict the report gives. */
export const altTestOf = (scene: Scene, judge: number): AltTestResult =>
  altTestsIn(scene, judge).find(({ epsilon }) => epsilon === epsilonOf(scene.table)) as AltTestResult;

interface AnyEstimate {
  value: number | null;
  why: string | null;
  n: number;
  interval?: Figure["interval"];
  intervalWhy?: string | null;
}

/** The part of a statistic's result that the report keeps. */
export const asFigure = ({ value, why, n, interval = null, intervalWhy = null }: AnyEstimate): Figure => ({
  ...{ value, why, n, interval },
  intervalWhy: value === null ? "undefined-estimate" : interval === null ? (intervalWhy ?? "not-requested") : null,
});
