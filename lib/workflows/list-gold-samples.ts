import "server-only";
import { listGoldRows } from "@/lib/db/gold-samples";
import { getTaskProject } from "@/lib/db/tasks";
import type { GoldSample } from "@/lib/domain/gold";
import { type Actor, demand } from "@/lib/domain/policy";

/** A task's samples with known answers, and which published criteria lack one. */
export async function listGoldSamples(actor: Actor, input: { taskId: string }): Promise<{ items: GoldSample[] }> {
  demand(actor, "task.edit", await getTaskProject(input.taskId), "task");
  return { items: await listGoldRows(input.taskId) };
}
