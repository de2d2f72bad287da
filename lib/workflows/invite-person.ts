import "server-only";
import { createSetPasswordLink } from "@/lib/auth/set-password-link";
import { createAccount, findAccountByEmail } from "@/lib/db/accounts";
import { getReach } from "@/lib/db/actors";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findPersonRow, getPersonRow, setMembership } from "@/lib/db/people";
import { AppError } from "@/lib/domain/errors";
import { mayOpenAccount } from "@/lib/domain/may-open-account";
import { type Actor, demand, type Role } from "@/lib/domain/policy";
import type { Person } from "@/lib/domain/project";

interface Input {
  projectId: string;
  email: string;
  name?: string | undefined;
  role: Role;
}

/**
 * Adds a person to a project, with a new account if they have none, and returns the link to set their password: null if they already have
 * one, or if the account also opens projects that the actor does not administer. Inviting a person again before they have signed in
 * returns a new link. Throws already_exists for a member with a password.
 */
export async function invitePerson(actor: Actor, input: Input): Promise<{ person: Person; link: string | null }> {
  const { projectId, role } = input;
  demand(actor, "people.edit", projectId);
  const { person, reach } = await inTransaction(async (client) => {
    const account = (await findAccountByEmail(input.email, client)) ?? (await createAccount({ ...input, instanceAdmin: false }, client));
    const member = await findPersonRow(projectId, account.userId, client);
    if (member?.hasPassword) throw new AppError("already_exists", `${member.name} is already in this project.`);
    await setMembership(client, { projectId, userId: account.userId, role });
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "person.invite",
      targetKind: "person",
      targetId: account.userId,
      details: { email: account.email, role },
    });
    return { person: await getPersonRow(projectId, account.userId, client), reach: await getReach(account.userId, client) };
  });
  const link = person.hasPassword || !mayOpenAccount(actor, reach) ? null : await createSetPasswordLink(person.userId, "invitation", actor);
  return { person, link };
}
