import "server-only";
import { listPlans } from "@/lib/db/study-plans";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { StudyPlan } from "@/lib/domain/study-plan";

/** A task's study plans, the newest first; for researchers. Annotators never learn what a plan says. */
export async function listTaskPlans(actor: Actor, input: { taskId: string }): Promise<{ items: StudyPlan[] }> {
  demand(actor, "plan.read", await getTaskProject(input.taskId), "task");
  return { items: await listPlans(input.taskId) };
}
