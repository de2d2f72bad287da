import "server-only";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { findAccountByEmail } from "@/lib/db/accounts";
import { appendAudit } from "@/lib/db/audit";
import { db } from "@/lib/db/client";
import { found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/** A one-time link with which any account can set a new password; for administrators of the installation. */
export async function resetUserPassword(actor: Actor, input: { email: string }): Promise<{ link: string }> {
  demandInstanceAdmin(actor);
  const account = found(await findAccountByEmail(input.email), `account for ${input.email}`);
  await appendAudit(db(), {
    projectId: null,
    userId: actor.userId,
    verb: "person.reset-link",
    targetKind: "person",
    targetId: account.userId,
    details: { email: account.email },
  });
  return { link: await createSetPasswordLink(account.userId, account.hasPassword ? "reset" : "invitation", actor) };
}
