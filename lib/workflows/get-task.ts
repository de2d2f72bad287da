import "server-only";
import { getTaskRow } from "@/lib/db/task-summaries";
import { type Actor, demand } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

/** One task with its counts and the actor's own share of the work. */
export async function getTask(actor: Actor, input: { taskId: string }): Promise<TaskSummary> {
  const task = await getTaskRow(input.taskId, actor.userId);
  demand(actor, "project.see", task.projectId, "task");
  return task;
}
