import "server-only";
import { listFilterChoices as listChoices } from "@/lib/db/found-selection";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { FilterChoices } from "@/lib/domain/sample-filter";

/** What a task's samples and report can be narrowed to: for researchers. */
export async function listFilterChoices(actor: Actor, { taskId }: { taskId: string }): Promise<FilterChoices> {
  demand(actor, "samples.read", await getTaskProject(taskId), "task");
  return listChoices(taskId);
}
