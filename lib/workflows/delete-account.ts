import "server-only";
import { deleteAccountRow, getAccount, lockInstanceAdmins } from "@/lib/db/accounts";
import { getReach } from "@/lib/db/actors";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { lockMembers } from "@/lib/db/people";
import { demandAnotherAdmin, demandAnotherInstanceAdmin } from "@/lib/domain/another-admin";
import { AppError } from "@/lib/domain/errors";
import { demandAccount } from "@/lib/domain/may-open-account";
import type { Actor } from "@/lib/domain/policy";

/**
 * Permanently deletes an account. All work is kept and counts, under an anonymous name; name, address, sessions, keys and memberships are removed.
 * The e-mail address must be typed. Throws invalid_input when it differs, forbidden, not_found, conflict for the only admin of a project.
 */
export async function deleteAccount(actor: Actor, input: { userId: string; confirmEmail: string }): Promise<{ ok: true }> {
  const { userId } = input;
  await inTransaction(async (tx) => {
    const admins = await lockInstanceAdmins(tx);
    const reach = await getReach(userId, tx);
    demandAccount(actor, userId, reach);
    const { email } = await getAccount(userId, tx);
    if (input.confirmEmail.trim().toLowerCase() !== email) {
      const message = `Type ${email} to confirm.`;
      throw new AppError("invalid_input", message, { details: { issues: [{ path: "confirmEmail", message }] } });
    }
    demandAnotherInstanceAdmin(admins, userId);
    for (const projectId of [...reach.memberships.keys()].sort()) demandAnotherAdmin(await lockMembers(tx, projectId), userId);
    await deleteAccountRow(tx, userId);
    await appendAudit(tx, { projectId: null, userId: actor.userId, verb: "account.delete", targetKind: "person", targetId: userId });
  });
  return { ok: true };
}
