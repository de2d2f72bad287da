import "server-only";
import { listCountedPanels } from "@/lib/db/counted-panels";
import { getTaskProject } from "@/lib/db/tasks";
import type { TaskRates } from "@/lib/domain/criteria-round";
import { type Actor, demand } from "@/lib/domain/policy";
import type { JudgeFilter } from "@/lib/domain/report-filter";
import { isReportedAs } from "@/lib/domain/reported-judge";
import { panelRates } from "@/lib/report/criteria-panel";

/** What the panel did to judges' criteria, or to those of one, per round whose redlines were shown, newest first. */
export async function listCriteriaRates(
  actor: Actor,
  { taskId, judge }: JudgeFilter & { taskId: string },
): Promise<{ items: TaskRates[] }> {
  demand(actor, "criteria.edit", await getTaskProject(taskId), "task");
  const panels = await listCountedPanels(taskId);
  return { items: panelRates(judge === undefined ? panels : panels.filter((round) => isReportedAs(round.judge, judge))) };
}
