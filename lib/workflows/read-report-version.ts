import "server-only";
import { listReportTasks } from "@/lib/db/report-tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { ReportVersion } from "@/lib/domain/report";

/** The version of the data that a report would cover now: cheap, so that an open page can ask whether its figures are still the newest. */
export async function readReportVersion(actor: Actor, input: { projectId: string; taskId?: string | undefined }): Promise<ReportVersion> {
  demand(actor, "report.read", input.projectId);
  const tasks = await listReportTasks(input.projectId, input.taskId ?? null);
  return { dataVersion: tasks.map((task) => task.dataVersion).join("-") };
}
