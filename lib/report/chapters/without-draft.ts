import { armKinds } from "@/lib/domain/arm-columns";
import { armNames, joinColumns, pickColumns, placesOf, type RatingColumns } from "@/lib/domain/rating-columns";
import { type RatingTable, ratingTable } from "../rating-table";
import { remembered } from "../remembered";

/**
 * The table with only those ratings of people that were made without a draft in view: blind ones, and first scores of the arm blind-then-drafted.
 * Judges' scores stay. Null if there are none; `table` itself if there are no others. Validity rests on these: who saw a judge's draft is not
 * independent of it.
 */
export const withoutDraft = remembered((table: RatingTable): RatingTable | null => {
  const { data } = table;
  const { rater } = data.ratings;
  const people = new Set(table.annotators);
  const ofJudges = pickColumns(
    data.ratings,
    placesOf(rater.length, (at) => !people.has(rater[at] as number)),
  );
  const undrafted = undraftedRatings(table, people);
  if (undrafted.score.length === 0) return null;
  if (undrafted.score.length + ofJudges.score.length === rater.length && data.arms === null) return table;
  return ratingTable({ ...data, ratings: joinColumns(undrafted, ofJudges) }, table.wanted);
});

const undraftedKinds = [armKinds.indexOf("blind"), armKinds.indexOf("first")];

function undraftedRatings({ data: { ratings, arms } }: RatingTable, people: ReadonlySet<number>): RatingColumns {
  const blind = armNames.indexOf("blind");
  const all = arms?.ratings ?? ratings;
  const isUndrafted = arms
    ? (at: number) => undraftedKinds.includes(arms.ratings.arm[at] as number)
    : (at: number) => ratings.arm[at] === blind && people.has(ratings.rater[at] as number);
  const undrafted = pickColumns(all, placesOf(all.score.length, isUndrafted));
  undrafted.arm.fill(blind);
  return undrafted;
}
