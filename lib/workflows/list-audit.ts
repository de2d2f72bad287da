import "server-only";
import { listAuditEvents } from "@/lib/db/audit";
import type { AuditEvent, Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";

/** Who did what in a project, newest first; for its admins. */
export async function listAudit(
  actor: Actor,
  input: { projectId: string; cursor?: string | undefined; limit: number },
): Promise<Page<AuditEvent>> {
  demand(actor, "audit.read", input.projectId);
  return listAuditEvents(input);
}
