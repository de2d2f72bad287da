import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getPersonRow, lockMembers, setMembership } from "@/lib/db/people";
import { demandAnotherAdmin } from "@/lib/domain/another-admin";
import { type Actor, demand, type Role } from "@/lib/domain/policy";
import type { Person } from "@/lib/domain/project";

/** Changes a member's role. Throws conflict when the project would be left without an admin. */
export async function updatePerson(actor: Actor, input: { projectId: string; userId: string; role: Role }): Promise<Person> {
  const { projectId, userId, role } = input;
  demand(actor, "people.edit", projectId);
  return inTransaction(async (client) => {
    const admins = await lockMembers(client, projectId);
    const before = await getPersonRow(projectId, userId, client);
    if (role !== "admin") demandAnotherAdmin(admins, userId);
    await setMembership(client, { projectId, userId, role });
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "person.role",
      targetKind: "person",
      targetId: userId,
      details: { email: before.email, before: { role: before.role }, after: { role } },
    });
    return { ...before, role };
  });
}
