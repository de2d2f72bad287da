import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createTaskRow, getTaskRow } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { TaskContent, TaskSummary } from "@/lib/domain/project";

/** A new, empty task. Throws already_exists. */
export async function createTask(actor: Actor, input: { projectId: string } & TaskContent): Promise<TaskSummary> {
  const { projectId, ...content } = input;
  demand(actor, "task.edit", projectId);
  const id = await inTransaction(async (client) => {
    const taskId = await createTaskRow(client, projectId, content);
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "task.create",
      targetKind: "task",
      targetId: taskId,
      details: { name: content.name },
    });
    return taskId;
  });
  return getTaskRow(id, actor.userId);
}
