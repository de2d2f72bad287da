import { armNames, type RatingColumns, type ReportRating } from "@/lib/domain/rating-columns";

/** Columns of ratings row by row. */
export const ratingRows = ({ rater, sample, criterion, score, arm, durationMs, day }: RatingColumns): ReportRating[] =>
  Array.from(score, (given, at) => ({
    rater: rater[at] ?? -1,
    sample: sample[at] ?? -1,
    criterion: criterion[at] ?? -1,
    score: given,
    arm: armNames[arm[at] ?? -1] ?? null,
    durationMs: Number.isNaN(durationMs[at]) ? null : (durationMs[at] ?? null),
    day: day[at] === -1 ? null : (day[at] ?? null),
  }));
