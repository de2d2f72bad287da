import "server-only";
import { listProjectRows } from "@/lib/db/projects";
import { type Actor, roleIn } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";

/** The actor's projects; all projects for an administrator of the installation. */
export async function listProjects(actor: Actor): Promise<{ items: ProjectSummary[] }> {
  const rows = await listProjectRows(actor.instanceAdmin ? null : [...actor.memberships.keys()]);
  return {
    items: rows.flatMap((row) => {
      const role = roleIn(actor, row.id);
      return role === null ? [] : [{ ...row, role }];
    }),
  };
}
