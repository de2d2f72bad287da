import { useQueryStates } from "nuqs";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { narrowingOf, narrowingParameters, parametersOf, type SetNarrowing, textParameters } from "./use-narrowing";

const all = ["task", "judge", "excluded", ...narrowingParameters] as const;
const parsers = textParameters(all);

/** What one side of a comparison shows. */
export interface ComparedSide {
  task: string | null;
  judge: string | null;
  excluded: "with" | "without";
  narrowing: FilterTexts;
  choose: (change: { task?: string; judge?: string | null }) => void;
  narrow: SetNarrowing;
}

/** One side of a comparison in the URL: the first under the report's own names, the second under the same with a 2. */
export function useComparedSide(side: "first" | "second"): ComparedSide {
  const urlKeys = side === "first" ? {} : Object.fromEntries(all.map((name) => [name, `${name}2`]));
  const [chosen, setChosen] = useQueryStates(parsers, { history: "push", urlKeys });
  return {
    ...{ task: chosen.task, judge: chosen.judge, excluded: chosen.excluded === "with" ? "with" : "without" },
    narrowing: narrowingOf(chosen),
    // Another task has other judges, systems and people.
    choose: (change) => void setChosen(change.task === undefined ? change : { ...emptied, ...change }),
    narrow: (change) => void setChosen(change === null ? emptied : parametersOf(change)),
  };
}

const emptied = { judge: null, ...Object.fromEntries(narrowingParameters.map((name) => [name, null])) };
