import type { Figure } from "@/lib/domain/report";
import type { JudgesChapter } from "@/lib/domain/report-judges";
import { type ClusteredPair, correlate, meanCorrelations } from "@/lib/stats";
import { placesIn } from "../arm-units";
import { bothRated, ratedPlaces } from "../both-rated";
import { undefinedFigure } from "../figures";
import { inputsOf, nameOf, numberOf, type RatingTable, ratingTable, unitsOf } from "../rating-table";
import { asFigure, byCriterion, isNominal, meanScores, scoringJudges } from "./scene";
import { withoutDraft } from "./without-draft";

/** Whose scores, in which table. */
interface Evaluators {
  table: RatingTable;
  raters: number[];
}

interface Way extends Evaluators {
  name: string;
  kind: "judge" | "with-draft";
  draftsOf?: string;
}

/**
 * Each way of evaluating against people who saw no draft, as in the CoEval paper: every judge, and people with each run's draft in view. Null where
 * nobody rated without a draft, or everybody did and there is no judge.
 */
export function protocolsBesidePeople(table: RatingTable): JudgesChapter["protocols"] {
  const blind = withoutDraft(table);
  if (blind === null || table.data.task.kind === "pairwise") return null;
  const ways: Way[] = [
    ...scoringJudges(table).map((judge): Way => ({ name: nameOf(table, judge), kind: "judge", table: blind, raters: [judge] })),
    ...draftedPeople(table),
  ];
  if (ways.length === 0) return null;
  const own: Evaluators = { table: blind, raters: table.annotators };
  const ofNumbers = (of: (criterion: number) => Figure) =>
    byCriterion(table, (criterion) => (isNominal(table, criterion) ? undefinedFigure("labels") : of(criterion)));
  return {
    columns: ways.map((way) => ({
      ...{ name: way.name, kind: way.kind, draftsOf: way.draftsOf },
      perCriterion: ofNumbers((criterion) => meansCorrelated(way, own, criterion)),
      pairwise: ofNumbers((criterion) => pairsCorrelated(way, own, criterion)),
    })),
    betweenPeople: ofNumbers((criterion) => pairsCorrelated(own, own, criterion)),
  };
}

/** People as they scored with a run's draft in view; of blind-then-drafted, their final scores. */
function draftedPeople(table: RatingTable): Way[] {
  const { arms } = table.data;
  if (arms === null) return [];
  return arms.runs.flatMap(({ judge }, run) => {
    const places = placesIn(arms.ratings, ["drafted", "final"], run);
    if (places.length === 0) return [];
    const drafted = ratingTable(table.data, table.wanted, [{ ratings: arms.ratings, places }]);
    return [{ name: `${judge} with people`, kind: "with-draft" as const, draftsOf: judge, table: drafted, raters: table.annotators }];
  });
}

function meansCorrelated(way: Evaluators, people: Evaluators, criterion: number): Figure {
  const units = unitsOf(people.table, criterion);
  const { n, pearson } = correlate({
    ...way.table.wanted,
    x: meanScores(way.table, units, way.raters),
    y: meanScores(people.table, units, people.raters),
    clusters: inputsOf(people.table, units),
  });
  return asFigure({ ...pearson, n });
}

/** The mean over pairs of two evaluators, one of each kind and never a person with themselves; n counts pairs, and the interval is over inputs. */
function pairsCorrelated(way: Evaluators, people: Evaluators, criterion: number): Figure {
  const { values, ...found } = meanCorrelations({ pairs: pairsIn(way, people, criterion), ...way.table.wanted }, ["pearson"]).pearson;
  if (values.length === 0) return undefinedFigure(found.totalPairs === 0 ? "no-pairable-units" : (found.why ?? "too-few"));
  return asFigure({ ...found, value: values.reduce((sum, one) => sum + one, 0) / values.length });
}

/** Each pair of evaluators on the units that both rated, if these are two or more. */
function* pairsIn(way: Evaluators, people: Evaluators, criterion: number): Generator<ClusteredPair> {
  const units = unitsOf(people.table, criterion);
  const inputs = inputsOf(people.table, units);
  const ratedBy = ({ table, raters }: Evaluators) => ratedPlaces(units, raters, (unit, rater) => numberOf(table, unit, rater));
  const others = ratedBy(people);
  for (const [place, own] of (way === people ? others : ratedBy(way)).entries())
    for (const [other, theirs] of others.entries()) {
      if (way === people ? other <= place : people.raters[other] === way.raters[place]) continue;
      const pair = bothRated(own, theirs, inputs);
      if (pair !== null) yield pair;
    }
}
