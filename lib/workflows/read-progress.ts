import "server-only";
import { listAnnotatorProgress } from "@/lib/db/progress";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { type Actor, demand } from "@/lib/domain/policy";
import type { AnnotatorProgress, ProgressFilter } from "@/lib/domain/project";

/** Each annotator's progress in a task, or in the part of it that is asked for; for researchers. */
export async function readProgress(actor: Actor, input: ProgressFilter & { taskId: string }): Promise<{ items: AnnotatorProgress[] }> {
  const { annotator, arm, system, subset } = input;
  const task = await getTaskForWork(input.taskId);
  demand(actor, "progress.read", task.projectId);
  return { items: await listAnnotatorProgress(task.id, { annotator, arm, system, subset }) };
}
