import "server-only";
import { listFrozenReports as listRows } from "@/lib/db/frozen-reports";
import type { FrozenSummary } from "@/lib/domain/frozen-report";
import { type Actor, demand } from "@/lib/domain/policy";

/** A project's frozen reports, the newest first; for researchers. */
export async function listFrozenReports(actor: Actor, input: { projectId: string }): Promise<{ items: FrozenSummary[] }> {
  demand(actor, "report.read", input.projectId);
  return { items: await listRows(input.projectId) };
}
