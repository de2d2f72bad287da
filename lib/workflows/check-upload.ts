import "server-only";
import { checkStoredUpload } from "@/lib/db/import/check-upload";
import { getImport } from "@/lib/db/imports";
import type { ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";

/** Checks an upload that is stored, so that it can be committed. */
export async function checkUpload(actor: Actor, { importId }: { importId: string }): Promise<ImportSummary> {
  demand(actor, "import.do", (await getImport(importId)).projectId);
  return checkStoredUpload(importId);
}
