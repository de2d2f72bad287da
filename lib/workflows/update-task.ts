import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { appendGuidelines } from "@/lib/db/guidelines";
import { findPlan } from "@/lib/db/study-plans";
import { getTaskRow } from "@/lib/db/task-summaries";
import { getTaskProject, lockTask, type TaskChange, updateTaskRow, whyRunNotShown } from "@/lib/db/tasks";
import { changedFields } from "@/lib/domain/audit";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

const planDecides = ["arm", "draftRunId", "annotatorsPerSample"] as const;

/**
 * Changes the given fields of a task. Changed guidelines become a new version. A changed arm or draft run applies to new assignments only. Throws already_exists, conflict for
 * another kind, invalid_input for a run whose drafts cannot be shown.
 */
export async function updateTask(
  actor: Actor,
  input: { taskId: string; guidelines?: string | undefined } & TaskChange,
): Promise<TaskSummary> {
  const { taskId, guidelines, ...change } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (client) => {
    const { archivedAt, ...before } = await lockTask(client, taskId);
    if (change.kind !== undefined && change.kind !== before.kind) {
      throw new AppError("conflict", "Whether a task judges one output or compares two is fixed. Create another task instead.");
    }
    if (planDecides.some((field) => change[field] !== undefined) && (await findPlan(client, taskId, "running")) !== null) {
      throw new AppError("conflict", "A study is running: its plan decides the arm, the drafts shown and the number of annotators.");
    }
    const message = change.draftRunId ? await whyRunNotShown(client, taskId, change.draftRunId) : null;
    if (message !== null) {
      throw new AppError("invalid_input", message, { details: { issues: [{ path: "draftRunId", message }] } });
    }
    await updateTaskRow(client, taskId, change);
    const replaced =
      guidelines === undefined ? undefined : await appendGuidelines(client, { taskId, text: guidelines, userId: actor.userId });
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: change.archived === undefined ? "task.update" : change.archived ? "task.archive" : "task.restore",
      targetKind: "task",
      targetId: taskId,
      details: changedFields({ ...before, guidelines: replaced, archived: archivedAt !== null }, { ...change, guidelines }),
    });
  });
  return getTaskRow(taskId, actor.userId);
}
