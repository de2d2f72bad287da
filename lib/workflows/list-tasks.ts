import "server-only";
import { listTaskRows } from "@/lib/db/task-summaries";
import { withOwnCounts } from "@/lib/domain/own-counts";
import { type Actor, demand, may, seesTask } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

/** The tasks of a project with their counts and the actor's own share of the work; only who may read progress gets the counts of everybody's work. */
export async function listTasks(actor: Actor, input: { projectId: string }): Promise<{ items: TaskSummary[] }> {
  demand(actor, "project.see", input.projectId);
  const items = (await listTaskRows(input.projectId, actor.userId)).filter(({ id }) => seesTask(actor, id));
  return { items: may(actor, "progress.read", input.projectId) ? items : items.map(withOwnCounts) };
}
