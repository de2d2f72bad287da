import "server-only";
import { inTransaction } from "@/lib/db/client";
import { deleteImport, getImport, tryLockImport } from "@/lib/db/imports";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Discards a staged file. Throws conflict for one that was written, which can be undone instead. */
export async function discardImport(actor: Actor, input: { importId: string }): Promise<{ ok: true }> {
  const staged = await getImport(input.importId);
  demand(actor, "import.do", staged.projectId);
  await inTransaction(async (client) => {
    if (!(await tryLockImport(client, staged.id))) throw new AppError("conflict", "This import is being written.");
    // Checked under the lock, because a commit may just have ended. "running" is then left from a writer that died and stored nothing.
    const { status } = await getImport(staged.id, client);
    if (status === "done" || status === "undone")
      throw new AppError("conflict", `Only an import that was not written can be discarded; this one is ${status}.`);
    await deleteImport(staged.id, client);
  });
  return { ok: true };
}
