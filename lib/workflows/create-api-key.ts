import "server-only";
import { createApiKeyFor } from "@/lib/auth/create-api-key-for";
import { findAccountByEmail } from "@/lib/db/accounts";
import { appendAudit } from "@/lib/db/audit";
import { db } from "@/lib/db/client";
import { found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** An API key that acts as the given user; shown once, stored as a hash. For administrators of the installation. */
export async function createApiKey(actor: Actor, input: { email: string; name?: string | undefined }): Promise<{ key: string }> {
  demandInstanceAdmin(actor);
  const account = found(await findAccountByEmail(input.email), `account for ${input.email}`);
  const key = await createApiKeyFor(account.userId, input.name ?? "command line");
  await appendAudit(db(), {
    projectId: null,
    userId: actor.userId,
    verb: "api-key.create",
    targetKind: "person",
    targetId: account.userId,
    details: { email: account.email },
  });
  return { key };
}
