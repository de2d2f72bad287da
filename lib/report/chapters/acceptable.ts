import { armNames } from "@/lib/domain/rating-columns";
import type { Acceptable } from "@/lib/domain/report-people";
import { clusteredDistance, median } from "@/lib/stats";
import { dependentShare, meanOf, meanShare } from "../figures";
import { majority } from "../majority";
import { type RatingTable, scoreOf, unitOf } from "../rating-table";
import { asFigure, byJudge, isNominal } from "./scene";

/** One person's rating of a unit: the score, and all scores that this person holds acceptable. */
interface Answer {
  score: number;
  acceptable: ReadonlySet<number>;
}

interface Unit {
  place: number;
  input: number;
  answers: Answer[];
}

/**
 * A criterion on which several scores can be acceptable: how often people say that more than one is, and how often another person's score, or a
 * judge's, is among them. From blind ratings where there are any, else from all: which scores were acceptable before a draft was shown is not kept in
 * blind-then-drafted work. Null: a criterion with one score per rating.
 *
 * Of a unit, agreement is the share of ordered pairs of two people in which the first one's score is the second one's score, or among those
 * acceptable to the second; of a judge, the share of people. Figures are means over units, with intervals clustered by input.
 * Source: Guerdan et al. 2025 (response sets); Elangovan et al. 2025 (distributions by people's median).
 */
export function acceptable(table: RatingTable, criterion: number): Acceptable | null {
  if (!table.data.criteria[criterion]?.several) return null;
  const { basis, units } = answersTo(table, criterion);
  const answers = units.flatMap((unit) => unit.answers.map(({ acceptable }) => ({ input: unit.input, several: acceptable.size > 1 })));
  const among = (agrees: Agrees) =>
    meanShare(
      units.map((unit) => amongPeople(unit.answers, agrees)),
      inputsOf(units),
    );
  return {
    basis,
    several: dependentShare(
      answers.map(({ several }) => several),
      answers.map(({ input }) => input),
    ),
    exact: among(isSame),
    accepted: among(isAcceptable),
    judges: byJudge(table, (judge) => withJudge(table, criterion, judge, units)),
  };
}

type Agrees = (score: number, answer: Answer) => boolean;
const isSame: Agrees = (score, answer) => answer.score === score;
const isAcceptable: Agrees = (score, answer) => answer.acceptable.has(score);

/** The share of people whose answer agrees with the score. */
const share = (score: number, answers: readonly Answer[], agrees: Agrees): number =>
  answers.filter((answer) => agrees(score, answer)).length / answers.length;

/** The same of each person's score with the others' answers, the mean over people; NaN, which counts as missing, where there are no others. */
const amongPeople = (answers: readonly Answer[], agrees: Agrees): number =>
  answers.reduce(
    (sum, { score }, own) =>
      sum +
      share(
        score,
        answers.filter((_, place) => place !== own),
        agrees,
      ),
    0,
  ) / answers.length;

const inputsOf = (units: readonly Unit[]) => units.map(({ input }) => input);

function withJudge(table: RatingTable, criterion: number, judge: number, units: readonly Unit[]): Acceptable["judges"][string] {
  const judged = units.flatMap((unit) => {
    const score = scoreOf(table, unit.place, judge);
    return score === null ? [] : [{ ...unit, score }];
  });
  const ofJudge = (agrees: Agrees) =>
    meanShare(
      judged.map(({ score, answers }) => share(score, answers, agrees)),
      inputsOf(judged),
    );
  const nominal = isNominal(table, criterion);
  const groups = new Map<number | null, typeof judged>();
  for (const unit of judged) {
    const scores = unit.answers.map(({ score }) => score);
    const middle = nominal ? majority(scores) : median(scores);
    const own = groups.get(middle);
    if (own) own.push(unit);
    else groups.set(middle, [unit]);
  }
  return {
    exact: ofJudge(isSame),
    accepted: ofJudge(isAcceptable),
    difference: meanOf(
      judged.map(({ score, answers }) => share(score, answers, isAcceptable) - amongPeople(answers, isAcceptable)),
      inputsOf(judged),
    ),
    byMedian: [...groups]
      .flatMap(([people, own]) => (people === null ? [] : [{ people, own }]))
      .sort((a, b) => a.people - b.people)
      .map(({ people, own }) => ({ people, units: own.length, ...distributions(own, table) })),
  };
}

/** All scores acceptable to people, and the judge's, of units on which people's median is one. */
function distributions(units: readonly (Unit & { score: number })[], { wanted }: RatingTable) {
  const acceptable = units.flatMap(({ input, answers }) =>
    answers.flatMap((answer) => [...answer.acceptable].map((score) => ({ input, score }))),
  );
  const [first, second] = [acceptable.map(({ score }) => score), units.map(({ score }) => score)];
  const { jensenShannonBits } = clusteredDistance({
    ...{ first, firstClusters: acceptable.map(({ input }) => input), second, secondClusters: inputsOf(units) },
    ...wanted,
  });
  return { divergence: asFigure({ ...jensenShannonBits, n: units.length }), acceptable: countsOf(first), judge: countsOf(second) };
}

const countsOf = (scores: readonly number[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const score of scores) counts[score] = (counts[score] ?? 0) + 1;
  return counts;
};

const blind = armNames.indexOf("blind");

/** People's answers to each unit that somebody answered. */
function answersTo(table: RatingTable, criterion: number): { basis: Acceptable["basis"]; units: Unit[] } {
  const { ratings, alsoAcceptable = [] } = table.data;
  const people = new Set(table.annotators);
  const places = [...ratings.score.keys()].filter((at) => ratings.criterion[at] === criterion && people.has(ratings.rater[at] as number));
  const undrafted = places.filter((at) => ratings.arm[at] === blind);
  const basis = undrafted.length > 0 ? "blind" : "all";
  const also = new Map(
    alsoAcceptable.flatMap((one) =>
      one.criterion === criterion ? [[`${one.rater} ${one.sample} ${one.arm ?? ""}`, one.scores] as const] : [],
    ),
  );
  const units = new Map<number, Unit>();
  for (const at of basis === "blind" ? undrafted : places) {
    const [rater, sample, score] = [ratings.rater[at] as number, ratings.sample[at] as number, ratings.score[at] as number];
    const unit = units.get(sample) ?? { place: unitOf(table, sample, criterion), input: table.inputs[sample] as number, answers: [] };
    const marked = [armNames[ratings.arm[at] as number], ""].flatMap((arm) => also.get(`${rater} ${sample} ${arm}`) ?? []);
    unit.answers.push({ score, acceptable: new Set([score, ...marked]) });
    units.set(sample, unit);
  }
  return { basis, units: [...units.values()].sort((a, b) => a.place - b.place) };
}
