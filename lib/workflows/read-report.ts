import "server-only";
import { readReportData } from "@/lib/db/ratings";
import { getReportProject, listReportTasks } from "@/lib/db/report-tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Report, TaskReport } from "@/lib/domain/report";
import { buildReport } from "@/lib/report/build-report";

// A report is a pure function of its data, so one computed for the same version may be shown again. Bounded: the newest few dozen tasks.
const computed = new Map<string, TaskReport>();
const mostKept = 32;

/** The report of a project's tasks, or of one. For researchers: it shows everyone's work. */
export async function readReport(actor: Actor, input: { projectId: string; taskId?: string | undefined }): Promise<Report> {
  demand(actor, "report.read", input.projectId);
  const project = await getReportProject(input.projectId);
  const tasks = await listReportTasks(input.projectId, input.taskId ?? null);
  const reports: TaskReport[] = [];
  for (const task of tasks) {
    const key = `${task.id} ${task.dataVersion}`;
    const report = computed.get(key) ?? buildReport(await readReportData(task));
    computed.delete(key);
    computed.set(key, report);
    for (const oldest of computed.keys()) if (computed.size > mostKept) computed.delete(oldest);
    reports.push(report);
  }
  return {
    project,
    generatedAt: new Date().toISOString(),
    dataVersion: tasks.map((task) => task.dataVersion).join("-"),
    tasks: reports,
  };
}
