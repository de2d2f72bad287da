import "server-only";
import { db } from "@/lib/db/client";
import { checkStoredUpload } from "@/lib/db/import/check-upload";
import { storeChunks } from "@/lib/db/import-chunks";
import { createImport, deleteImport } from "@/lib/db/imports";
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

type Check = (actor: Actor, upload: { importId: string }) => Promise<ImportSummary>;
const checkHere: Check = (_, { importId }) => checkStoredUpload(importId);

/**
 * Stores an uploaded file and has it checked; nothing is written to the study. An incomplete upload leaves nothing behind, nor one that could not be
 * checked. Throws payload_too_large for a file above REDLINE_UPLOAD_LIMIT_MB, as soon as that is known.
 */
export async function stageImport(actor: Actor, input: Input, check: Check = checkHere): Promise<ImportSummary> {
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
