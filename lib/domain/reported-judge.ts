/** What a report calls all annotators together, where it lists figures by rater. */
export const allAnnotators = "annotators";

/**
 * The own name of the judge that a report calls so, among judges' names: one with an annotator's name is reported as "NAME (judge)" or, where another is
 * named so itself, as "NAME (judge 2)". Undefined: none of them is.
 */
export const judgeReportedAs = (reported: string, names: readonly (string | null)[]): string | undefined =>
  names.find((name) => name === reported) ?? names.find((name) => name === reported.replace(/ \(judge(?: \d+)?\)$/u, "")) ?? undefined;
