import { armKinds } from "@/lib/domain/arm-columns";
import { armNames, joinColumns, pickColumns, placesOf } from "@/lib/domain/rating-columns";
import type { BasisOfPeople } from "@/lib/domain/report-figures";
import { alphasOf } from "../agreement";
import { type RatingTable, ratingTable } from "../rating-table";
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
  const people = new Set(table.annotators);
  const all = data.arms?.ratings ?? data.ratings;
  const undrafted = undraftedPlaces(table, people);
  if (undrafted.length === 0) return null;
  const ofJudges = placesOf(rater.length, (at) => !people.has(rater[at] as number));
  if (undrafted.length + ofJudges.length === rater.length && data.arms === null) return table;
  const picked = pickColumns(all, undrafted);
  picked.arm.fill(blind);
  return ratingTable({ ...data, ratings: joinColumns(picked, pickColumns(data.ratings, ofJudges)) }, table.wanted);
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
  const of = ({ data: { ratings } }: RatingTable, wanted: boolean) =>
    pickColumns(
      ratings,
      placesOf(ratings.score.length, (at) => isUndrafted[ratings.criterion[at] as number] === wanted),
    );
  return ratingTable({ ...table.data, ratings: joinColumns(of(undrafted, true), of(table, false)) }, table.wanted);
});

/** What figures are of that take ratings made without a draft where the task has any, else all. */
export const basisIn = (table: RatingTable): BasisOfPeople => (withoutDraft(table) === null ? "with-draft" : "without-draft");

/** Whether all ratings of a criterion were made with a draft in view, though others of the task were not. */
export const hasOnlyDrafted = (table: RatingTable, criterion: number): boolean =>
  withoutDraft(table) !== null && blindScene(table, criterion) === null;

const blind = armNames.indexOf("blind");
const isUndrafted = armKinds.map((kind) => kind === "blind" || kind === "first");

function undraftedPlaces({ data: { ratings, arms } }: RatingTable, people: ReadonlySet<number>): Int32Array {
  if (arms) return placesOf(arms.ratings.arm.length, (at) => isUndrafted[arms.ratings.arm[at] as number] === true);
  return placesOf(ratings.arm.length, (at) => ratings.arm[at] === blind && people.has(ratings.rater[at] as number));
}
