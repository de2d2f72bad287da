import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listExportTasks } from "@/lib/db/export-windows";
import { createPreparedExport, findUnfinishedExport, preparedExportOf, wakeExport } from "@/lib/db/prepared-exports";
import { AppError } from "@/lib/domain/errors";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import type { ExportFormat } from "@/lib/domain/export-format";
import { type Actor, demand } from "@/lib/domain/policy";
import type { PreparedExport } from "@/lib/domain/prepared-export";

/**
 * Has an export written by the worker. The same one that is being written already is returned instead. Throws not_found for a task of another
 * project, invalid_input for a bundle of one task; what else is in the way is the export's `error`.
 */
export async function prepareExport(
  actor: Actor,
  input: { projectId: string; taskId?: string | undefined; format: ExportFormat; excluded: ExcludedWork },
): Promise<PreparedExport> {
  const { projectId, taskId = null, format, excluded } = input;
  demand(actor, "export.do", projectId);
  if (format === "redline") {
    demand(actor, "project.edit", projectId);
    if (taskId !== null || excluded === "without")
      throw new AppError(
        "invalid_input",
        "A bundle holds the whole project: it cannot be narrowed to a task or to the work of some people.",
      );
  }
  if (taskId !== null && (await listExportTasks(projectId, taskId)).length === 0)
    throw new AppError("not_found", "There is no such task in this project.");
  const asked = { projectId, taskId, format, excluded };
  const made = await inTransaction(async (tx) => {
    const same = await findUnfinishedExport(tx, asked);
    if (same) return same;
    const row = await createPreparedExport(tx, { ...asked, createdById: actor.userId });
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "export.prepare",
      targetKind: "export",
      targetId: row.id,
      details: { format, excluded, ...(taskId !== null && { taskId }) },
    });
    return row;
  });
  await wakeExport(made.id);
  return preparedExportOf(made);
}
