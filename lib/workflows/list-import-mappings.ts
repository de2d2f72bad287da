import "server-only";
import { listImportMappings as listRows } from "@/lib/db/import-mappings";
import type { SavedMapping } from "@/lib/domain/import-mapping";
import { type Actor, demand } from "@/lib/domain/policy";

/** The mappings of columns that a project keeps, by name. */
export async function listImportMappings(actor: Actor, input: { projectId: string }): Promise<{ items: SavedMapping[] }> {
  demand(actor, "import.do", input.projectId);
  return { items: await listRows(input.projectId) };
}
