import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getProjectRow, lockProject, updateProjectRow } from "@/lib/db/projects";
import { changedFields } from "@/lib/domain/audit";
import { type Actor, demand } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";

interface Input {
  projectId: string;
  name?: string | undefined;
  description?: string | undefined;
  archived?: boolean | undefined;
}

/** Renames, describes, archives or unarchives a project. Throws already_exists. */
export async function updateProject(actor: Actor, input: Input): Promise<ProjectSummary> {
  const { projectId, ...change } = input;
  demand(actor, "project.edit", projectId);
  await inTransaction(async (client) => {
    const { name, description, archivedAt } = await lockProject(client, projectId);
    await updateProjectRow(client, projectId, change);
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: change.archived === undefined ? "project.update" : change.archived ? "project.archive" : "project.restore",
      targetKind: "project",
      targetId: projectId,
      details: changedFields({ name, description, archived: archivedAt !== null }, change),
    });
  });
  return { ...(await getProjectRow(projectId)), role: "admin" };
}
