import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteMembership, getPersonRow, lockMembers } from "@/lib/db/people";
import { demandAnotherAdmin } from "@/lib/domain/another-admin";
import { type Actor, demand } from "@/lib/domain/policy";

/** Removes a person from a project; their work is kept and counts. Throws conflict for the last admin. */
export async function removePerson(actor: Actor, input: { projectId: string; userId: string }): Promise<{ ok: true }> {
  const { projectId, userId } = input;
  demand(actor, "people.edit", projectId);
  await inTransaction(async (client) => {
    const admins = await lockMembers(client, projectId);
    const person = await getPersonRow(projectId, userId, client);
    demandAnotherAdmin(admins, userId);
    await deleteMembership(client, projectId, userId);
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "person.remove",
      targetKind: "person",
      targetId: userId,
      details: { email: person.email, role: person.role },
    });
  });
  return { ok: true };
}
