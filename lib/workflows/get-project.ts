import "server-only";
import { getProjectRow } from "@/lib/db/projects";
import { found } from "@/lib/domain/errors";
import { type Actor, demand, roleIn } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";

/** One project with its counts and the actor's role in it. */
export async function getProject(actor: Actor, input: { projectId: string }): Promise<ProjectSummary> {
  demand(actor, "project.see", input.projectId);
  return { ...(await getProjectRow(input.projectId)), role: found(roleIn(actor, input.projectId), "project") };
}
