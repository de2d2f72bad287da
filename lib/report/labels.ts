import type { Figure, LabelFigures, TaskReport } from "@/lib/domain/report";
import { alphaPerCategory } from "@/lib/stats";
import { alternativeIn } from "./chapters/verdict";
import { basisIn, hasOnlyDrafted, undraftedScene, withoutDraft } from "./chapters/without-draft";
import { fleissOf, kappaOf, meanShare, shareOf, undefinedFigure } from "./figures";
import { majority } from "./majority";
import { hasOwnScale, inputsOf, nameOf, type RatingTable, ratingsOf, scoreOf, unitsOf } from "./rating-table";

type WithJudge = LabelFigures["withJudge"][string];

/** What only categorical criteria have: raw agreement, kappa, which labels are reliable and which are confused. */
export function labels(table: RatingTable): TaskReport["labels"] {
  return Object.fromEntries(
    table.data.criteria.flatMap((criterion, index) =>
      criterion.labels ? [[criterion.name, labelFigures(table, index, criterion.labels)]] : [],
    ),
  );
}

function labelFigures(table: RatingTable, criterion: number, names: string[]): LabelFigures {
  const judges = table.judges.filter((judge) => !hasOwnScale(table, judge));
  return {
    labels: names,
    annotators: betweenAnnotators(table, unitsOf(table, criterion), names),
    withJudge: Object.fromEntries(judges.map((judge) => [nameOf(table, judge), withJudge(table, criterion, judge, names.length)])),
  };
}

function betweenAnnotators(table: RatingTable, units: readonly number[], names: string[]): LabelFigures["annotators"] {
  const ratings = ratingsOf(table, units, table.annotators);
  const pairable = units.filter((_, at) => (ratings[at] ?? []).filter((rating) => rating !== null).length > 1);
  const rated = ratingsOf(table, pairable, table.annotators).map((row) => row.filter((rating) => rating !== null));
  const inputs = inputsOf(table, pairable);
  const confusion = emptyTable(names.length);
  for (const row of rated) for (const [one, other] of everyTwo(row)) countAt(confusion, one, other);
  return {
    rawAgreement: pairable.length === 0 ? undefinedFigure("no-pairable-units") : meanShare(rated.map(equalShare), inputs),
    kappa: fleissOf(rated, inputs),
    perLabel: perLabel(ratings, inputsOf(table, units), names),
    confusion,
  };
}

/** Every two different places of a row, in both directions. */
const everyTwo = (row: number[]): [number, number][] =>
  row.flatMap((one, a) => row.flatMap((other, b): [number, number][] => (a === b ? [] : [[one, other]])));

/** The share of pairs of ratings that are equal. */
function equalShare(row: number[]): number {
  const pairs = everyTwo(row);
  return pairs.filter(([one, other]) => one === other).length / pairs.length;
}

function perLabel(ratings: (number | null)[][], clusters: readonly number[], names: string[]): Record<string, Figure> {
  const { n: pairable, categories } = alphaPerCategory({ ratings, clusters });
  return Object.fromEntries(
    names.map((name, place) => {
      const found = categories.find(({ category }) => category === place);
      if (found === undefined) return [name, undefinedFigure(pairable === 0 ? "no-pairable-units" : "no-variation")];
      const { value, why, n, interval, intervalWhy } = found;
      return [name, { value, why, n, interval, intervalWhy }];
    }),
  );
}

/** From ratings made without a draft where the task has any, as correlations are. */
function withJudge(all: RatingTable, criterion: number, judge: number, size: number): WithJudge {
  const table = withoutDraft(all) ?? all;
  const judged = unitsOf(table, criterion).filter((unit) => scoreOf(table, unit, judge) !== null);
  const rated = judged.filter((unit) => table.annotators.some((annotator) => scoreOf(table, unit, annotator) !== null));
  const both = rated.flatMap((unit) => {
    const most = majority(table.annotators.flatMap((annotator) => scoreOf(table, unit, annotator) ?? []));
    return most === null ? [] : [{ unit, most, given: scoreOf(table, unit, judge) ?? 0 }];
  });
  const inputs = inputsOf(
    table,
    both.map(({ unit }) => unit),
  );
  const confusion = emptyTable(size);
  for (const { most, given } of both) countAt(confusion, most, given);
  const none = hasOnlyDrafted(all, criterion) ? "no-blind-ratings" : judged.length === 0 ? "not-rated" : "no-units";
  return {
    basis: basisIn(all),
    rawAgreement: shareOf(
      both.map(({ most, given }) => most === given),
      inputs,
      none,
    ),
    kappa:
      both.length === 0
        ? undefinedFigure(none)
        : kappaOf(
            both.map(({ given }) => given),
            both.map(({ most }) => most),
            inputs,
          ),
    withoutMajority: rated.length - both.length,
    confusion,
    // The verdict's test, which is refused where nobody rated without a draft.
    altTest: alternativeIn(all, undraftedScene(all, criterion), judge),
  };
}

const emptyTable = (size: number): number[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => 0));

function countAt(confusion: number[][], row: number, column: number): void {
  const counts = confusion[row];
  if (counts?.[column] !== undefined) counts[column] += 1;
}
