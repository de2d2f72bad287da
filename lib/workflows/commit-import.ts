import "server-only";
import { refusalOf } from "@/lib/datasets/import-log";
import { appendAudit } from "@/lib/db/audit";
import { db, inTransaction, longPool } from "@/lib/db/client";
import { stageFile } from "@/lib/db/import/import-file";
import { analyzeStudy } from "@/lib/db/import/import-records";
import { deleteChunks, readChunks } from "@/lib/db/import-chunks";
import { failRunningImport, getImport, importSummaryOf, reportProgress, tryLockImport, updateImport } from "@/lib/db/imports";
import { AppError } from "@/lib/domain/errors";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Writes a staged import, all or nothing in one transaction; with `skipBadRows`, all but the rows with problems; with `updateSamples`, also what the file
 * changes of stored samples that nobody has rated. Throws invalid_input (details: the problems or changes) when there are some that were not asked for,
 * and leaves the import staged; conflict when it is not staged.
 */
export async function commitImport(
  actor: Actor,
  input: { importId: string; skipBadRows: boolean; updateSamples?: boolean },
): Promise<ImportSummary> {
  const staged = await getImport(input.importId);
  demand(actor, "import.do", staged.projectId);
  const asked = { skipBadRows: input.skipBadRows, updateSamples: input.updateSamples ?? false };
  let claimed = false;
  let found = {};
  try {
    await inTransaction(async (tx) => {
      if (!(await tryLockImport(tx, staged.id))) throw new AppError("conflict", "This import is already being written.");
      // Checked under the lock, because another commit may just have ended. "running" is left from a writer that died and stored nothing.
      const { status } = await getImport(staged.id);
      if (status !== "staged" && status !== "running")
        throw new AppError("conflict", `This import is not waiting to be written; it is ${status}.`);
      await updateImport(db(), staged.id, { status: "running" });
      claimed = true;
      const bytes = readChunks(staged.id, (share) => reportProgress(staged.id, share));
      const read = await stageFile(tx, staged, bytes);
      found = read.outcome;
      const refusal = refusalOf(read, asked);
      if (refusal !== null) throw refusal;
      const counts = await read.store(asked);
      await deleteChunks(tx, staged.id);
      await updateImport(tx, staged.id, { ...read.outcome, counts, status: "done" });
      await appendAudit(tx, {
        projectId: staged.projectId,
        userId: actor.userId,
        verb: "import.commit",
        targetKind: "import",
        targetId: staged.id,
        details: { fileName: staged.fileName, ...counts },
      });
    }, longPool());
  } catch (error) {
    // Another process is writing this import and owns its state.
    if (!claimed) throw error;
    const refused = error instanceof AppError && error.details?.problems !== undefined;
    const message = error instanceof AppError ? error.message : "Writing failed; nothing was stored.";
    await failRunningImport(staged.id, refused ? found : { error: message });
    throw error;
  }
  const done = importSummaryOf(await getImport(staged.id));
  await analyzeStudy(done.counts);
  return done;
}
