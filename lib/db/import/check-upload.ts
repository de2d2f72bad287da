import "server-only";
import type { ImportSummary } from "@/lib/domain/import";
import { db, inTrial } from "../client";
import { readChunks } from "../import-chunks";
import { getImport, importSummaryOf, reportProgress, updateImport } from "../imports";
import { stageFile } from "./import-file";

/**
 * Checks an uploaded file row by row, as committing does before writing. The checked rows are not kept: by the time of the commit the mapping or the
 * study may be another, so that it reads the stored file again.
 */
export async function checkStoredUpload(importId: string): Promise<ImportSummary> {
  const uploaded = await getImport(importId);
  const bytes = readChunks(importId, (share) => reportProgress(importId, share));
  const { outcome } = await inTrial((tx) => stageFile(tx, uploaded, bytes));
  await updateImport(db(), importId, { ...outcome, status: "staged" });
  return importSummaryOf(await getImport(importId));
}
