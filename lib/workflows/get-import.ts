import "server-only";
import { getImport as findImport, importSummaryOf } from "@/lib/db/imports";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/** One import with its progress. */
export async function getImport(actor: Actor, input: { importId: string }): Promise<ImportSummary> {
  const row = await findImport(input.importId);
  demand(actor, "import.do", row.projectId);
  return importSummaryOf(row);
}
