import "server-only";
import { listAuditChoices, listAuditEvents } from "@/lib/db/audit";
import type { AuditFilter, AuditPage } from "@/lib/domain/audit";
import { type Actor, demand } from "@/lib/domain/policy";

/** Who did what in a project, newest first; for its researchers and admins. */
export async function listAudit(
  actor: Actor,
  input: { projectId: string; cursor?: string | undefined; limit: number } & AuditFilter,
): Promise<AuditPage> {
  const { projectId, cursor, limit, ...filter } = input;
  demand(actor, "audit.read", projectId);
  const [events, choices] = await Promise.all([listAuditEvents({ projectId, cursor, limit, filter }), listAuditChoices(projectId)]);
  return { ...events, ...choices };
}
