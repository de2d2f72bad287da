import "server-only";
import { listRunRows } from "@/lib/db/runs";
import { getTaskProject } from "@/lib/db/tasks";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";

/** Runs of a task, newest first. */
export async function listRuns(actor: Actor, input: { taskId: string }): Promise<{ items: Run[] }> {
  demand(actor, "run.read", await getTaskProject(input.taskId), "task");
  return { items: await listRunRows(input.taskId) };
}
