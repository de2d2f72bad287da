import "server-only";
import { readDataVersion } from "@/lib/db/report-tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { ReportVersion } from "@/lib/domain/report";

/** The version of the data that a report would cover now: cheap, so that an open page can ask whether its figures are still the newest. */
export async function readReportVersion(
  actor: Actor,
  input: { projectId: string; taskId?: string | undefined; criteriaSet?: number | undefined },
): Promise<ReportVersion> {
  demand(actor, "report.read", input.projectId);
  return { dataVersion: await readDataVersion(input.projectId, input.taskId ?? null, input.criteriaSet) };
}
