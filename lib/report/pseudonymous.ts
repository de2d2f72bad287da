import { namedByCode } from "@/lib/domain/named-by-code";
import type { ReportData } from "@/lib/domain/report-data";
import { remembered } from "./remembered";

/**
 * The same data with annotators named by code, by the ids of the raters: in the list of raters, and wherever a warning, the reason of an exclusion or
 * a column of the import names them. No figure depends on a name.
 */
export function pseudonymous(data: ReportData, codes: ReadonlyMap<string, string>): ReportData {
  const renamed = data.raters.flatMap(({ id, name, kind }) => {
    const code = kind === "annotator" ? codes.get(id) : undefined;
    return code === undefined ? [] : [{ name, code }];
  });
  const byCode = namedByCode(renamed);
  const named = <Person extends { id: string; name: string }>(person: Person) => ({ ...person, name: codes.get(person.id) ?? person.name });
  // One object serves all samples with the same values.
  const valuesByCode = remembered((values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [byCode(column), byCode(value)])),
  );
  const { task } = data;
  return {
    ...data,
    task: task.columnsLeftOut ? { ...task, columnsLeftOut: task.columnsLeftOut.map(byCode) } : task,
    samples: data.samples.map((sample) => (sample.columns ? { ...sample, columns: valuesByCode(sample.columns) } : sample)),
    raters: data.raters.map((rater) => (rater.kind === "annotator" ? named(rater) : rater)),
    ...(data.planted && { planted: data.planted.map((one) => ({ ...one, person: named(one.person) })) }),
    excluded: data.excluded.map(({ rater, reason }) => ({ rater, reason: byCode(reason) })),
    warnings: data.warnings.map((warning) => ({ ...warning, message: byCode(warning.message) })),
  };
}
