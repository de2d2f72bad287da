import "server-only";
import { sql } from "kysely";
import type { GrantedRoles } from "@/lib/domain/single-sign-on";
import { endAccess, lockInstanceAdmins, selectAccounts } from "./accounts";
import { appendAudit } from "./audit";
import { type Db, db, inTransaction } from "./client";
import { deleteMembership, findPersonRow, setMembership } from "./people";
import { findProjectByName } from "./projects";
import { voidSetPasswordTokens } from "./set-password-links";

/** What decides whether an account may be connected to an identity; null for one that does not exist. */
export async function findSignInState(userId: string) {
  const account = await selectAccounts(db()).select("users.participant").where("users.id", "=", userId).executeTakeFirst();
  return account ?? null;
}

/** Ends what an account's password opened: the password itself, sessions, API keys and links. The session that has just begun stays. */
export async function endPasswordAccess(userId: string, sessionToken: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.updateTable("accounts").set({ password: null, updatedAt: new Date() }).where("userId", "=", userId).execute();
    await endAccess(tx, userId, sessionToken);
  });
}

/** Logs that an identity of the provider was connected to an account, and voids links that could set a password for it. */
export async function noteConnected({ userId, email }: { userId: string; email: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await voidSetPasswordTokens(tx, userId);
    const verb = "account.connect" as const;
    await appendAudit(tx, { userId, projectId: null, verb, targetKind: "person", targetId: userId, details: { email } });
  });
}

/**
 * After signing in through the identity provider: makes the account what its groups say it is, and logs each change. The installation's last administrator stays one, whatever their groups.
 */
export async function applyGrantedRoles(account: { userId: string; email: string }, granted: GrantedRoles): Promise<void> {
  const { userId, email } = account;
  const event = { userId, targetKind: "person", targetId: userId } as const;
  const by = "single sign-on";
  await inTransaction(async (tx) => {
    await applyInstanceRole(tx, account, granted.instanceAdmin);
    for (const [name, role] of granted.projects) {
      const project = await findProjectByName(name);
      if (project === null) continue;
      const before = await findPersonRow(project, userId, tx);
      if (before?.role === role || (before === null && role === null)) continue;
      if (role === null) await deleteMembership(tx, project, userId);
      else await setMembership(tx, { projectId: project, userId, role });
      const verb = before === null ? "person.add" : role === null ? "person.remove" : "person.role";
      const details =
        verb === "person.role" ? { email, by, before: { role: before?.role }, after: { role } } : { email, by, role: role ?? before?.role };
      await appendAudit(tx, { ...event, projectId: project, verb, details });
    }
  });
}

async function applyInstanceRole(
  tx: Db,
  { userId, email }: { userId: string; email: string },
  instanceAdmin: boolean | null,
): Promise<void> {
  if (instanceAdmin === null) return;
  const admins = await lockInstanceAdmins(tx);
  if (admins.includes(userId) === instanceAdmin || (!instanceAdmin && admins.length === 1)) return;
  await tx
    .updateTable("users")
    .set({ role: instanceAdmin ? "admin" : "user", updatedAt: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
  const details = { email, by: "single sign-on", after: { role: instanceAdmin ? "admin" : "user" } };
  await appendAudit(tx, { userId, projectId: null, verb: "person.role", targetKind: "person", targetId: userId, details });
}
