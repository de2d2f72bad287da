import { parseAsString, useQueryStates } from "nuqs";
import type { ReportFilter } from "@/lib/domain/report-filter";

/** What a report is narrowed to, as texts of the URL; absent fields narrow nothing. The judge is chosen apart, since panels show one at a time. */
export type ReportNarrowing = { [Field in Exclude<keyof ReportFilter, "judge">]?: string };
export type SetNarrowing = (change: { [Field in keyof ReportNarrowing]: string | null } | null) => void;

const fields: Record<keyof ReportNarrowing, typeof parseAsString> = {
  ...{ criteriaSet: parseAsString, arm: parseAsString, system: parseAsString, subset: parseAsString, annotator: parseAsString },
  ...{ finished: parseAsString, from: parseAsString, to: parseAsString },
};

/** The report's narrowing in the URL, and a function that changes some of it; null clears it. A last day before the first is left out. */
export function useNarrowing(): [ReportNarrowing, SetNarrowing] {
  const [chosen, setChosen] = useQueryStates(fields, { history: "push" });
  const set = Object.entries(chosen).filter(([, value]) => value !== null && value !== "");
  const { to, ...narrowing }: ReportNarrowing = Object.fromEntries(set);
  if (to !== undefined && (narrowing.from ?? "") <= to) Object.assign(narrowing, { to });
  return [narrowing, (change) => void setChosen(change)];
}
