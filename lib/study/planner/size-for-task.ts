import { AppError } from "@/lib/domain/errors";
import type { Pilot } from "@/lib/domain/pilot";
import type { PilotData } from "@/lib/domain/pilot-data";
import type { PlanSize } from "@/lib/domain/plan-size";
import type { PlanContent } from "@/lib/domain/study-plan";
import { madeIn, type Staff } from "../staff";
import { plannedScale } from "./pilots";
import type { PlannedScale } from "./size-model";
import { sizePlan } from "./size-plan";

/** What a task has to size a plan with. */
export interface TaskToSize {
  level: PlannedScale["level"];
  samples: readonly { inputKey: string }[];
  pilotData: Pick<PilotData, "criteria" | "inputs" | "ratedSamples">;
  /** By criterion; see `pilotsOf`. */
  pilots: readonly (Pilot | null)[];
  staff: Pick<Staff, "seconds" | "medianSeconds" | "free" | "units">;
}

/** The level of measurement at which a task's ratings are planned; labels are planned as labels in any case. */
export const plannedLevel = (kind: "pointwise" | "pairwise"): PlannedScale["level"] => (kind === "pairwise" ? "nominal" : "ordinal");

/** The size of a plan in its task, for the criterion that its question names, else the one least certain. Throws invalid_input for an unknown name. */
export function sizeForTask(plan: PlanContent, { level, samples, pilotData, pilots, staff }: TaskToSize): PlanSize {
  const { criteria, inputs, ratedSamples } = pilotData;
  const chosen = chooseCriterion(criteria, pilots, plan.sizing.criterion);
  const paces = Array.from({ length: plan.people }, (_, seat) => staff.seconds[seat] ?? staff.medianSeconds);
  const timed = paces.flatMap((pace) => pace ?? []);
  const criterion = criteria[chosen];
  const shares = plan.arms.reduce((sum, { share }) => sum + share, 0);
  const made = plan.arms.reduce((sum, arm) => sum + (arm.share / shares) * madeIn(staff.units, arm), 0);
  const own = Math.max(1, criteria.length);
  return sizePlan(plan, {
    samplesInTask: samples.length,
    inputsInTask: new Set(samples.map(({ inputKey }) => inputKey)).size,
    criteria: own,
    made,
    scale: criterion === undefined ? { level, points: 5, step: 1 } : plannedScale(criterion, level),
    pilot: pilots[chosen] ?? null,
    drawnFrom: ratedSamples > inputs.length ? ratedSamples : null,
    free: staff.free,
    secondsPerSample: timed.length === 0 ? null : (timed.reduce((sum, pace) => sum + pace, 0) / timed.length) * (own + made),
  });
}

/** The criterion asked for; else the one whose agreement is least certain, else the overall or the first one. */
function chooseCriterion(criteria: PilotData["criteria"], pilots: readonly (Pilot | null)[], asked: string | undefined): number {
  if (asked !== undefined) {
    const index = criteria.findIndex(({ name }) => name === asked);
    if (index >= 0) return index;
    const names = criteria.map(({ name }) => `"${name}"`).join(", ");
    throw new AppError("invalid_input", `There is no criterion "${asked}" in the published set; it has ${names || "none"}.`);
  }
  const errors = pilots.map((pilot) => pilot?.alpha?.error ?? -1);
  const widest = Math.max(-1, ...errors);
  if (widest >= 0) return errors.indexOf(widest);
  const overall = criteria.findIndex((criterion) => criterion.overall);
  return Math.max(0, overall);
}
