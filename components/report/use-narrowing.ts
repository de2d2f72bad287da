import { parseAsString, useQueryStates } from "nuqs";
import { type ReportFilterName, reportFilterNames } from "@/lib/domain/report-filter-names";

/** What a report is narrowed to, as texts of the URL; absent fields narrow nothing. The judge is chosen apart, since panels show one at a time. */
export type ReportNarrowing = { [Field in Exclude<ReportFilterName, "judge">]?: string };
export type SetNarrowing = (change: { [Field in keyof ReportNarrowing]: string | null } | null) => void;

export const narrowingNames = reportFilterNames.filter((name) => name !== "judge");

/** Parameters of the URL that hold a text each. */
export const textParameters = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, parseAsString])) as Record<Name, typeof parseAsString>;

const fields = textParameters(narrowingNames);

/** The report's narrowing in the URL, and a function that changes some of it; null clears it. A last day before the first is left out. */
export function useNarrowing(): [ReportNarrowing, SetNarrowing] {
  const [chosen, setChosen] = useQueryStates(fields, { history: "push" });
  const set = Object.entries(chosen).filter(([, value]) => value !== null && value !== "");
  const { to, ...narrowing }: ReportNarrowing = Object.fromEntries(set);
  if (to !== undefined && (narrowing.from ?? "") <= to) Object.assign(narrowing, { to });
  return [narrowing, (change) => void setChosen(change)];
}
