import type { ReportData } from "@/lib/domain/report-data";

/**
 * The same data with annotators named by code, by the ids of the raters: in the list of raters, and wherever a warning or the reason of an exclusion
 * names them. No figure depends on a name.
 */
export function pseudonymous(data: ReportData, codes: ReadonlyMap<string, string>): ReportData {
  const renamed = data.raters.flatMap(({ id, name, kind }) => {
    const code = kind === "annotator" ? codes.get(id) : undefined;
    return code === undefined ? [] : [{ name, code }];
  });
  const byCode = namedByCode(renamed);
  return {
    ...data,
    raters: data.raters.map((rater) => (rater.kind === "annotator" ? { ...rater, name: codes.get(rater.id) ?? rater.name } : rater)),
    excluded: data.excluded.map(({ rater, reason }) => ({ rater, reason: byCode(reason) })),
    warnings: data.warnings.map((warning) => ({ ...warning, message: byCode(warning.message) })),
  };
}

/** A text with the code of each of these people in place of their name, the longest name first: "Ann" may be all of one and a part of another. */
export function namedByCode(people: readonly { name: string; code: string }[]): (text: string) => string {
  const codes = new Map(people.map(({ name, code }) => [name, code]));
  if (codes.size === 0) return (text) => text;
  const longestFirst = [...codes.keys()].sort((a, b) => b.length - a.length);
  const names = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  // At once, since a code may be somebody's name.
  const wholeWords = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, "gu");
  return (text) => text.replace(wholeWords, (name) => codes.get(name) ?? name);
}
