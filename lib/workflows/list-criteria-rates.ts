import "server-only";
import { listCountedPanels } from "@/lib/db/counted-panels";
import { listJudgeNames } from "@/lib/db/judges";
import { getTaskProject } from "@/lib/db/tasks";
import type { TaskRates } from "@/lib/domain/criteria-round";
import { type Actor, demand } from "@/lib/domain/policy";
import type { JudgeFilter } from "@/lib/domain/report-filter";
import { judgeReportedAs } from "@/lib/domain/reported-judge";
import { panelRates } from "@/lib/report/criteria-panel";

/** What the panel did to judges' criteria, or to those of one, per round whose redlines were shown, newest first. */
export async function listCriteriaRates(
  actor: Actor,
  { taskId, judge }: JudgeFilter & { taskId: string },
): Promise<{ items: TaskRates[] }> {
  const projectId = await getTaskProject(taskId);
  demand(actor, "criteria.edit", projectId, "task");
  const panels = await listCountedPanels(taskId);
  if (judge === undefined) return { items: panelRates(panels) };
  const named = judgeReportedAs(judge, await listJudgeNames(projectId));
  return { items: panelRates(panels.filter((round) => round.judge === named)) };
}
