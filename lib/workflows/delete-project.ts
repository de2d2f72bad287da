import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteProjectRow } from "@/lib/db/deletions";
import { lockProject } from "@/lib/db/projects";
import { demandConfirmedName } from "@/lib/domain/confirmed-name";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Permanently deletes a project with all work in it; the name must be typed. It is gone for everybody at once, and a worker removes its rows. Throws
 * invalid_input when the name differs.
 */
export async function deleteProject(actor: Actor, input: { projectId: string; confirmName: string }): Promise<{ ok: true }> {
  demand(actor, "project.edit", input.projectId);
  await inTransaction(async (client) => {
    const { name } = await lockProject(client, input.projectId);
    demandConfirmedName(input.confirmName, name);
    await deleteProjectRow(client, input.projectId);
    // The project's own events go with it; this one belongs to the installation.
    await appendAudit(client, {
      projectId: null,
      userId: actor.userId,
      verb: "project.delete",
      targetKind: "project",
      targetId: input.projectId,
      details: { name },
    });
  });
  return { ok: true };
}
