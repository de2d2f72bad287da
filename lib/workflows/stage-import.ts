import "server-only";
import { db, inTrial } from "@/lib/db/client";
import { stageFile } from "@/lib/db/import/import-file";
import { readChunks, storeChunks } from "@/lib/db/import-chunks";
import { createImport, deleteImport, getImport, importSummaryOf, reportProgress, updateImport } from "@/lib/db/imports";
import type { Scale } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import type { ImportFormat, ImportOptions, ImportSummary } from "@/lib/domain/import";
import { type Actor, demand } from "@/lib/domain/policy";
import { env } from "@/lib/env";

interface Input {
  projectId: string;
  fileName: string;
  taskName?: string | undefined;
  format: ImportFormat;
  scale?: Scale | undefined;
  options?: ImportOptions;
  body: AsyncIterable<Uint8Array>;
  /** The size that the client announced, so that a body that is too large is refused before it is read. */
  declaredBytes?: number;
}

/**
 * Stores an uploaded file and has it checked; nothing is written to the study. An incomplete upload leaves nothing behind, nor one that could not be
 * checked. Throws payload_too_large for a file above REDLINE_UPLOAD_LIMIT_MB, as soon as that is known.
 */
export async function stageImport(actor: Actor, input: Input, check: typeof checkUpload = checkUpload): Promise<ImportSummary> {
  demand(actor, "import.do", input.projectId);
  const limitBytes = env().REDLINE_UPLOAD_LIMIT_MB * 1e6;
  if ((input.declaredBytes ?? 0) > limitBytes) throw fileTooLarge(limitBytes);
  const id = await createImport(db(), {
    projectId: input.projectId,
    status: "staging",
    taskName: input.taskName?.trim() || null,
    format: input.format,
    fileName: input.fileName,
    scale: input.scale ?? null,
    options: input.options ?? {},
    createdById: actor.userId,
  });
  try {
    if ((await storeChunks(id, upTo(limitBytes, input.body))) === 0) throw new AppError("invalid_input", `${input.fileName} is empty.`);
    return await check(actor, { importId: id });
  } catch (error) {
    await deleteImport(id);
    throw error;
  }
}

/**
 * Checks an uploaded file row by row, as committing does before writing. The checked rows are not kept: by the time of the commit the mapping or the
 * study may be another, so that it reads the stored file again.
 */
export async function checkUpload(actor: Actor, { importId }: { importId: string }): Promise<ImportSummary> {
  const uploaded = await getImport(importId);
  demand(actor, "import.do", uploaded.projectId);
  const bytes = readChunks(importId, (share) => reportProgress(importId, share));
  const { outcome } = await inTrial((tx) => stageFile(tx, uploaded, bytes));
  await updateImport(db(), importId, { ...outcome, status: "staged" });
  return importSummaryOf(await getImport(importId));
}

const fileTooLarge = (limitBytes: number): AppError =>
  new AppError(
    "payload_too_large",
    `The file is larger than the ${(limitBytes / 1e6).toLocaleString("en")} MB that may be uploaded. Import it in parts, or on the server with "redline import", which has no limit.`,
  );

async function* upTo(limitBytes: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > limitBytes) throw fileTooLarge(limitBytes);
    yield part;
  }
}
