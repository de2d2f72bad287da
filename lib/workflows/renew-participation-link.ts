import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getLinkedPlan, renewToken } from "@/lib/db/participants";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";

/** Gives a plan's participation link another address; the old one stops working at once. Throws not_found while there is no link. */
export async function renewParticipationLink(actor: Actor, input: { taskId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    await lockTask(tx, input.taskId);
    const planId = await getLinkedPlan(tx, input.taskId);
    await renewToken(tx, planId);
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "plan.renew-link", targetKind: "plan", targetId: planId });
  });
  return { ok: true };
}
