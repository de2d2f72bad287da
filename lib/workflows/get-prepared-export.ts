import "server-only";
import { findPreparedExport, preparedExportOf } from "@/lib/db/prepared-exports";
import { found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { PreparedExport } from "@/lib/domain/prepared-export";

/** One prepared export with its progress. Throws not_found once it has expired. */
export async function getPreparedExport(actor: Actor, input: { exportId: string }): Promise<PreparedExport> {
  const row = found(await findPreparedExport(input.exportId), "export; it may have expired");
  demand(actor, row.format === "redline" ? "project.edit" : "export.do", row.projectId, "export; it may have expired");
  return preparedExportOf(row);
}
