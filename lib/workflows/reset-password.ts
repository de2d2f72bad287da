import "server-only";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { beginReset } from "@/lib/db/accounts";
import { getReach } from "@/lib/db/actors";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getPersonRow } from "@/lib/db/people";
import { AppError } from "@/lib/domain/errors";
import { mayOpenAccount } from "@/lib/domain/may-open-account";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * A one-time link with which a member sets a new password. Their sessions and API keys end now; the old password works until the link is used.
 * Throws forbidden when the account opens more than the actor administers.
 */
export async function resetPassword(actor: Actor, input: { projectId: string; userId: string }): Promise<{ link: string }> {
  const { projectId, userId } = input;
  demand(actor, "people.edit", projectId);
  const person = await getPersonRow(projectId, userId);
  if (!mayOpenAccount(actor, await getReach(userId))) {
    throw new AppError(
      "forbidden",
      `${person.name} is also in projects that you do not administer. Ask an administrator of this installation.`,
    );
  }
  await inTransaction(async (tx) => {
    await beginReset(tx, userId, actor.userId);
    const target = { targetKind: "person", targetId: userId, details: { email: person.email } };
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "person.reset-link", ...target });
  });
  return { link: await createSetPasswordLink(userId, person.hasPassword ? "reset" : "invitation", actor) };
}
