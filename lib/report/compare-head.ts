import type { FrozenHead, ReportBundle } from "@/lib/domain/frozen-report";
import { compareReports, type DifferingFigure } from "./compare-reports";
import { intervalKinds, resampledFigures } from "./interval-kinds";

/** What a frozen report's head states that neither its data nor its report repeat: the hash alone vouches for it. */
export const statedAlone = ["id", "name", "project", "frozenAt", "settings.level", "context", "versions"] as const;

/**
 * Compares what a frozen report's head repeats of its data and report: task, filter, kinds of interval, resamples with their seeds, and the day of the
 * first rating, which no rating in the data precedes. Returns how many values were compared and those that differ, as `compareReports` does.
 */
export function compareHead({ head, data, report }: Omit<ReportBundle, "hash">): { compared: number; differing: DifferingFigure[] } {
  const { filter, intervals, resampled } = head.settings;
  const stated = { task: head.task, settings: { filter, intervals, ...(resampled && { resampled }) } };
  const repeated = {
    task: data.task.name,
    settings: { filter: report.filter, intervals: intervalKinds(report), resampled: resampledFigures(report) },
  };
  const { compared, differing } = compareReports({ head: stated }, { head: repeated });
  const days = data.ratings.flatMap(({ day }) => day ?? []);
  const { decisions } = head.context ?? {};
  if (decisions === undefined || days.length === 0) return { compared, differing };
  const earliest = days.reduce((least, day) => Math.min(least, day));
  const first = firstRatingOf(decisions, filter.criteriaSet);
  // Work without a score may have been submitted before it.
  const precedes = first !== undefined && Date.parse(first) < (earliest + 1) * millisecondsOfDay;
  const late: DifferingFigure = {
    ...{ figure: "head.context.decisions.firstRatings", frozen: first ?? null },
    now: new Date(earliest * millisecondsOfDay).toISOString().slice(0, 10),
  };
  return { compared: compared + 1, differing: precedes ? differing : [...differing, late] };
}

const millisecondsOfDay = 86_400_000;

/** Of the criteria that the report is narrowed to, else the newest with ratings. */
function firstRatingOf({ firstRatings }: NonNullable<NonNullable<FrozenHead["context"]>["decisions"]>, version: string | undefined) {
  const reported = version === undefined ? Math.max(...firstRatings.map((one) => one.version)) : Number(version);
  return firstRatings.find((one) => one.version === reported)?.at;
}
