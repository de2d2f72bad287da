import "server-only";
import { getReach } from "@/lib/db/actors";
import { deleteApiKeyRow, listApiKeyRows } from "@/lib/db/api-keys";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { found } from "@/lib/domain/errors";
import { administersMember } from "@/lib/domain/may-open-account";
import type { Actor } from "@/lib/domain/policy";

/**
 * Revokes an API key: the actor's own, or one of a member of a project that the actor administers, since it gives access to that project,
 * among others. Throws not_found for all others, so that nobody learns which keys there are.
 */
export async function revokeApiKey(actor: Actor, input: { keyId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const { owner, name } = found((await listApiKeyRows({ id: input.keyId }, tx))[0], "API key");
    const allowed = owner.userId === actor.userId || administersMember(actor, await getReach(owner.userId, tx));
    found(allowed || null, "API key");
    await deleteApiKeyRow(tx, input.keyId);
    await appendAudit(tx, {
      projectId: null,
      userId: actor.userId,
      verb: "api-key.revoke",
      targetKind: "person",
      targetId: owner.userId,
      details: { email: owner.email, key: input.keyId, keyName: name },
    });
  });
  return { ok: true };
}
