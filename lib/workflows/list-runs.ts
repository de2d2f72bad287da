import "server-only";
import { listJudgeNames } from "@/lib/db/judges";
import { listRunRows } from "@/lib/db/runs";
import { getTaskProject } from "@/lib/db/tasks";
import type { Run } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";
import type { JudgeFilter } from "@/lib/domain/report-filter";
import { judgeReportedAs } from "@/lib/domain/reported-judge";

/** Runs of a task, or of one judge in it, newest first. */
export async function listRuns(actor: Actor, { taskId, judge }: JudgeFilter & { taskId: string }): Promise<{ items: Run[] }> {
  const projectId = await getTaskProject(taskId);
  demand(actor, "run.read", projectId, "task");
  const items = await listRunRows(taskId);
  if (judge === undefined) return { items };
  const named = judgeReportedAs(judge, await listJudgeNames(projectId));
  return { items: items.filter((run) => run.judge.name === named) };
}
