import type { ReportData } from "@/lib/domain/report-data";

/** The same data without the excluded people and everything they did. They are the last raters, so nobody else's index changes. */
export function withoutExcluded(data: ReportData): ReportData {
  if (data.excluded.length === 0) return data;
  const kept = Math.min(...data.excluded.map(({ rater }) => rater));
  return {
    ...data,
    raters: data.raters.slice(0, kept),
    excluded: [],
    ratings: data.ratings.filter(({ rater }) => rater < kept),
    arms: data.arms && { ...data.arms, ratings: data.arms.ratings.filter(({ rater }) => rater < kept) },
    actionCounts: data.actionCounts.filter(({ annotator }) => annotator < kept),
    reasonCounts: data.reasonCounts.filter(({ annotator }) => annotator < kept),
  };
}
