import { parseAsString, useQueryStates } from "nuqs";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { pageParameter, reportFilterNames } from "@/lib/domain/report-filter-names";

export type SetNarrowing = (change: { [Field in keyof FilterTexts]: string | null } | null) => void;

export const narrowingParameters = reportFilterNames.map(pageParameter);

/** Parameters of the URL that hold a text each. */
export const textParameters = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, parseAsString])) as Record<Name, typeof parseAsString>;

const fields = textParameters(narrowingParameters);

/** What the URL's parameters narrow a report to, as the API takes it; absent fields narrow nothing. A last day before the first is left out. */
export function narrowingOf(parameters: Readonly<Record<(typeof narrowingParameters)[number], string | null>>): FilterTexts {
  const set = reportFilterNames.flatMap((name) => {
    const value = parameters[pageParameter(name)];
    return value ? [[name, value]] : [];
  });
  const { to, ...narrowing }: FilterTexts = Object.fromEntries(set);
  return to !== undefined && (narrowing.from ?? "") <= to ? { ...narrowing, to } : narrowing;
}

/** A change of what a report is narrowed to, as parameters of the URL. */
export const parametersOf = (change: NonNullable<Parameters<SetNarrowing>[0]>) =>
  Object.fromEntries(reportFilterNames.flatMap((name) => (change[name] === undefined ? [] : [[pageParameter(name), change[name]]])));

/** The report's narrowing in the URL, and a function that changes some of it; null clears it. */
export function useNarrowing(): [FilterTexts, SetNarrowing] {
  const [chosen, setChosen] = useQueryStates(fields, { history: "push" });
  return [narrowingOf(chosen), (change) => void setChosen(change && parametersOf(change))];
}
