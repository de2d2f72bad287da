import "server-only";
import { newApiKey } from "@/lib/auth/new-api-key";
import { findAccountByEmail } from "@/lib/db/accounts";
import { createApiKeyRow, listApiKeyRows } from "@/lib/db/api-keys";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import type { ApiKey, NewApiKey } from "@/lib/domain/api-key";
import { found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/**
 * An API key that acts as the actor, or as the owner of an e-mail address, which only administrators of the installation may ask for. The key
 * is in the reply and nowhere else. Throws forbidden, not_found.
 */
export async function createApiKey(actor: Actor, input: NewApiKey & { email?: string }): Promise<{ apiKey: ApiKey; key: string }> {
  const { email, ...content } = input;
  if (email !== undefined) demandInstanceAdmin(actor);
  const owner = email === undefined ? actor : found(await findAccountByEmail(email), `account for ${email}`);
  const { key, ...stored } = newApiKey();
  const apiKey = await inTransaction(async (tx) => {
    const id = await createApiKeyRow(tx, { userId: owner.userId, ...content, ...stored });
    await appendAudit(tx, {
      projectId: null,
      userId: actor.userId,
      verb: "api-key.create",
      targetKind: "person",
      targetId: owner.userId,
      details: { email: owner.email, key: id, scopes: content.scopes },
    });
    return found((await listApiKeyRows({ id }, tx))[0], "API key");
  });
  return { apiKey, key };
}
