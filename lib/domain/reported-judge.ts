/** Whether a report calls the judge so: one with an annotator's name is reported as "NAME (judge)". */
export const isReportedAs = (name: string | null, reported: string): boolean =>
  name !== null && (name === reported || `${name} (judge)` === reported);
