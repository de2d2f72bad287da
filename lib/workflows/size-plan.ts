import "server-only";
import { findPilotRun, findPilotSetting, readPilotData } from "@/lib/db/pilot";
import { listStaff, listStudySamples } from "@/lib/db/study-plans";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import type { Pilot } from "@/lib/domain/pilot";
import type { PilotData } from "@/lib/domain/pilot-data";
import type { PlanSize, PlanSizeInput } from "@/lib/domain/plan-size";
import { type Actor, demand } from "@/lib/domain/policy";
import { pilotsOf, plannedScale } from "@/lib/study/planner/pilots";
import type { PlannedScale } from "@/lib/study/planner/size-model";
import { sizePlan as size } from "@/lib/study/planner/size-plan";
import { staffOf } from "@/lib/study/staff";

interface Found {
  data: PilotData;
  pilots: (Pilot | null)[];
}

// A plan is sized again with each of its changes, and the pilot is the same until something more is rated.
const known = new Map<string, Found>();
const mostKnown = 32;

/** How precise a study with these choices would be, and what it would take for the wanted precision; nothing is kept. */
export async function sizePlan(actor: Actor, input: { taskId: string } & PlanSizeInput): Promise<PlanSize> {
  const { taskId, ...given } = input;
  demand(actor, "plan.read", await getTaskProject(taskId), "task");
  const [setting, samples, members] = await Promise.all([findPilotSetting(taskId), listStudySamples(taskId), listStaff(taskId)]);
  const level = setting.kind === "pairwise" ? "nominal" : "ordinal";
  const { data, pilots } = await findPilots(taskId, setting, given.plan, level);
  const chosen = chooseCriterion(data, pilots, given.criterion);
  const staff = staffOf(given.plan, members, { today: new Date().toISOString().slice(0, 10), hasOpenLink: false, hidden: [] });
  const paces = Array.from({ length: given.plan.people }, (_, seat) => staff.seconds[seat] ?? staff.medianSeconds);
  const timed = paces.flatMap((pace) => pace ?? []);
  const criterion = data.criteria[chosen];
  return size(given, {
    samplesInTask: samples.length,
    inputsInTask: new Set(samples.map(({ inputKey }) => inputKey)).size,
    criteria: Math.max(1, data.criteria.length),
    scale: criterion === undefined ? { level, points: 5, step: 1 } : plannedScale(criterion, level),
    pilot: pilots[chosen] ?? null,
    drawnFrom: data.ratedSamples > data.inputs.length ? data.ratedSamples : null,
    free: staff.free,
    secondsPerSample: timed.length === 0 ? null : timed.reduce((sum, pace) => sum + pace, 0) / timed.length,
  });
}

async function findPilots(
  taskId: string,
  { criteriaSetId, version }: Awaited<ReturnType<typeof findPilotSetting>>,
  plan: PlanSizeInput["plan"],
  level: PlannedScale["level"],
): Promise<Found> {
  if (criteriaSetId === null) return { data: { criteria: [], inputs: [], ratedSamples: 0, ratings: [], judge: [] }, pilots: [] };
  const runId = await findPilotRun(
    criteriaSetId,
    plan.arms.flatMap((arm) => arm.runId ?? []),
  );
  const key = `${taskId} ${criteriaSetId} ${runId} ${version}`;
  const found = known.get(key) ?? (await read(criteriaSetId, runId, level));
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return found;
}

async function read(criteriaSetId: string, runId: string | null, level: PlannedScale["level"]): Promise<Found> {
  const data = await readPilotData(criteriaSetId, runId);
  return { data: { ...data, ratings: [], judge: [] }, pilots: pilotsOf(data, level) };
}

/** The criterion asked for; else the one whose agreement is least certain, else the overall or the first one. */
function chooseCriterion({ criteria }: PilotData, pilots: readonly (Pilot | null)[], asked: string | undefined): number {
  if (asked !== undefined) {
    const index = criteria.findIndex(({ name }) => name === asked);
    if (index >= 0) return index;
    const names = criteria.map(({ name }) => `"${name}"`).join(", ");
    throw new AppError("invalid_input", `There is no criterion "${asked}" in the published set; it has ${names || "none"}.`);
  }
  const errors = pilots.map((pilot) => pilot?.alpha?.error ?? -1);
  const widest = Math.max(-1, ...errors);
  return widest >= 0
    ? errors.indexOf(widest)
    : Math.max(
        0,
        criteria.findIndex(({ overall }) => overall),
      );
}
