import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction, longPool } from "@/lib/db/client";
import { getImport, importSummaryOf, tryLockImport, updateImport } from "@/lib/db/imports";
import { countBuiltOn, deleteImported } from "@/lib/db/undo-imported";
import { AppError } from "@/lib/domain/errors";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/** Undoes a whole import, and what it shows of its rows goes too. Throws conflict, naming the work, if anything has been built on it since: that work is never deleted. */
export async function undoImport(actor: Actor, input: { importId: string }): Promise<ImportSummary> {
  const done = await getImport(input.importId);
  demand(actor, "import.do", done.projectId);
  await inTransaction(async (client) => {
    if (!(await tryLockImport(client, done.id))) throw new AppError("conflict", "This import is being changed at this moment.");
    const now = await getImport(done.id, client);
    if (now.status !== "done") throw new AppError("conflict", `This import cannot be undone; it is ${now.status}.`);
    const obstacles = obstaclesIn(await countBuiltOn(client, done));
    if (obstacles.length > 0)
      throw new AppError("conflict", `This import cannot be undone. Since then it has got ${obstacles.join(" and ")}.`);
    await deleteImported(client, done.id);
    await updateImport(client, done.id, { status: "undone", preview: [], columns: [], changes: [], problems: [] });
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

type BuiltOn = Awaited<ReturnType<typeof countBuiltOn>>;

/** What blocks undoing, in words. */
function obstaclesIn(built: BuiltOn): string[] {
  const { work, drafts, ratings, gold, planned, labels, comments, changedAgain, changedWork, addedWork } = built;
  return [
    ...(work ? [`${counted(work, "assignment")} that annotators or later imports have on its samples`] : []),
    ...(drafts ? [`${counted(drafts, "draft")} of its samples made since`] : []),
    ...(ratings ? [`${counted(ratings, "rating")} that later imports added to its assignments`] : []),
    ...(gold ? [`${gold} of its samples with known answers`] : []),
    ...(planned ? [`${counted(planned, "rating")} that the running study asks of its samples`] : []),
    ...(labels ? [counted(labels, "adjudicated label")] : []),
    ...(comments ? [counted(comments, "comment")] : []),
    ...(changedAgain ? [`${counted(changedAgain, "sample")} that a later import changed`] : []),
    ...(changedWork ? [`work on ${counted(changedWork, "sample")} that it changed`] : []),
    ...(addedWork ? [`work by ${addedWork === 1 ? "1 criterion" : `${addedWork} criteria`} that it added`] : []),
  ];
}

const counted = (n: number, one: string) => (n === 1 ? `1 ${one}` : `${n} ${one}s`);
