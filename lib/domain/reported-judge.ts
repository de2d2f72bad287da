/**
 * The own name of the judge that a report calls so, among judges' names: one with an annotator's name is reported as "NAME (judge)", which another may be
 * named itself. Undefined: none of them is.
 */
export const judgeReportedAs = (reported: string, names: readonly (string | null)[]): string | undefined =>
  names.find((name) => name === reported) ?? names.find((name) => name !== null && `${name} (judge)` === reported) ?? undefined;
