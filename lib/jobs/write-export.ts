import "server-only";
import { findActor } from "@/lib/db/actors";
import { storeExportChunks } from "@/lib/db/prepared-export-chunks";
import { beginPreparedExport, deleteChunks, failPreparedExport, finishPreparedExport } from "@/lib/db/prepared-exports";
import { troubleOf } from "@/lib/db/trouble";
import { AppError } from "@/lib/domain/errors";
import { log } from "@/lib/log";
import { exportProject } from "@/lib/workflows/export-project";

interface Attempt {
  /** Aborts when the worker stops. */
  signal: AbortSignal;
  /** Nobody tries again after this attempt. */
  isLast: boolean;
}

/**
 * Writes the file of a prepared export on behalf of whoever asked for it, with what they may export by now. Throws, so that the queue tries again,
 * when the worker stops or the database is unavailable; what would fail again ends the export with the reason.
 */
export async function writeExport(exportId: string, { signal, isLast }: Attempt): Promise<void> {
  const asked = await beginPreparedExport(exportId);
  if (asked === undefined) return;
  try {
    const actor = await findActor(asked.createdById);
    if (actor === null) throw new AppError("forbidden", "The account that asked for it is disabled or was deleted.");
    let share: number | null = null;
    const made = await exportProject(actor, {
      projectId: asked.projectId,
      taskId: asked.taskId ?? undefined,
      format: asked.format,
      excluded: asked.excluded,
      onProgress: (read) => {
        share = read;
      },
    });
    const size = await storeExportChunks(exportId, made.body, { progress: () => share, signal });
    if (size === false) return;
    await finishPreparedExport(exportId, { fileName: made.fileName, contentType: made.contentType, size });
  } catch (error) {
    if (signal.aborted || (isPassing(error) && !isLast)) {
      await deleteChunks(exportId).catch((also: unknown) => log.warn({ err: also }, "what an export had written was not deleted"));
      throw error;
    }
    if (!(error instanceof AppError)) log.error({ err: error, export: exportId }, "an export failed");
    await failPreparedExport(exportId, reasonOf(error));
  }
}

const isPassing = (error: unknown) => (error instanceof AppError ? error.code === "unavailable" : troubleOf(error)?.kind === "unavailable");

/** The reason in words; a stranger's error may quote a text. */
const reasonOf = (error: unknown) =>
  error instanceof AppError
    ? error.message
    : (troubleOf(error)?.message ?? "Something went wrong on the server; the worker's log has the details.");
