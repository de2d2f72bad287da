import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { addFirstAdmin } from "@/lib/db/people";
import { createProjectRow, getProjectRow } from "@/lib/db/projects";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";

/** Creates a project with its creator as first admin. Only administrators of the installation may create projects. Throws already_exists. */
export async function createProject(actor: Actor, input: { name: string; description: string }): Promise<ProjectSummary> {
  demandInstanceAdmin(actor);
  const id = await inTransaction(async (client) => {
    const projectId = await createProjectRow(client, input);
    await addFirstAdmin(client, projectId, actor.userId);
    await appendAudit(client, { projectId, userId: actor.userId, verb: "project.create", targetKind: "project", targetId: projectId });
    return projectId;
  });
  return { ...(await getProjectRow(id)), role: "admin" };
}
