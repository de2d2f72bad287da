import { pickColumns } from "@/lib/domain/rating-columns";
import type { ReportColumns } from "@/lib/domain/report-data";

/** The same data without the excluded people and everything they did. They are the last raters, so nobody else's index changes. */
export function withoutExcluded(data: ReportColumns): ReportColumns {
  if (data.excluded.length === 0) return data;
  const { rater: raterOf } = data.ratings;
  const kept = Math.min(...data.excluded.map(({ rater }) => rater));
  return {
    ...data,
    raters: data.raters.slice(0, kept),
    excluded: [],
    ratings: pickColumns(data.ratings, (at) => (raterOf[at] as number) < kept),
    arms: data.arms && { ...data.arms, ratings: data.arms.ratings.filter(({ rater }) => rater < kept) },
    repeats: (data.repeats ?? []).filter(({ rater }) => rater < kept),
    actionCounts: data.actionCounts.filter(({ annotator }) => annotator < kept),
    made: (data.made ?? []).filter(({ annotator }) => annotator < kept),
    reasonCounts: data.reasonCounts.filter(({ annotator }) => annotator < kept),
  };
}
