import "server-only";
import { inTransaction } from "@/lib/db/client";
import { listPlans, saveDraftPlan } from "@/lib/db/study-plans";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { PlanContent, StudyPlan } from "@/lib/domain/study-plan";

/** Keeps the choices of a task's draft plan; the audit log begins when it starts. While another plan runs, the draft is for the time after it. */
export async function savePlan(actor: Actor, input: { taskId: string } & PlanContent): Promise<StudyPlan> {
  const { taskId, ...content } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  const id = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    return saveDraftPlan(tx, taskId, content);
  });
  return found(
    (await listPlans(taskId)).find((plan) => plan.id === id),
    "plan",
  );
}
