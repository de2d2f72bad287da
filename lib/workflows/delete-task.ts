import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction, longPool } from "@/lib/db/client";
import { deleteTaskRow } from "@/lib/db/deletions";
import { lockTask } from "@/lib/db/tasks";
import { demandConfirmedName } from "@/lib/domain/confirmed-name";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Permanently deletes a task with all work in it; for project admins, and the name must be typed. It is gone for everybody at once, and a worker removes
 * its rows. Throws invalid_input when the name differs.
 */
export async function deleteTask(actor: Actor, input: { taskId: string; confirmName: string }): Promise<{ ok: true }> {
  await inTransaction(async (client) => {
    const { name, projectId } = await lockTask(client, input.taskId);
    demand(actor, "project.edit", projectId, "task");
    demandConfirmedName(input.confirmName, name);
    await deleteTaskRow(client, { id: input.taskId, projectId, name });
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "task.delete",
      targetKind: "task",
      targetId: input.taskId,
      details: { name },
    });
  }, longPool());
  return { ok: true };
}
