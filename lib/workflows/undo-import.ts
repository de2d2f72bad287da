import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction, longPool } from "@/lib/db/client";
import { getImport, importSummaryOf, tryLockImport, updateImport } from "@/lib/db/imports";
import { deleteImported, listUndoObstacles } from "@/lib/db/undo-imported";
import { AppError } from "@/lib/domain/errors";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/** Undoes a whole import. Throws conflict, naming the work, if anything has been built on it since: that work is never deleted. */
export async function undoImport(actor: Actor, input: { importId: string }): Promise<ImportSummary> {
  const done = await getImport(input.importId);
  demand(actor, "import.do", done.projectId);
  await inTransaction(async (client) => {
    if (!(await tryLockImport(client, done.id))) throw new AppError("conflict", "This import is being changed at this moment.");
    const now = await getImport(done.id, client);
    if (now.status !== "done") throw new AppError("conflict", `This import cannot be undone; it is ${now.status}.`);
    const obstacles = await listUndoObstacles(client, done);
    if (obstacles.length > 0)
      throw new AppError("conflict", `This import cannot be undone. Since then it has got ${obstacles.join(" and ")}.`);
    await deleteImported(client, done.id);
    await updateImport(client, done.id, { status: "undone" });
    await appendAudit(client, {
      projectId: done.projectId,
      userId: actor.userId,
      verb: "import.undo",
      targetKind: "import",
      targetId: done.id,
      details: { fileName: done.fileName },
    });
  }, longPool());
  return importSummaryOf(await getImport(done.id));
}
