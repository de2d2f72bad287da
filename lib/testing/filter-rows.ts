import type { ReportData } from "@/lib/domain/report-data";
import type { ReportFilter } from "@/lib/domain/report-filter";

const dayOf = (date: string) => new Date(`${date}T00:00:00Z`).getTime() / 86_400_000;

/** What a filter should leave of a study whose only work is ratings, row by row and name by name: what the filter on columns is held against. */
export function filterRows(data: ReportData, filter: ReportFilter): ReportData {
  const { arm, judge, system, subset, annotator, finished, from = "1970-01-01", to = "2100-01-01" } = filter;
  const isPerson = (rater: number) => data.raters[rater]?.kind === "annotator";
  const peopleOn = (sample: number) =>
    new Set(data.ratings.filter((one) => one.sample === sample && isPerson(one.rater)).map(({ rater }) => rater)).size;
  const samples = data.samples.filter((one, place) => {
    if (system !== undefined && ![one.system, one.systemB].includes(system)) return false;
    if (subset !== undefined && one.subset !== subset) return false;
    return !finished || peopleOn(place) >= (data.task.annotatorsPerSample ?? 1);
  });
  const ids = samples.map(({ id }) => id);
  const wanted = data.ratings.filter((one) => {
    if (!ids.includes(data.samples[one.sample]?.id ?? "")) return false;
    if (!isPerson(one.rater)) return true;
    return (arm === undefined || one.arm === arm) && (one.day ?? 0) >= dayOf(from) && (one.day ?? 0) <= dayOf(to);
  });
  const raters = data.raters.filter((one, place) =>
    one.kind === "judge"
      ? judge === undefined || one.name === judge
      : wanted.some(({ rater }) => rater === place) && (annotator === undefined || one.code === annotator),
  );
  return {
    ...data,
    samples,
    raters,
    ratings: wanted.flatMap((one) => {
      const rater = raters.findIndex(({ id }) => id === data.raters[one.rater]?.id);
      return rater < 0 ? [] : [{ ...one, rater, sample: ids.indexOf(data.samples[one.sample]?.id ?? "") }];
    }),
  };
}
