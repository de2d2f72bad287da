import "server-only";
import { listAnnotatorProgress } from "@/lib/db/progress";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { type Actor, demand } from "@/lib/domain/policy";
import type { AnnotatorProgress } from "@/lib/domain/project";

/** Each annotator's progress in a task; for researchers. */
export async function readProgress(actor: Actor, input: { taskId: string }): Promise<{ items: AnnotatorProgress[] }> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, "progress.read", task.projectId);
  return { items: await listAnnotatorProgress(task.id) };
}
