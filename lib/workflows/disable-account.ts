import "server-only";
import { getAccount, lockInstanceAdmins, setAccountDisabled } from "@/lib/db/accounts";
import { getReach } from "@/lib/db/actors";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import type { Account } from "@/lib/domain/account";
import { demandAnotherInstanceAdmin } from "@/lib/domain/another-admin";
import { demandAccount } from "@/lib/domain/may-open-account";
import type { Actor } from "@/lib/domain/policy";

/**
 * Disables an account, which ends its sessions, API keys and links, or enables it again; memberships and work stay. For administrators of the
 * installation, and for admins of every project that the account opens. Throws forbidden, not_found, conflict for the last who could undo it.
 */
export async function disableAccount(actor: Actor, input: { userId: string; disabled: boolean }): Promise<Account> {
  const { userId, disabled } = input;
  return inTransaction(async (tx) => {
    const admins = await lockInstanceAdmins(tx);
    demandAccount(actor, userId, await getReach(userId, tx));
    if (disabled) demandAnotherInstanceAdmin(admins, userId);
    await setAccountDisabled(tx, userId, disabled);
    const account = await getAccount(userId, tx);
    await appendAudit(tx, {
      projectId: null,
      userId: actor.userId,
      verb: disabled ? "account.disable" : "account.enable",
      targetKind: "person",
      targetId: userId,
      details: { email: account.email },
    });
    return account;
  });
}
