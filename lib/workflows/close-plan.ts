import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { dropPrepared } from "@/lib/db/prepared-work";
import { closePlanRow, findPlan } from "@/lib/db/study-plans";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Ends the study that runs in a task. Nothing more is given out; open work stays with its annotators and can still be submitted.
 * @returns how many ratings had not begun and how many are open. Throws conflict when no plan runs.
 */
export async function closePlan(actor: Actor, input: { taskId: string }): Promise<{ notBegun: number; open: number }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  return inTransaction(async (tx) => {
    await lockTask(tx, input.taskId);
    const plan = await findPlan(tx, input.taskId, "running");
    if (plan === null) throw new AppError("conflict", "No study is running in this task.");
    await dropPrepared(tx, { taskId: input.taskId });
    const left = await closePlanRow(tx, plan.id);
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "plan.close", targetKind: "plan", targetId: plan.id, details: left });
    return left;
  });
}
