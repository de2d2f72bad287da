import { armKinds } from "@/lib/domain/arm-columns";
import { armNames, placesOf } from "@/lib/domain/rating-columns";
import type { BasisOfPeople } from "@/lib/domain/report-figures";
import { alphasOf } from "../agreement";
import { type Rated, type RatingTable, ratingTable } from "../rating-table";
import { remembered } from "../remembered";
import { levelOf, type Scene, sceneOf } from "./scene";

/**
 * The table with only those ratings of people that were made without a draft in view: blind ones, and first scores of the arm blind-then-drafted.
 * Judges' scores stay. Null if there are none; `table` itself if there are no others. Validity rests on these: who saw a judge's draft is not
 * independent of it.
 */
export const withoutDraft = remembered((table: RatingTable): RatingTable | null => {
  const { data } = table;
  const { rater } = data.ratings;
  const isPerson = new Uint8Array(data.raters.length);
  for (const person of table.annotators) isPerson[person] = 1;
  const undrafted = undraftedPlaces(table, isPerson);
  if (undrafted.length === 0) return null;
  const ofJudges = placesOf(rater.length, (at) => isPerson[rater[at] as number] === 0);
  if (undrafted.length + ofJudges.length === rater.length && data.arms === null) return table;
  return ratingTable(data, table.wanted, [
    { ratings: data.arms?.ratings ?? data.ratings, places: undrafted },
    { ratings: data.ratings, places: ofJudges },
  ]);
});

/** A criterion's scene from ratings made without a draft; null where there are none. */
export function undraftedScene(table: RatingTable, criterion: number): Scene | null {
  const undrafted = withoutDraft(table);
  const own = undrafted && sceneOf(undrafted, criterion);
  return own?.people.some((mean) => mean !== null) ? own : null;
}

/**
 * A criterion's scene from ratings made without a draft. Null where people have rated it, but none of them without one: people who followed a
 * judge cannot say what it is worth.
 */
export function blindScene(table: RatingTable, criterion: number): Scene | null {
  const own = undraftedScene(table, criterion);
  if (own) return own;
  const whole = sceneOf(table, criterion);
  return whole.people.some((mean) => mean !== null) ? null : whole;
}

/**
 * The scene that a criterion's verdict rests on: of ratings made without a draft. A few that nobody else gave the same units may say nothing of
 * agreement: then of all, if these do. Of a criterion that nobody rated, as of the task's other ratings.
 */
export function usedScene(table: RatingTable, criterion: number): { scene: Scene; isUndrafted: boolean } {
  const [own, whole] = [undraftedScene(table, criterion), sceneOf(table, criterion)];
  if (own === null) return { scene: whole, isUndrafted: withoutDraft(table) === table };
  const isDefined = (of: RatingTable) => alphasOf(of, criterion, of.annotators)[levelOf(table, criterion)].value !== null;
  const isUndrafted = isDefined(own.table) || !isDefined(table);
  return { scene: isUndrafted ? own : whole, isUndrafted };
}

/** The table of just the ratings that the criteria's verdicts rest on; `table` itself where these are all. */
export const usedTable = remembered((table: RatingTable): RatingTable => {
  const undrafted = withoutDraft(table);
  if (undrafted === null || undrafted === table) return table;
  const isUndrafted = table.data.criteria.map((_, criterion) => usedScene(table, criterion).isUndrafted);
  if (!isUndrafted.includes(true)) return table;
  if (!isUndrafted.includes(false)) return undrafted;
  const of = ({ rated }: RatingTable, wanted: boolean) =>
    rated.map(({ ratings, places }): Rated => {
      const isWanted = (at: number) => isUndrafted[ratings.criterion[at] as number] === wanted;
      return { ratings, places: places?.filter(isWanted) ?? placesOf(ratings.score.length, isWanted) };
    });
  return ratingTable(table.data, table.wanted, [...of(undrafted, true), ...of(table, false)]);
});

/** What figures are of that take ratings made without a draft where the task has any, else all. */
export const basisIn = (table: RatingTable): BasisOfPeople => (withoutDraft(table) === null ? "with-draft" : "without-draft");

/** Whether all ratings of a criterion were made with a draft in view, though others of the task were not. */
export const hasOnlyDrafted = (table: RatingTable, criterion: number): boolean =>
  withoutDraft(table) !== null && blindScene(table, criterion) === null;

const blind = armNames.indexOf("blind");
const isUndrafted = armKinds.map((kind) => kind === "blind" || kind === "first");

function undraftedPlaces({ data: { ratings, arms } }: RatingTable, isPerson: Uint8Array): Int32Array {
  if (arms) return placesOf(arms.ratings.arm.length, (at) => isUndrafted[arms.ratings.arm[at] as number] === true);
  return placesOf(ratings.arm.length, (at) => ratings.arm[at] === blind && isPerson[ratings.rater[at] as number] === 1);
}
