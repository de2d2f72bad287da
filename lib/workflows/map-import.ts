import "server-only";
import { db, inTrial } from "@/lib/db/client";
import { stageFile } from "@/lib/db/import/import-file";
import { readChunks } from "@/lib/db/import-chunks";
import { saveImportMapping } from "@/lib/db/import-mappings";
import { getImport, importSummaryOf, tryLockImport, updateImport } from "@/lib/db/imports";
import { AppError } from "@/lib/domain/errors";
import type { ImportSummary } from "@/lib/domain/import";
import type { ImportMapping } from "@/lib/domain/import-mapping";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Reads a staged file again with other columns, and checks it as staging does; `saveAs` keeps the mapping under a name. Throws conflict for an import
 * that is not staged.
 */
export async function mapImport(
  actor: Actor,
  input: { importId: string; mapping: ImportMapping; saveAs?: string | undefined },
): Promise<ImportSummary> {
  const staged = await getImport(input.importId);
  demand(actor, "import.do", staged.projectId);
  const options = { ...staged.options, mapping: input.mapping };
  const outcome = await inTrial(async (tx) => {
    if (!(await tryLockImport(tx, staged.id))) throw new AppError("conflict", "This import is being written.");
    // Checked under the lock, because a commit may just have ended.
    const { status } = await getImport(staged.id);
    if (status !== "staged") throw new AppError("conflict", `This import is not waiting to be written; it is ${status}.`);
    const read = await stageFile(tx, { ...staged, options }, readChunks(staged.id));
    await updateImport(db(), staged.id, { ...read.outcome, options, status: "staged" }, "staged");
    return read.outcome;
  });
  if (input.saveAs !== undefined && outcome.problemCount === 0)
    await saveImportMapping(db(), staged.projectId, input.saveAs, input.mapping);
  return importSummaryOf(await getImport(staged.id));
}
