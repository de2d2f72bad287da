import type { ReportData } from "@/lib/domain/report-data";

/** A rater's scores on a criterion, sample by sample. */
export const column = ({ ratings, samples }: ReportData, rater: number, criterion = 0) =>
  samples.map(
    (_, sample) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
  );

/** Several raters' scores on a criterion: `[sample][rater]`, null where missing. */
export const matrixOf = (data: ReportData, raters: readonly number[], criterion = 0) => {
  const columns = raters.map((rater) => column(data, rater, criterion));
  return data.samples.map((_, sample) => columns.map((own) => own[sample] ?? null));
};

/** The mean of several raters' scores, unit by unit. */
export const meanOf = (columns: (number | null)[][]) =>
  (columns[0] ?? []).map((_, unit) => columns.reduce((sum, one) => sum + (one[unit] ?? 0), 0) / columns.length);

/** Each sample's input. */
export const inputsOf = ({ samples }: ReportData) => samples.map(({ inputKey }) => inputKey);

/** A second judge, who is always a point above the first where the scale allows it, and knows nothing of the second half. */
export function withAnother(data: ReportData): ReportData {
  const own = data.ratings.filter(({ rater }) => rater === 3);
  return {
    ...data,
    raters: [...data.raters, { id: "j2", name: "another", kind: "judge", judgeKind: "endpoint", metric: null, panel: null }],
    ratings: [
      ...data.ratings,
      ...own.map((one) => ({ ...one, rater: 4, score: one.sample < 16 ? Math.min(5, one.score + 1) : ((one.sample * 3) % 5) + 1 })),
    ],
  };
}

/** The same study with every rating made with the judge's draft in view, or not said to be without. */
export const inArm = (data: ReportData, arm: "drafted" | "unstated"): ReportData => ({
  ...data,
  ratings: data.ratings.map((one) => (one.arm === null ? one : { ...one, arm })),
});
