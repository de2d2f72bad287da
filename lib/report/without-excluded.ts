import { pickArmRatings } from "@/lib/domain/arm-columns";
import { pickColumns, placesOf, type RatingColumns } from "@/lib/domain/rating-columns";
import type { ReportColumns } from "@/lib/domain/report-data";
import { lazily } from "./remembered";

/** The same data without the excluded people and everything they did. They are the last raters, so nobody else's index changes. */
export function withoutExcluded(data: ReportColumns): ReportColumns {
  if (data.excluded.length === 0) return data;
  const kept = Math.min(...data.excluded.map(({ rater }) => rater));
  const ofKept = ({ rater }: RatingColumns) => placesOf(rater.length, (at) => (rater[at] as number) < kept);
  return {
    ...data,
    raters: data.raters.slice(0, kept),
    excluded: [],
    samples: data.samples.map(({ byExcluded, ...sample }) => (byExcluded ? { ...sample, chance: null } : sample)),
    ratings: pickColumns(data.ratings, ofKept(data.ratings)),
    arms: data.arms && { ...data.arms, ratings: pickArmRatings(data.arms.ratings, ofKept(data.arms.ratings)) },
    ...(data.alsoAcceptable && { alsoAcceptable: data.alsoAcceptable.filter(({ rater }) => rater < kept) }),
    repeats: (data.repeats ?? []).filter(({ rater }) => rater < kept),
    draftWork: lazily(() => {
      const ofKeptPeople = <T extends { annotator: number }>(list: T[]) => list.filter(({ annotator }) => annotator < kept);
      const { actionCounts, reasonCounts, made, planted } = data.draftWork();
      const gone = new Set(data.raters.slice(kept).map(({ id }) => id));
      return {
        ...{ actionCounts: ofKeptPeople(actionCounts), reasonCounts: ofKeptPeople(reasonCounts), made: ofKeptPeople(made) },
        ...(planted && { planted: planted.filter(({ person }) => !gone.has(person.id)) }),
      };
    }),
  };
}
