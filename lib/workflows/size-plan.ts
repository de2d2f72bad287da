import "server-only";
import { findPilotSource, type PilotSource, readPilotData } from "@/lib/db/pilot";
import { readUnits } from "@/lib/db/plan-supply";
import { listStaff, listStudySamples } from "@/lib/db/study-plans";
import { getTaskProject } from "@/lib/db/tasks";
import type { PlanSize } from "@/lib/domain/plan-size";
import { type Actor, demand } from "@/lib/domain/policy";
import { type PlanSizeInput, runsOf } from "@/lib/domain/study-plan";
import { pilotsOf } from "@/lib/study/planner/pilots";
import { plannedLevel, sizeForTask, type TaskToSize } from "@/lib/study/planner/size-for-task";
import { staffOf } from "@/lib/study/staff";

type Found = Pick<TaskToSize, "pilotData" | "pilots">;

// A plan is sized again with each of its changes, and the pilot is the same until something more is rated.
const known = new Map<string, Found>();
const mostKnown = 32;

/** How precise a study with these choices would be, and what it would take for the wanted precision; nothing is kept. */
export async function sizePlan(actor: Actor, input: { taskId: string } & PlanSizeInput): Promise<PlanSize> {
  const { taskId, plan: given, ...stated } = input;
  demand(actor, "plan.read", await getTaskProject(taskId), "task");
  const plan = { ...given, sizing: { ...given.sizing, ...stated } };
  const [source, samples, members, units] = await Promise.all([
    findPilotSource(taskId, runsOf(plan)),
    listStudySamples(taskId),
    listStaff(taskId),
    readUnits(taskId, runsOf(plan)),
  ]);
  const staff = staffOf(plan, members, { units, today: new Date().toISOString().slice(0, 10), hasOpenLink: false, hidden: [] });
  return sizeForTask(plan, { ...(await readPilots(source)), level: plannedLevel(source.kind), samples, staff });
}

async function readPilots(source: PilotSource): Promise<Found> {
  const key = JSON.stringify(source);
  const found = known.get(key) ?? (await read(source));
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return found;
}

async function read(source: PilotSource): Promise<Found> {
  const data = await readPilotData(source);
  const { criteria, inputs, ratedSamples } = data;
  return { pilotData: { criteria, inputs, ratedSamples }, pilots: pilotsOf(data, plannedLevel(source.kind)) };
}
