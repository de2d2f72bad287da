import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findLink, getLinkedPlan, saveLink } from "@/lib/db/participants";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { changedFields } from "@/lib/domain/audit";
import type { ParticipationLink } from "@/lib/domain/participation";
import { type Actor, demand } from "@/lib/domain/policy";

/** Makes the participation link of a task's plan, or changes its codes and whether new people may come. Throws conflict without a plan. */
export async function saveParticipationLink(actor: Actor, input: { taskId: string } & ParticipationLink): Promise<{ ok: true }> {
  const { taskId, ...link } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const planId = await getLinkedPlan(tx, taskId);
    const before = await findLink(planId, tx);
    await saveLink(tx, planId, link);
    // The token admits people, so it is in no log.
    const { token: _, ...old } = before ?? { token: "" };
    const details = changedFields(before && old, link);
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "plan.link", targetKind: "plan", targetId: planId, details });
  });
  return { ok: true };
}
