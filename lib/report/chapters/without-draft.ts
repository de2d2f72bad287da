import type { ReportData } from "@/lib/domain/report-data";
import { type RatingTable, ratingTable } from "../rating-table";

/**
 * The table with only those ratings of people that were made without a draft in view: blind ones, and first scores of the arm blind-then-drafted.
 * Judges' scores stay. Null if there are none; `table` itself if there are no others. Validity rests on these: who saw a judge's draft is not
 * independent of it.
 */
export function withoutDraft(table: RatingTable): RatingTable | null {
  const { data } = table;
  const people = new Set(table.annotators);
  const ofJudges = data.ratings.filter(({ rater }) => !people.has(rater));
  const undrafted = undraftedRatings(data, people);
  if (undrafted.length === 0) return null;
  if (undrafted.length + ofJudges.length === data.ratings.length && data.arms === null) return table;
  return ratingTable({ ...data, ratings: [...undrafted, ...ofJudges] });
}

function undraftedRatings({ ratings, arms }: ReportData, people: ReadonlySet<number>): ReportData["ratings"] {
  if (arms === null) return ratings.filter(({ rater, arm }) => people.has(rater) && arm === "blind");
  return arms.ratings.flatMap(({ rater, sample, criterion, score, durationMs, arm }) =>
    arm === "blind" || arm === "first" ? [{ rater, sample, criterion, score, durationMs, arm: "blind", startedAt: null }] : [],
  );
}
