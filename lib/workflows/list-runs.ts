import "server-only";
import { listRunRows } from "@/lib/db/runs";
import { getTaskProject } from "@/lib/db/tasks";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import type { JudgeFilter } from "@/lib/domain/report-filter";
import { isReportedAs } from "@/lib/domain/reported-judge";

/** Runs of a task, or of one judge in it, newest first. */
export async function listRuns(actor: Actor, { taskId, judge }: JudgeFilter & { taskId: string }): Promise<{ items: Run[] }> {
  demand(actor, "run.read", await getTaskProject(taskId), "task");
  const items = await listRunRows(taskId);
  return { items: judge === undefined ? items : items.filter((run) => isReportedAs(run.judge.name, judge)) };
}
