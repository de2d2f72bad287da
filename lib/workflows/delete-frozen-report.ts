import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteFrozenReportRow, getFrozenProject } from "@/lib/db/frozen-reports";
import { type Actor, demand } from "@/lib/domain/policy";

/** Deletes a frozen report for good; for admins. Throws not_found. */
export async function deleteFrozenReport(actor: Actor, { frozenId }: { frozenId: string }): Promise<{ ok: true }> {
  const projectId = await getFrozenProject(frozenId);
  demand(actor, "report.delete", projectId, "frozen report");
  await inTransaction(async (tx) => {
    const details = await deleteFrozenReportRow(tx, frozenId);
    const event = { projectId, userId: actor.userId, verb: "report.delete" as const, targetKind: "frozen-report", targetId: frozenId };
    await appendAudit(tx, { ...event, details });
  });
  return { ok: true };
}
