import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Account } from "@/lib/domain/account";
import { AppError, found } from "@/lib/domain/errors";
import { type Db, db, inTransaction, prisma } from "./client";
import { demandOrdinaryAccount } from "./participants";
import { forgetPreparedExports } from "./prepared-exports";
import { findSetPasswordToken, voidSetPasswordTokens } from "./set-password-links";
import { forgetReports } from "./stored-reports";

/** better-auth's name for signing in with e-mail and password. */
const credential = "credential";

/** Accounts as shown in lists. */
export const selectAccounts = (on: Db) =>
  on.selectFrom("users").select((eb) => [
    "users.id as userId",
    "users.name",
    "users.email",
    sql<boolean>`coalesce(${eb.ref("users.role")} = 'admin', false)`.as("instanceAdmin"),
    eb.fn.coalesce("users.banned", sql<boolean>`false`).as("disabled"),
    eb
      .exists(
        eb
          .selectFrom("accounts")
          .select("accounts.id")
          .whereRef("accounts.userId", "=", "users.id")
          .where("accounts.providerId", "=", credential)
          .where("accounts.password", "is not", null),
      )
      .$castTo<boolean>()
      .as("hasPassword"),
  ]);

/** The account with this e-mail address, or null. Addresses are stored in lower case. */
export async function findAccountByEmail(email: string, on: Db = db()): Promise<Account | null> {
  return (await selectAccounts(on).where("users.email", "=", email.trim().toLowerCase()).executeTakeFirst()) ?? null;
}

/** All accounts, by name. */
export async function listAccounts(): Promise<Account[]> {
  return selectAccounts(db()).orderBy("users.name").orderBy("users.email").execute();
}

/** Throws not_found. */
export async function getAccount(userId: string, on: Db = db()): Promise<Account> {
  return found(await selectAccounts(on).where("users.id", "=", userId).executeTakeFirst(), "account");
}

/** An administrator of the installation, preferably one with a password; null while there is none. */
export async function findInstanceAdmin(): Promise<Account | null> {
  const admins = selectAccounts(db()).where("users.role", "=", "admin").orderBy("hasPassword", "desc").orderBy("users.createdAt");
  return (await admins.limit(1).executeTakeFirst()) ?? null;
}

/** Creates an account without a password. Throws already_exists when the address is taken. */
export async function createAccount(
  input: { email: string; name?: string | undefined; instanceAdmin: boolean },
  on: Db = db(),
): Promise<Account> {
  const email = input.email.trim().toLowerCase();
  const name = input.name?.trim() || email.slice(0, email.indexOf("@")) || email;
  const created = await on
    .insertInto("users")
    .values({ id: randomUUID(), name, email, emailVerified: false, role: input.instanceAdmin ? "admin" : "user", updatedAt: new Date() })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) throw new AppError("already_exists", `There is already an account for ${email}.`);
  return { userId: created.id, name, email, instanceAdmin: input.instanceAdmin, hasPassword: false, disabled: false };
}

/**
 * Sets a user's password (already hashed) and ends all their sessions, API keys and links. With `tokenHash`, only if that link is still
 * valid: it is consumed in the same transaction, so only one of two holders can use it. Returns false when the link was not valid.
 */
export async function setPassword(input: {
  userId: string;
  passwordHash: string;
  tokenHash?: string;
  name?: string | undefined;
  email?: string | undefined;
}): Promise<boolean> {
  const { userId, passwordHash, tokenHash } = input;
  return inTransaction(async (tx) => {
    // Joining a project takes a share of this lock, so it either has finished and voided the link or starts after the link is consumed.
    await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
    await demandOrdinaryAccount(tx, userId);
    if (tokenHash !== undefined && (await findSetPasswordToken(tokenHash, tx))?.userId !== userId) return false;
    const name = input.name?.trim() || undefined;
    const email = input.email?.trim().toLowerCase() || undefined;
    const now = new Date();
    await tx
      .updateTable("users")
      .set({ updatedAt: now, ...(name && { name }), ...(email && { email }) })
      .where("id", "=", userId)
      .execute();
    const changed = await tx
      .updateTable("accounts")
      .set({ password: passwordHash, updatedAt: now })
      .where("userId", "=", userId)
      .where("providerId", "=", credential)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) {
      const account = { id: randomUUID(), accountId: userId, providerId: credential, userId, password: passwordHash, updatedAt: now };
      await tx.insertInto("accounts").values(account).execute();
    }
    await endAccess(tx, userId);
    // Somebody who needs a link may have lost the account to somebody else, whose passkey must not outlive the new password.
    if (tokenHash !== undefined) await tx.deleteFrom("passkeys").where("userId", "=", userId).execute();
    return true;
  });
}

/** Ends all of an account's sessions, but for the one with the token `keep`, its API keys and open links. */
export async function endAccess(tx: Db, userId: string, keep = ""): Promise<void> {
  await tx.deleteFrom("sessions").where("userId", "=", userId).where("token", "!=", keep).execute();
  await tx.deleteFrom("apiKeys").where("userId", "=", userId).execute();
  await voidSetPasswordTokens(tx, userId);
}

/**
 * Ends the account's sessions, API keys and links when somebody else resets its password: a stolen key must not work until the new link is used.
 * One's own reset ends them with the link. Throws conflict for the account of a participation link.
 */
export async function beginReset(tx: Db, userId: string, byUserId: string | null): Promise<void> {
  await demandOrdinaryAccount(tx, userId);
  if (byUserId !== userId) await endAccess(tx, userId);
}

/** Ends asking for codes at sign-in; false where none was asked for. */
export async function removeTwoFactor(tx: Db, userId: string): Promise<boolean> {
  await tx.deleteFrom("twoFactors").where("userId", "=", userId).execute();
  const changed = await tx
    .updateTable("users")
    .set({ twoFactorEnabled: false, updatedAt: new Date() })
    .where("id", "=", userId)
    .where("twoFactorEnabled", "=", true)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The hash of an account's password; null while it has none. */
export async function findPasswordHash(userId: string): Promise<string | null> {
  return (await prisma().account.findFirst({ where: { userId, providerId: credential }, select: { password: true } }))?.password ?? null;
}

/** Disables an account (ending its sessions, keys and links) or enables it again. */
export async function setAccountDisabled(tx: Db, userId: string, disabled: boolean): Promise<void> {
  await tx.updateTable("users").set({ banned: disabled, updatedAt: new Date() }).where("id", "=", userId).execute();
  if (disabled) await endAccess(tx, userId);
}

/**
 * Deletes an account and everything that identifies its holder. In each project the annotator and all their work stay under an anonymous
 * name; the audit log keeps the events without name and address.
 */
export async function deleteAccountRow(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable("annotators")
    .set(({ ref }) => ({ name: sql<string>`'former annotator ' || left(${ref("id")}::text, 8)` }))
    .where("userId", "=", userId)
    .execute();
  await tx
    .updateTable("auditEvents")
    .set(({ ref }) => ({ details: sql<string>`${ref("details")} - 'email' - 'name'` }))
    .where("targetKind", "=", "person")
    .where("targetId", "=", userId)
    .execute();
  await tx.deleteFrom("idempotentReplies").where("userId", "=", userId).execute();
  // Files and reports that have the name or the address.
  const [working, members] = await Promise.all([
    tx.selectFrom("annotators").select("projectId").where("userId", "=", userId).execute(),
    tx.selectFrom("memberships").select("projectId").where("userId", "=", userId).execute(),
  ]);
  const projectIds = [...new Set([...working, ...members].map(({ projectId }) => projectId))];
  await forgetPreparedExports(tx, projectIds);
  await forgetReports(tx, projectIds);
  await tx.deleteFrom("users").where("id", "=", userId).execute();
}

/** Locks the installation's administrators who can sign in until the transaction ends; returns their ids. */
export async function lockInstanceAdmins(tx: Db): Promise<string[]> {
  const admins = tx.selectFrom("users").select("id").where("role", "=", "admin");
  const enabled = admins.where(({ eb, fn }) => eb(fn.coalesce("banned", sql<boolean>`false`), "=", false));
  return (await enabled.orderBy("id").forUpdate().execute()).map(({ id }) => id);
}
