import "server-only";
import { listCountedPanels } from "@/lib/db/counted-panels";
import { getTaskProject } from "@/lib/db/tasks";
import type { TaskRates } from "@/lib/domain/criteria-round";
import { type Actor, demand } from "@/lib/domain/policy";
import { panelRates } from "@/lib/report/criteria-panel";

/** What the panel did to the judge's criteria, per round whose redlines were shown, newest first. */
export async function listCriteriaRates(actor: Actor, input: { taskId: string }): Promise<{ items: TaskRates[] }> {
  demand(actor, "criteria.edit", await getTaskProject(input.taskId), "task");
  return { items: panelRates(await listCountedPanels(input.taskId)) };
}
