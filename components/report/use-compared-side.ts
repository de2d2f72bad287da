import { useQueryStates } from "nuqs";
import { narrowingNames, type ReportNarrowing, type SetNarrowing, textParameters } from "./use-narrowing";

const all = ["task", "judge", "excluded", ...narrowingNames] as const;
const parsers = textParameters(all);

/** What one side of a comparison shows. */
export interface ComparedSide {
  task: string | null;
  judge: string | null;
  excluded: "with" | "without";
  narrowing: ReportNarrowing;
  choose: (change: { task?: string; judge?: string | null }) => void;
  narrow: SetNarrowing;
}

/** One side of a comparison in the URL: the first under the report's own names, the second under the same with a 2. */
export function useComparedSide(side: "first" | "second"): ComparedSide {
  const urlKeys = side === "first" ? {} : Object.fromEntries(all.map((name) => [name, `${name}2`]));
  const [chosen, setChosen] = useQueryStates(parsers, { history: "push", urlKeys });
  const narrowing: ReportNarrowing = Object.fromEntries(narrowingNames.flatMap((name) => (chosen[name] ? [[name, chosen[name]]] : [])));
  // A last day before the first narrows nothing.
  if (narrowing.to !== undefined && narrowing.to < (narrowing.from ?? "")) delete narrowing.to;
  return {
    ...{ task: chosen.task, judge: chosen.judge, excluded: chosen.excluded === "with" ? "with" : "without", narrowing },
    // Another task has other judges, systems and people.
    choose: (change) => void setChosen(change.task === undefined ? change : { ...emptied, ...change }),
    narrow: (change) => void setChosen(change ?? emptied),
  };
}

const emptied = { judge: null, ...Object.fromEntries(narrowingNames.map((name) => [name, null])) };
