import "server-only";
import { listPreparedExports as listRows, preparedExportOf } from "@/lib/db/prepared-exports";
import { type Actor, demand, may } from "@/lib/domain/policy";
import type { PreparedExport } from "@/lib/domain/prepared-export";

/** A project's prepared exports, newest first; bundles only for those who may export them. */
export async function listPreparedExports(actor: Actor, input: { projectId: string }): Promise<{ items: PreparedExport[] }> {
  demand(actor, "export.do", input.projectId);
  const bundles = may(actor, "project.edit", input.projectId);
  const rows = await listRows(input.projectId);
  return { items: rows.filter(({ format }) => bundles || format !== "redline").map(preparedExportOf) };
}
