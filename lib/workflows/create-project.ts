import "server-only";
import { inTransaction } from "@/lib/db/client";
import { makeProject } from "@/lib/db/new-project";
import { getProjectRow } from "@/lib/db/projects";
import { type Actor, demandInstanceAdmin } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";

/** Creates a project with its creator as first admin. Only administrators of the installation may create projects. Throws already_exists. */
export async function createProject(actor: Actor, input: { name: string; description: string }): Promise<ProjectSummary> {
  demandInstanceAdmin(actor);
  const id = await inTransaction((client) => makeProject(client, actor.userId, input));
  return { ...(await getProjectRow(id)), role: "admin" };
}
