import "server-only";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks } from "@/lib/db/report-tasks";
import { findStoredVersion, type ReportKey, storeReport, whileAlone } from "@/lib/db/stored-reports";
import { found } from "@/lib/domain/errors";
import { buildReport } from "@/lib/report/build-report";

/**
 * Computes a task's report and stores it for all processes; does nothing if the stored one covers the newest data. When several processes ask at
 * once, one computes. Takes seconds of processor time for a large study: call it where nobody waits for anything else. Throws not_found.
 */
export async function computeReport({ projectId, ...key }: ReportKey & { projectId: string }): Promise<void> {
  await whileAlone(key, async () => {
    // The version is read before the data, so a change between the two makes the report count as old, never as newer than it is.
    const task = found((await listReportTasks(projectId, key.taskId))[0], "task");
    if ((await findStoredVersion(key)) === task.dataVersion) return;
    const readAt = new Date();
    const body = JSON.stringify(buildReport(await readReportData(task), key.view, key.filter));
    await storeReport(key, { dataVersion: task.dataVersion, body, readAt });
  });
}
