import "server-only";
import { listCriteriaSetRows, toCriteriaSet } from "@/lib/db/criteria-sets";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { CriteriaSet } from "@/lib/domain/project";

/** The criteria sets of a task, newest first; for those who edit them. */
export async function listCriteriaSets(actor: Actor, input: { taskId: string }): Promise<{ items: CriteriaSet[] }> {
  demand(actor, "criteria.edit", await getTaskProject(input.taskId), "task");
  return { items: (await listCriteriaSetRows(input.taskId)).map(toCriteriaSet) };
}
