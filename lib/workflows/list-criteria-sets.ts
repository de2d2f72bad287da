import "server-only";
import { findReplacedWork } from "@/lib/db/criteria-rounds";
import { listCriteriaSetRows, toCriteriaSet } from "@/lib/db/criteria-sets";
import { getTaskProject } from "@/lib/db/tasks";
import type { ReplacedWork } from "@/lib/domain/criteria-round";
import { type Actor, demand } from "@/lib/domain/policy";
import type { CriteriaSet } from "@/lib/domain/project";

/** The criteria sets of a task, newest first, and the work under the version in use; for those who edit criteria. */
export async function listCriteriaSets(
  actor: Actor,
  input: { taskId: string },
): Promise<{ items: CriteriaSet[]; replaces: ReplacedWork | null }> {
  demand(actor, "criteria.edit", await getTaskProject(input.taskId), "task");
  const [sets, replaces] = await Promise.all([listCriteriaSetRows(input.taskId), findReplacedWork(input.taskId)]);
  return { items: sets.map(toCriteriaSet), replaces };
}
