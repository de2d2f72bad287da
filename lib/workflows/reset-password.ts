import "server-only";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { getReach } from "@/lib/db/actors";
import { appendAudit } from "@/lib/db/audit";
import { db } from "@/lib/db/client";
import { getPersonRow } from "@/lib/db/people";
import { AppError } from "@/lib/domain/errors";
import { mayOpenAccount } from "@/lib/domain/may-open-account";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * A one-time link by which a member sets a new password. The old one works until then.
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
  await appendAudit(db(), {
    projectId,
    userId: actor.userId,
    verb: "person.reset-link",
    targetKind: "person",
    targetId: userId,
    details: { email: person.email },
  });
  return { link: await createSetPasswordLink(userId, person.hasPassword ? "reset" : "invitation", actor) };
}
