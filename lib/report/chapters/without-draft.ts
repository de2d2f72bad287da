import { armNames, joinColumns, pickColumns, type RatingColumns, ratingColumns } from "@/lib/domain/rating-columns";
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
  const ofJudges = pickColumns(data.ratings, (at) => !people.has(rater[at] as number));
  const undrafted = undraftedRatings(table, people);
  if (undrafted.score.length === 0) return null;
  if (undrafted.score.length + ofJudges.score.length === rater.length && data.arms === null) return table;
  return ratingTable({ ...data, ratings: joinColumns(undrafted, ofJudges) }, table.wanted);
});

function undraftedRatings({ data: { ratings, arms } }: RatingTable, people: ReadonlySet<number>): RatingColumns {
  const blind = armNames.indexOf("blind");
  if (arms === null) return pickColumns(ratings, (at) => ratings.arm[at] === blind && people.has(ratings.rater[at] as number));
  return ratingColumns(
    arms.ratings.flatMap((rating) => (rating.arm === "blind" || rating.arm === "first" ? [{ ...rating, arm: "blind" }] : [])),
  );
}
