import "server-only";
import { importSummaryOf, listImports as listRows } from "@/lib/db/imports";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/** A project's imports, newest first. */
export async function listImports(actor: Actor, input: { projectId: string }): Promise<{ items: ImportSummary[] }> {
  demand(actor, "import.do", input.projectId);
  return { items: (await listRows(input.projectId)).map(importSummaryOf) };
}
