import { namedByCode } from "@/lib/domain/named-by-code";
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
  const named = <Person extends { id: string; name: string }>(person: Person) => ({ ...person, name: codes.get(person.id) ?? person.name });
  return {
    ...data,
    raters: data.raters.map((rater) => (rater.kind === "annotator" ? named(rater) : rater)),
    ...(data.planted && { planted: data.planted.map((one) => ({ ...one, person: named(one.person) })) }),
    excluded: data.excluded.map(({ rater, reason }) => ({ rater, reason: byCode(reason) })),
    warnings: data.warnings.map((warning) => ({ ...warning, message: byCode(warning.message) })),
  };
}
