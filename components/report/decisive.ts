import { figureUnits } from "@/lib/domain/figure-units";
import type { PairsReport, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";

type Compared = Pick<TaskReport, "criteria">;

/** The criterion that says which of two outputs is preferred: the overall one, or the only one. */
export const decisiveOf = ({ criteria }: Compared): string | undefined =>
  (criteria.find(({ overall }) => overall) ?? (criteria.length === 1 ? criteria[0] : undefined))?.name;

/** The pairs on which a judge and most people have a verdict; nothing where no criterion decides. */
export function verdictsOf(report: Compared, judge: string): UnitQuery | undefined {
  const criterion = decisiveOf(report);
  return criterion === undefined ? undefined : figureUnits.confused(criterion, judge);
}

/** The pairs on which a judge was asked again; nothing where no criterion decides. */
export function askedAgainOf(report: Compared, judge: string, what: Parameters<typeof figureUnits.askedAgain>[2]): UnitQuery | undefined {
  const criterion = decisiveOf(report);
  return criterion === undefined ? undefined : figureUnits.askedAgain(criterion, judge, what);
}

/** Of these pairs those with a known better output, of which an accuracy is. */
export const knownAmong = (units: UnitQuery | undefined, pairs: Pick<PairsReport, "tieAllowed">): UnitQuery | undefined =>
  units && { ...units, gold: pairs.tieAllowed === false ? "decided" : "known" };
