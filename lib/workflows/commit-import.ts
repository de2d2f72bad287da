import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction, longPool, pool } from "@/lib/db/client";
import { importSummaryOf } from "@/lib/db/import-summary";
import { deleteChunks, failRunningImport, getImport, readChunks, reportProgress, tryLockImport, updateImport } from "@/lib/db/imports";
import { writeImport } from "@/lib/db/write-import";
import type { WrittenImport } from "@/lib/db/written-import";
import { AppError } from "@/lib/domain/errors";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/** Thrown inside the transaction so that nothing of a refused import stays; carries what was found. */
class Refused extends Error {
  constructor(readonly result: WrittenImport) {
    super("the import has problems");
  }
}

/**
 * Writes a staged import, all or nothing in one transaction; with `skipBadRows`, all but the rows with problems.
 * Throws invalid_input (details: the problems) when there are problems, and leaves the import staged; conflict when it is not staged.
 */
export async function commitImport(actor: Actor, input: { importId: string; skipBadRows: boolean }): Promise<ImportSummary> {
  const staged = await getImport(input.importId);
  demand(actor, "import.do", staged.projectId);
  let claimed = false;
  try {
    await inTransaction(async (client) => {
      if (!(await tryLockImport(client, staged.id))) throw new AppError("conflict", "This import is being written already.");
      // Asked under the lock, for another commit may just have ended. "running" is left over from a writer that died, which kept nothing.
      const { status } = await getImport(staged.id);
      if (status !== "staged" && status !== "running")
        throw new AppError("conflict", `This import is not waiting to be written; it is ${status}.`);
      await updateImport(pool(), staged.id, { status: "running" });
      claimed = true;
      const result = await writeImport(
        client,
        staged,
        readChunks(staged.id, (share) => reportProgress(staged.id, share)),
      );
      if (result.fatal || (result.problemCount > 0 && !input.skipBadRows)) throw new Refused(result);
      await deleteChunks(client, staged.id);
      await updateImport(client, staged.id, { ...result, status: "done" });
      await appendAudit(client, {
        projectId: staged.projectId,
        userId: actor.userId,
        verb: "import.commit",
        targetKind: "import",
        targetId: staged.id,
        details: { fileName: staged.fileName, ...result.counts },
      });
    }, longPool());
  } catch (error) {
    // Somebody else's import, whose state is theirs to write.
    if (!claimed) throw error;
    if (!(error instanceof Refused)) {
      await failRunningImport(staged.id, { error: error instanceof AppError ? error.message : "Writing failed; nothing was kept." });
      throw error;
    }
    await failRunningImport(staged.id, error.result);
    const [first] = error.result.problems;
    throw new AppError(
      "invalid_input",
      `Nothing was written: ${error.result.problemCount} problems, the first: ${first ? describe(first) : ""}`,
      {
        details: { problems: error.result.problems, problemCount: error.result.problemCount },
      },
    );
  }
  return importSummaryOf(await getImport(staged.id));
}

function describe(problem: WrittenImport["problems"][number]): string {
  const place = [problem.file, problem.row === null ? null : `row ${problem.row}`, problem.field]
    .filter((part) => part !== null)
    .join(", ");
  return `${place}: ${problem.message}`;
}
