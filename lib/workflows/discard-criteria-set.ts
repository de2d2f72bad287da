import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteCriteriaSetRow, getCriteriaSet } from "@/lib/db/criteria-sets";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Discards a draft set. Throws conflict for a published one, which is permanent. */
export async function discardCriteriaSet(actor: Actor, input: { criteriaSetId: string }): Promise<{ ok: true }> {
  await inTransaction(async (client) => {
    const set = await getCriteriaSet(input.criteriaSetId, { tx: client, lock: true });
    demand(actor, "criteria.edit", set.projectId, "criteria set");
    if (set.status === "published") throw new AppError("conflict", "A published criteria set cannot be discarded.");
    await deleteCriteriaSetRow(client, set.id);
    await appendAudit(client, {
      projectId: set.projectId,
      userId: actor.userId,
      verb: "criteria.discard",
      targetKind: "criteria-set",
      targetId: set.id,
      details: { version: set.version },
    });
  });
  return { ok: true };
}
