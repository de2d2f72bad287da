import "server-only";
import { listWatchRows } from "@/lib/db/judge-watches";
import { getLearningTask } from "@/lib/db/learning-place";
import type { JudgeWatch } from "@/lib/domain/judge-watch";
import { type Actor, demand } from "@/lib/domain/policy";

/** A task's watches of judges, newest first, with what each look found. */
export async function listJudgeWatches(actor: Actor, { taskId }: { taskId: string }): Promise<{ items: JudgeWatch[] }> {
  demand(actor, "run.read", (await getLearningTask(taskId)).projectId, "task");
  return { items: await listWatchRows(taskId) };
}
