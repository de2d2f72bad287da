import "server-only";
import { ImportLog, type ImportOutcome } from "@/lib/datasets/import-log";
import { defaultTaskName, readImport } from "@/lib/datasets/read-import";
import type { Scale } from "@/lib/domain/criterion";
import type { ImportCounts, ImportOptions } from "@/lib/domain/import";
import type { Tx } from "../client";
import { stageRecords } from "./import-records";
import { uploadLimits } from "./upload-limits";

/** A file to be imported, and its destination. */
export interface FileToImport {
  id: string;
  projectId: string;
  /** Task for the rows; default: the file's name without its extension. Files that name their own tasks ignore it. */
  taskName: string | null;
  fileName: string;
  format: string;
  /** Given with the import, for criteria that the task does not have yet. */
  scale: Scale | null;
  options: ImportOptions;
}

/** A file that was read and checked. */
export interface StagedFile {
  outcome: ImportOutcome;
  /** The file as a whole is invalid: skipping bad rows does not help. */
  fatal: boolean;
  /** Stores everything without a problem, and changes stored samples if asked to. Returns the counts. */
  store(asked: { updateSamples: boolean }): Promise<ImportCounts>;
}

/** Reads a file and checks it against the study within the transaction; nothing is stored yet. `limits`: those of uploads unless it is no upload. */
export async function stageFile(
  tx: Tx,
  file: FileToImport,
  bytes: AsyncIterable<Uint8Array>,
  limits = uploadLimits(),
): Promise<StagedFile> {
  const log = new ImportLog(file.fileName);
  const { fileName, scale, options } = file;
  const taskName = file.taskName ?? defaultTaskName(fileName);
  const mapping = options.mapping ?? null;
  const { format, events } = await readImport({ fileName, taskName, format: file.format, scale, mapping, bytes, limits });
  const given = { projectId: file.projectId, importId: file.id, fileName, taskName, scale, scales: options.scales ?? {} };
  const { counts, store } = await stageRecords(tx, given, log.records(events), log);
  log.demandRecords();
  const outcome = log.outcome(format, counts);
  return { outcome, fatal: log.fatal, store: async (asked) => ({ ...outcome.counts, samplesUpdated: await store(asked) }) };
}
