import { pickColumns } from "@/lib/domain/rating-columns";
import type { Figure } from "@/lib/domain/report";
import type { JudgesChapter } from "@/lib/domain/report-judges";
import { type ClusteredPair, correlate, meanCorrelation } from "@/lib/stats";
import { placesIn } from "../arm-units";
import { undefinedFigure } from "../figures";
import { inputsOf, nameOf, type RatingTable, ratingTable, scoreOf, unitsOf } from "../rating-table";
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
    const ratings = pickColumns(arms.ratings, placesIn(arms.ratings, ["drafted", "final"], run));
    if (ratings.score.length === 0) return [];
    const drafted = ratingTable({ ...table.data, ratings }, table.wanted);
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
  const values = Array.from(pairsIn(way, people, criterion), ({ x, y }) => correlate({ x, y, interval: "none" }).pearson.value).filter(
    (value) => value !== null,
  );
  if (values.length === 0) return undefinedFigure("no-pairable-units");
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const found = way.table.wanted.interval ? {} : meanCorrelation({ pairs: pairsIn(way, people, criterion) });
  return asFigure({ ...found, value, why: null, n: values.length });
}

/** Each pair of evaluators on the units that both rated. */
function* pairsIn(way: Evaluators, people: Evaluators, criterion: number): Generator<ClusteredPair> {
  for (const one of way.raters) {
    // With many people, each has rated few of the units.
    const units = unitsOf(people.table, criterion).filter((unit) => scoreOf(way.table, unit, one) !== null);
    const column = (table: RatingTable, rater: number) => units.map((unit) => scoreOf(table, unit, rater));
    const own = column(way.table, one);
    const clusters = inputsOf(people.table, units);
    for (const other of people.raters)
      if (other !== one && (way !== people || other > one)) yield { x: own, y: column(people.table, other), clusters };
  }
}
