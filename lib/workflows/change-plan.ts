import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { dropPrepared } from "@/lib/db/prepared-work";
import { findPlan, listPlans, updatePlanContent } from "@/lib/db/study-plans";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand, may } from "@/lib/domain/policy";
import type { PlanChange, StudyPlan } from "@/lib/domain/study-plan";

/** Changes what stays open while a study runs. Old and new values go to the audit log. Throws conflict when no plan runs. */
export async function changePlan(actor: Actor, input: { taskId: string } & PlanChange): Promise<StudyPlan> {
  const { taskId, ...change } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  const id = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const plan = await findPlan(tx, taskId, "running");
    if (plan === null) throw new AppError("conflict", "No study is running in this task.");
    const fields = Object.keys(change) as (keyof PlanChange)[];
    await dropPrepared(tx, { taskId });
    await updatePlanContent(tx, plan.id, { ...plan.content, ...change });
    const values = (of: PlanChange) => Object.fromEntries(fields.map((field) => [field, of[field]]));
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "plan.change",
      targetKind: "plan",
      targetId: plan.id,
      details: { before: values(plan.content), after: values(change) },
    });
    return plan.id;
  });
  return found(
    (await listPlans(taskId, { seesNames: may(actor, "people.edit", projectId) })).find((plan) => plan.id === id),
    "plan",
  );
}
