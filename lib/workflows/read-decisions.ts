import "server-only";
import { readDecisionRows } from "@/lib/db/decisions";
import { getTaskProject } from "@/lib/db/tasks";
import type { TaskDecisions } from "@/lib/domain/decision";
import { type Actor, demand } from "@/lib/domain/policy";
import { decisionsOf } from "@/lib/report/decisions";

/** What was decided about a task that its report's figures rest on, and when its first ratings were made; for those who may read the report. */
export async function readDecisions(actor: Actor, { taskId }: { taskId: string }): Promise<TaskDecisions> {
  demand(actor, "report.read", await getTaskProject(taskId), "task");
  return decisionsOf(await readDecisionRows(taskId), { anonymous: false });
}
