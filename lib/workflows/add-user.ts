import "server-only";
import { demandGoodPassword, setPassword } from "@/lib/auth/set-password";
import { createAccount, findAccountByEmail } from "@/lib/db/accounts";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findPersonRow, setMembership } from "@/lib/db/people";
import { findProjectByName } from "@/lib/db/projects";
import type { Account } from "@/lib/domain/account";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demandInstanceAdmin, type Role } from "@/lib/domain/policy";

interface Input {
  email: string;
  name?: string | undefined;
  role: Role;
  /** By name. Without one the role must be admin, and is the installation's. */
  projectName?: string | undefined;
  password: string;
}

/**
 * Creates an account with a password, as an administrator of the installation or as a member of a project; an existing account is added to
 * the project and keeps its password. Throws already_exists when there is nothing to add, invalid_input, not_found.
 */
export async function addUser(actor: Actor, input: Input): Promise<Account> {
  demandInstanceAdmin(actor);
  const { projectName, role } = input;
  if (projectName === undefined && role !== "admin") {
    throw new AppError("invalid_input", `The role ${role} belongs to a project: name it with --project.`);
  }
  const projectId = projectName === undefined ? null : found(await findProjectByName(projectName), `project "${projectName}"`);
  const existing = await findAccountByEmail(input.email);
  if (existing !== null && (projectId === null || (await findPersonRow(projectId, existing.userId)) !== null)) {
    throw new AppError("already_exists", `There is already an account for ${existing.email}${projectName ? " in this project" : ""}.`);
  }
  if (existing === null) demandGoodPassword(input.password);
  const account = await inTransaction(async (client) => {
    const made = existing ?? (await createAccount({ ...input, instanceAdmin: projectId === null }, client));
    if (projectId !== null) await setMembership(client, { projectId, userId: made.userId, role });
    const details = { email: made.email, role };
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "person.add",
      targetKind: "person",
      targetId: made.userId,
      details,
    });
    return made;
  });
  if (existing === null) await setPassword({ userId: account.userId, password: input.password });
  return { ...account, hasPassword: true };
}
