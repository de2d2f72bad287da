import "server-only";
import { demandKnownNames } from "@/lib/db/filter-names";
import { getReportProject, listReportTasks } from "@/lib/db/report-tasks";
import { countNewerRatings, findStoredReport, findStoredVersion, heldChapter, type ReportJob } from "@/lib/db/stored-reports";
import { AppError } from "@/lib/domain/errors";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import { type Actor, demand } from "@/lib/domain/policy";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";
import type { ReportFilter } from "@/lib/domain/report-filter";

interface Wanted {
  projectId: string;
  taskId?: string | undefined;
  excluded: ExcludedWork;
  filter?: ReportFilter;
  /** Whether a report of older data, or the values alone, will do for the moment; a new one is then computed meanwhile. */
  stale: boolean;
  /** The chapter whose values are wanted first. */
  chapter?: ChapterChoice;
}

type Compute = (job: ReportJob) => Promise<void>;
type Task = Awaited<ReturnType<typeof listReportTasks>>[number];

/**
 * The report of a project's tasks, or of one, as JSON text: stored reports are passed on as they are. `compute` computes and stores one, away from
 * the process that answers requests. For researchers: it shows everyone's work.
 */
export async function serveReport(actor: Actor, input: Wanted, compute: Compute): Promise<string> {
  demand(actor, "report.read", input.projectId);
  const project = await getReportProject(input.projectId);
  const tasks = await listReportTasks(input.projectId, input.taskId ?? null, input.filter?.criteriaSet);
  await demandKnownNames(tasks, input.filter ?? {});
  const served = await Promise.all(tasks.map((task) => serveTask(task, input, compute)));
  const head = { project, generatedAt: new Date().toISOString(), dataVersion: served.map(({ dataVersion }) => dataVersion).join("-") };
  return `${JSON.stringify(head).slice(0, -1)},"tasks":[${served.map(({ text }) => text).join(",")}]}`;
}

async function serveTask(task: Task, { projectId, excluded, filter = {}, stale, chapter = "all" }: Wanted, compute: Compute) {
  const key = { taskId: task.id, view: excluded, filter };
  let stored = await findStoredReport(key);
  if (stored === null && stale) {
    await compute({ projectId, ...key, valuesFor: chapter });
    stored = await findStoredReport(key);
  }
  const isOld = stored?.dataVersion !== task.dataVersion;
  if (isOld) {
    const computing = compute({ projectId, ...key, first: chapter });
    if (stored === null || !stale) {
      await computing;
      // What was under way already may have read its data before this was asked for.
      if ((await findStoredVersion(key)) !== task.dataVersion) await compute({ projectId, ...key });
      stored = await findStoredReport(key);
    } else {
      // The request for the new one reports the failure.
      computing.catch(() => undefined);
    }
  }
  if (stored === null) throw new AppError("conflict", "The task was deleted while its report was computed.");
  const { dataVersion, body, readAt } = stored;
  const current = !isOld || !stale;
  const newerRatings = current ? 0 : await countNewerRatings(task.id, readAt);
  const valuesFor = heldChapter(stored);
  const computed = JSON.stringify({ at: readAt.toISOString(), current, newerRatings, complete: valuesFor === null, valuesFor });
  return { dataVersion, text: `${body.slice(0, -1)},"computed":${computed}}` };
}
