import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getTaskProject, getTaskRow, isEvaluationRunOf, type TaskChange, updateTaskRow } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

/** Changes a task; what is not given stays. A changed arm or draft run counts for assignments made from now on. Throws already_exists. */
export async function updateTask(actor: Actor, input: { taskId: string } & TaskChange): Promise<TaskSummary> {
  const { taskId, ...change } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (client) => {
    if (change.draftRunId && !(await isEvaluationRunOf(client, taskId, change.draftRunId))) {
      const message = "This run drafted no samples of this task.";
      throw new AppError("invalid_input", message, { details: { issues: [{ path: "draftRunId", message }] } });
    }
    await updateTaskRow(client, taskId, change);
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: change.archived === undefined ? "task.update" : change.archived ? "task.archive" : "task.restore",
      targetKind: "task",
      targetId: taskId,
      details: { fields: Object.keys(change) },
    });
  });
  return getTaskRow(taskId, actor.userId);
}
