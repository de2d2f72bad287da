import "server-only";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks, type ReportTask } from "@/lib/db/report-tasks";
import { findStoredVersion, type ReportJob, storeReport, valuesOf, whileAlone } from "@/lib/db/stored-reports";
import { found } from "@/lib/domain/errors";
import type { ReportColumns } from "@/lib/domain/report-data";
import { buildReport, reportValues } from "@/lib/report/build-report";

/** A report of fewer ratings is computed as a whole at once. */
const leastForValues = 20_000;

/**
 * Computes a task's report, or of a large one the values that a reader of a chapter needs, and stores it for all processes; does nothing if the stored one covers the newest data. When
 * several processes ask at once, one computes. Takes seconds of processor time for a large study: call it where nobody waits for anything else. Throws
 * not_found.
 */
export async function computeReport({ projectId, valuesFor, ...key }: ReportJob, least = leastForValues): Promise<void> {
  await whileAlone(key, async () => {
    // The version is read before the data, so a change between the two makes the report count as old, never as newer than it is.
    const task = found((await listReportTasks(projectId, key.taskId, key.filter?.criteriaSet))[0], "task");
    const known = await findStoredVersion(key);
    const part = valuesFor && valuesOf(task.dataVersion, valuesFor);
    if (known === task.dataVersion || known === part) return;
    const { data, readAt } = await tableOf(task);
    if (part === undefined || data.ratings.score.length < least) {
      await storeReport(key, { dataVersion: task.dataVersion, body: JSON.stringify(buildReport(data, key.view, key.filter)), readAt });
    } else {
      await storeReport(key, { dataVersion: part, body: JSON.stringify(reportValues(data, key.view, key.filter, valuesFor)), readAt });
    }
  });
}

/** The table last read, so that each filter of a report works on the one in memory. One alone: a large study has tens of megabytes. */
let held: { version: string; data: ReportColumns; readAt: Date } | null = null;

async function tableOf(task: ReportTask) {
  const version = `${task.id} ${task.dataVersion}`;
  if (held?.version === version) return held;
  held = null;
  const readAt = new Date();
  const read = { version, data: await readReportData(task), readAt };
  held = read;
  return read;
}
