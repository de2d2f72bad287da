import "server-only";
import { readExportChunks } from "@/lib/db/prepared-export-chunks";
import { findPreparedExport } from "@/lib/db/prepared-exports";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

export interface PreparedFile {
  fileName: string;
  contentType: string;
  size: number;
  /** Stays the same as long as the bytes do. */
  tag: string;
  /** The bytes from `start` up to but without `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** The file of a prepared export, for those who may make the export. Throws conflict while it is not written, not_found once it has expired. */
export async function readPreparedExport(actor: Actor, input: { exportId: string }): Promise<PreparedFile> {
  const row = found(await findPreparedExport(input.exportId), "export; it may have expired");
  demand(actor, row.format === "redline" ? "project.edit" : "export.do", row.projectId, "export; it may have expired");
  const { id, status, fileName, contentType, size } = row;
  if (status === "failed") throw new AppError("conflict", `This export failed: ${row.error}`);
  if (status !== "done" || fileName === null || contentType === null) throw new AppError("conflict", "This export is still being written.");
  return { fileName, contentType, size, tag: id, read: (start, end) => readExportChunks(id, start, end) };
}
