import "server-only";
import { db } from "@/lib/db/client";
import { deletePreparedExport, findPreparedExport } from "@/lib/db/prepared-exports";
import { found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Deletes the file of a prepared export; one that is being written is cancelled. */
export async function discardPreparedExport(actor: Actor, input: { exportId: string }): Promise<{ ok: true }> {
  const row = found(await findPreparedExport(input.exportId), "export; it may have expired");
  demand(actor, row.format === "redline" ? "project.edit" : "export.do", row.projectId, "export; it may have expired");
  await deletePreparedExport(db(), row.id);
  return { ok: true };
}
