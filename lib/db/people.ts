import "server-only";
import { found } from "@/lib/domain/errors";
import type { Role } from "@/lib/domain/policy";
import type { Person } from "@/lib/domain/project";
import { selectAccounts } from "./accounts";
import { type Db, db } from "./client";
import { demandOrdinaryAccount } from "./participants";
import { voidSetPasswordTokens } from "./set-password-links";

const selectPeople = (on: Db, projectId: string) =>
  selectAccounts(on)
    .innerJoin("memberships", "memberships.userId", "users.id")
    .select("memberships.role")
    .where("memberships.projectId", "=", projectId);

/** Members of a project by name. One query. */
export async function listPersonRows(projectId: string): Promise<Person[]> {
  return selectPeople(db(), projectId).orderBy("users.name").orderBy("users.email").execute();
}

/** A member of a project, or null. */
export async function findPersonRow(projectId: string, userId: string, on: Db = db()): Promise<Person | null> {
  return (await selectPeople(on, projectId).where("users.id", "=", userId).executeTakeFirst()) ?? null;
}

/** Throws not_found for a user who is not in the project. */
export async function getPersonRow(projectId: string, userId: string, on: Db = db()): Promise<Person> {
  return found(await findPersonRow(projectId, userId, on), "person in this project");
}

/**
 * Adds a member or changes an existing member's role. Joining voids the account's open links: their issuer could otherwise use one to get into the
 * project just joined. Throws conflict for an account that is for one study alone.
 */
export async function setMembership(tx: Db, input: { projectId: string; userId: string; role: Role }): Promise<void> {
  await demandOrdinaryAccount(tx, input.userId);
  const changed = await tx
    .updateTable("memberships")
    .set({ role: input.role })
    .where("projectId", "=", input.projectId)
    .where("userId", "=", input.userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  await tx
    .insertInto("memberships")
    .values(input)
    .onConflict((conflict) => conflict.columns(["projectId", "userId"]).doUpdateSet({ role: input.role }))
    .execute();
  await voidSetPasswordTokens(tx, input.userId);
}

/** Makes a project's creator its first admin. The command line has no account; its projects are left to the installation's administrators. */
export async function addFirstAdmin(tx: Db, projectId: string, userId: string): Promise<void> {
  const maker = await tx.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (maker !== undefined) await setMembership(tx, { projectId, userId, role: "admin" });
}

/** Ends a membership; the annotator and their work stay. */
export async function deleteMembership(tx: Db, projectId: string, userId: string): Promise<void> {
  await tx.deleteFrom("memberships").where("projectId", "=", projectId).where("userId", "=", userId).execute();
}

/** Locks a project's memberships until the transaction ends, so that two admins cannot remove each other; returns the admins' ids. */
export async function lockMembers(tx: Db, projectId: string): Promise<string[]> {
  const members = tx.selectFrom("memberships").select(["userId", "role"]).where("projectId", "=", projectId);
  const locked = await members.orderBy("userId").forUpdate().execute();
  return locked.filter(({ role }) => role === "admin").map(({ userId }) => userId);
}
