import { pageParameter, reportFilterNames } from "@/lib/domain/report-filter-names";
import { type SampleQuery, sampleQueryOf, selectsUnits, type UnitQuery, unitQueryOf } from "@/lib/domain/unit-query";

/** What the address of a sample or of the list says: units behind a figure, or else samples; both as the API takes them. */
export function listOf(parameters: URLSearchParams): { units: UnitQuery | null; query: UnitQuery & SampleQuery } {
  const units = unitQueryOf(parameters);
  return selectsUnits(units) ? { units, query: units } : { units: null, query: sampleQueryOf(parameters) };
}

/** The address of a sample, opened from a list: the list's parameters stay, so that the sample knows its neighbours. */
export function sampleHref(projectId: string, parameters: URLSearchParams, sampleId: string, criterionId: string | null = null): string {
  const kept = new URLSearchParams(parameters);
  kept.delete("at");
  if (criterionId !== null) kept.set("at", criterionId);
  const text = kept.toString();
  return `/projects/${projectId}/samples/${sampleId}${text === "" ? "" : `?${text}`}`;
}

/** The address of the list that a sample was opened from. */
export function listHref(projectId: string, parameters: URLSearchParams): string {
  const kept = new URLSearchParams(parameters);
  kept.delete("at");
  return `/projects/${projectId}/samples?${kept}`;
}

const ofReport: readonly string[] = ["task", "level", "excluded", "chapter", "judge", ...reportFilterNames.map(pageParameter)];

/** The address of the report whose figure led here. */
export function reportHref(projectId: string, parameters: URLSearchParams): string {
  const kept = new URLSearchParams([...parameters].filter(([name]) => ofReport.includes(name)));
  return `/projects/${projectId}/report?${kept}`;
}
