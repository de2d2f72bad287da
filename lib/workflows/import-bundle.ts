import "server-only";
import { packedLines } from "@/lib/datasets/packed-lines";
import { appendAudit } from "@/lib/db/audit";
import { storeBundle } from "@/lib/db/bundle";
import { inTransaction, longPool } from "@/lib/db/client";
import { analyzeStudy } from "@/lib/db/import/import-records";
import { upToDateBundle } from "@/lib/db/older-bundles";
import { findProjectByName } from "@/lib/db/projects";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** What an imported bundle brought: rows by table, `users` being the people whom it names. */
export interface ImportedBundle {
  projectId: string;
  stored: Record<string, number>;
}

/**
 * Imports a bundle as a new project of this name, all or nothing. Throws already_exists for a taken name, conflict if the project is here
 * already or the bundle is from a newer version, invalid_input (which names the file) if it cannot be read.
 */
export async function importBundle(
  actor: Actor,
  input: { name: string; fileName: string; body: AsyncIterable<Uint8Array> },
): Promise<ImportedBundle> {
  demandInstanceAdmin(actor);
  const imported = await inTransaction(async (tx) => {
    if ((await findProjectByName(input.name)) !== null)
      throw new AppError("already_exists", `There is already a project "${input.name}". Give the imported one another name.`);
    const done = await storeBundle(tx.bare, input.name, upToDateBundle(packedLines(input.body, "bundle")));
    await appendAudit(tx, {
      projectId: done.projectId,
      userId: actor.userId,
      verb: "project.import",
      targetKind: "project",
      targetId: done.projectId,
      details: { fileName: input.fileName },
    });
    return done;
  }, longPool()).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "invalid_input")
      throw new AppError("invalid_input", `${input.fileName}: ${error.message}`, { cause: error });
    throw error;
  });
  const { samples = 0, drafts = 0, evaluations: ratings = 0 } = imported.stored;
  await analyzeStudy({ samples, drafts, ratings });
  return imported;
}
