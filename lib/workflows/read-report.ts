import "server-only";
import { demandKnownNames } from "@/lib/db/filter-names";
import { readReportData } from "@/lib/db/ratings";
import { getReportProject, listReportTasks } from "@/lib/db/report-tasks";
import { addSampleTraits } from "@/lib/db/sample-traits";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { type Actor, demand } from "@/lib/domain/policy";
import type { Report } from "@/lib/domain/report";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { buildReport } from "@/lib/report/build-report";

interface Input {
  projectId: string;
  taskId?: string | undefined;
  /** Whether the work of excluded people is left out, as it is by default. */
  excluded?: ExcludedWork | undefined;
  filter?: ReportFilter | undefined;
}

/** The report of a project's tasks, or of one, computed here and now: for commands, which keep nobody waiting. For researchers: it shows everyone's work. */
export async function readReport(actor: Actor, input: Input): Promise<Report> {
  demand(actor, "report.read", input.projectId);
  const project = await getReportProject(input.projectId);
  const tasks = await listReportTasks(input.projectId, input.taskId ?? null, input.filter?.criteriaSet);
  await demandKnownNames(tasks, input.filter ?? {});
  const reports: Report["tasks"] = [];
  for (const task of tasks) {
    const at = new Date().toISOString();
    reports.push({
      ...buildReport(await addSampleTraits(await readReportData(task)), input.excluded, input.filter),
      computed: { at, current: true, newerRatings: 0, complete: true },
    });
  }
  return {
    project,
    generatedAt: new Date().toISOString(),
    dataVersion: tasks.map((task) => task.dataVersion).join("-"),
    tasks: reports,
  };
}
