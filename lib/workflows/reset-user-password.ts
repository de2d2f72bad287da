import "server-only";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { beginReset, findAccountByEmail } from "@/lib/db/accounts";
import { found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";

/**
 * A one-time link with which any account can set a new password; for administrators of the installation. Its sessions and API keys end now; the
 * old password works until the link is used.
 */
export async function resetUserPassword(actor: Actor, input: { email: string }): Promise<{ link: string }> {
  demandInstanceAdmin(actor);
  const account = found(await findAccountByEmail(input.email), `account for ${input.email}`);
  await beginReset(account, { projectId: null, userId: actor.userId });
  return { link: await createSetPasswordLink(account.userId, account.hasPassword ? "reset" : "invitation", actor) };
}
