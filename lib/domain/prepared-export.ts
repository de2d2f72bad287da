import { z } from "zod";
import { excludedWork } from "./exclusion";
import { exportFormat } from "./export-format";

/** How long the file of a prepared export can be downloaded. */
export const hoursPrepared = 24;

/** A study of more samples is exported in the browser by preparing a file, which can be downloaded in several attempts. */
export const largeExportSamples = 10_000;

/** waiting: for a worker; running: being written; failed: see `error`. */
export const preparedExportStatus = z.enum(["waiting", "running", "done", "failed"]);
export type PreparedExportStatus = z.infer<typeof preparedExportStatus>;

export const prepareExportBody = z.object({
  format: exportFormat.default("jsonl"),
  /** Absent: all tasks. */
  task: z.uuid().optional(),
  excluded: excludedWork.default("with"),
});

export const preparedExport = z.object({
  id: z.uuid(),
  format: exportFormat,
  /** Null: all tasks. */
  taskId: z.uuid().nullable(),
  excluded: excludedWork,
  status: preparedExportStatus,
  /** Share written, 0..1; null if it is not known beforehand. */
  progress: z.number().nullable(),
  /** Bytes written. */
  size: z.int(),
  fileName: z.string().nullable(),
  /** Why there is no file. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** When the file is deleted; null until it is written. */
  expiresAt: z.iso.datetime().nullable(),
});
export type PreparedExport = z.infer<typeof preparedExport>;
