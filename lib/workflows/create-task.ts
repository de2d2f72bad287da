import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createCriteriaSetRow, publishCriteriaSetRow } from "@/lib/db/criteria-sets";
import { appendGuidelines } from "@/lib/db/guidelines";
import { getTaskRow } from "@/lib/db/task-summaries";
import { createTaskRow } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import { preferenceCriterion } from "@/lib/domain/preference";
import type { TaskContent, TaskSummary } from "@/lib/domain/project";

/** Creates an empty task. A pairwise task has its criterion from the start: which output is better. Throws already_exists. */
export async function createTask(actor: Actor, input: { projectId: string } & TaskContent): Promise<TaskSummary> {
  const { projectId, ...content } = input;
  demand(actor, "task.edit", projectId);
  const id = await inTransaction(async (client) => {
    const taskId = await createTaskRow(client, projectId, content);
    await appendGuidelines(client, { taskId, text: content.guidelines, userId: actor.userId });
    if (content.kind === "pairwise") {
      const id = await createCriteriaSetRow(client, { taskId, proposalDraftId: null });
      await publishCriteriaSetRow(client, { id, taskId, userId: actor.userId }, [preferenceCriterion]);
    }
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
