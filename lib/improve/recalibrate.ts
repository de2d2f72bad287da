import type { RecalibratedOptions } from "@/lib/domain/judge-improvement";
import type { Figure } from "@/lib/domain/report-figures";
import { isotonic } from "@/lib/stats";
import { type LearningCriterion, type LearningUnit, peopleMean, unitKey } from "./learning-unit";

/** Fewer inputs than this say too little about a function of scores. */
export const fewestInputs = 10;

export interface Recalibration {
  /** By criterion id; criteria with too few inputs are absent and keep their scores. */
  criteria: RecalibratedOptions["criteria"];
  /** Per criterion, the change of mean |judge - people| on inputs a fit has not seen; below 0, recalibrating helps. */
  crossFitted: { criterion: string; inputs: number; difference: Figure }[];
}

/** A rising function of the judge's scores per criterion, fitted to people's means on the given units, with its cross-fitted gain over inputs. */
export function recalibrate(
  criteria: readonly LearningCriterion[],
  units: readonly LearningUnit[],
  scores: ReadonlyMap<string, number>,
): Recalibration {
  const found: Recalibration = { criteria: {}, crossFitted: [] };
  for (const { id, name } of criteria) {
    const own = units.filter((unit) => unit.criterionId === id && scores.has(unitKey(unit)));
    const clusters = own.map(({ input }) => input);
    const inputs = new Set(clusters).size;
    if (inputs < fewestInputs) continue;
    const { steps, difference } = isotonic({ human: own.map(peopleMean), judge: own.map((unit) => scores.get(unitKey(unit))), clusters });
    const { value, why, n, interval, intervalWhy } = difference;
    found.criteria[id] = steps;
    found.crossFitted.push({ criterion: name, inputs, difference: { value, why, n, interval, intervalWhy } });
  }
  return found;
}
