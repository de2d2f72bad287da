import "server-only";
import { listTaskRows } from "@/lib/db/task-summaries";
import { type Actor, demand } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

/** The tasks of a project with their counts and the actor's own share of the work. */
export async function listTasks(actor: Actor, input: { projectId: string }): Promise<{ items: TaskSummary[] }> {
  demand(actor, "project.see", input.projectId);
  return { items: await listTaskRows(input.projectId, actor.userId) };
}
