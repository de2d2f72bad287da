import "server-only";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { beginReset, findAccountByEmail } from "@/lib/db/accounts";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/**
 * A one-time link with which any account can set a new password; for administrators of the installation. Its sessions and API keys end now; the
 * old password works until the link is used.
 */
export async function resetUserPassword(actor: Actor, input: { email: string }): Promise<{ link: string }> {
  demandInstanceAdmin(actor);
  const account = found(await findAccountByEmail(input.email), `account for ${input.email}`);
  const { userId, email, hasPassword } = account;
  await inTransaction(async (tx) => {
    await beginReset(tx, userId, actor.userId);
    const target = { targetKind: "person", targetId: userId, details: { email } };
    await appendAudit(tx, { projectId: null, userId: actor.userId, verb: "person.reset-link", ...target });
  });
  return { link: await createSetPasswordLink(userId, hasPassword ? "reset" : "invitation", actor) };
}
