import "server-only";
import { getTaskRow } from "@/lib/db/task-summaries";
import { found } from "@/lib/domain/errors";
import { withOwnCounts } from "@/lib/domain/own-counts";
import { type Actor, demand, may, seesTask } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

/** One task with its counts and the actor's own share of the work; only who may read progress gets the counts of everybody's work. */
export async function getTask(actor: Actor, input: { taskId: string }): Promise<TaskSummary> {
  const task = await getTaskRow(input.taskId, actor.userId);
  demand(actor, "project.see", task.projectId, "task");
  found(seesTask(actor, task.id) || null, "task");
  return may(actor, "progress.read", task.projectId) ? task : withOwnCounts(task);
}
