import "server-only";
import { appendAudit } from "./audit";
import type { Tx } from "./client";
import { addFirstAdmin } from "./people";
import { createProjectRow } from "./projects";

/** Creates a project with its creator as first admin. Throws already_exists. */
export async function makeProject(tx: Tx, userId: string, content: { name: string; description: string }): Promise<string> {
  const projectId = await createProjectRow(tx, content);
  await addFirstAdmin(tx, projectId, userId);
  await appendAudit(tx, { projectId, userId, verb: "project.create", targetKind: "project", targetId: projectId });
  return projectId;
}
