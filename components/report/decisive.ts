import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";

type Compared = Pick<TaskReport, "criteria">;

/** The criterion that says which of two outputs is preferred: the overall one, or the only one. */
export const decisiveOf = ({ criteria }: Compared): string | undefined =>
  (criteria.find(({ overall }) => overall) ?? (criteria.length === 1 ? criteria[0] : undefined))?.name;

/** The pairs on which a judge has a verdict, or on which most people have one too. */
export function verdictsOf(report: Compared, judge: string, of: "all" | "with-majority"): UnitQuery | undefined {
  const criterion = decisiveOf(report);
  if (criterion === undefined) return undefined;
  return of === "all" ? figureUnits.given(criterion, { kind: "judge", name: judge }) : figureUnits.confused(criterion, judge);
}

/** The pairs of a subset on which a judge has a verdict; a figure of several runs counts fewer. */
export function inSubset(report: Compared, judge: string, subset: string, figure: string) {
  const units = verdictsOf(report, judge, "all");
  return units && { units: { ...units, subset }, figure, n: null };
}
