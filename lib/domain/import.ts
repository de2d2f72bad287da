import { z } from "zod";
import type { Preference } from "./pair-outputs";

export const importFormat = z.enum(["auto", "csv", "jsonl", "coeval", "llmbar", "redline"]);
export type ImportFormat = z.infer<typeof importFormat>;

/** What is wrong and where. `row` counts from 1 as the user's editor does, header included; null where the file as a whole is meant. */
const importProblem = z.object({
  file: z.string(),
  row: z.int().nullable(),
  field: z.string().nullable(),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof importProblem>;

/** Something odd that was kept as it is; `task` where an import brought several and it concerns one. */
const importWarning = z.object({ code: z.string(), message: z.string(), count: z.int(), task: z.string().optional() });
export type ImportWarning = z.infer<typeof importWarning>;

export const importCounts = z.object({
  rows: z.int().default(0),
  tasks: z.int().default(0),
  samples: z.int().default(0),
  samplesUnchanged: z.int().default(0),
  criteria: z.int().default(0),
  drafts: z.int().default(0),
  ratings: z.int().default(0),
  ratingsUnchanged: z.int().default(0),
  annotators: z.int().default(0),
  judges: z.int().default(0),
  skippedRows: z.int().default(0),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** staging: the file is coming in or being checked; staged: checked, nothing written; running: being written. */
const importStatus = z.enum(["staging", "staged", "running", "done", "failed", "undone"]);

export const importSummary = z.object({
  id: z.uuid(),
  taskName: z.string().nullable(),
  format: z.string(),
  fileName: z.string(),
  status: importStatus,
  counts: importCounts,
  problems: z.array(importProblem),
  problemCount: z.int(),
  warnings: z.array(importWarning),
  /** The first rows as read, for the preview of a staged import. */
  preview: z.array(z.record(z.string(), z.string())),
  /** Share read or written, 0..1, while running. */
  progress: z.number().nullable(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  undoable: z.boolean(),
});
export type ImportSummary = z.infer<typeof importSummary>;

export const commitImportBody = z.object({ skipBadRows: z.boolean().default(false) });

// ---- what the readers of lib/datasets yield, one by one, so that memory does not grow with the file

export interface SampleRecord {
  kind: "sample";
  row: number;
  /** Its file, where several are read together. */
  file?: string;
  /** Its task, where the file names one. */
  task?: string;
  externalId: string;
  input: string;
  output: string;
  outputB: string | null;
  system: string | null;
  systemB: string | null;
  /** Of a pair: which output is known to be better. */
  goldLabel: Preference | null;
  /** The part of a dataset that the sample is from. */
  subset: string | null;
  reference: string | null;
  imageUrl: string | null;
  /** Null: the hash of the input is used. */
  inputId: string | null;
  metadata: Record<string, unknown>;
}

export interface RatingRecord {
  kind: "rating";
  row: number;
  sampleId: string;
  criterion: string;
  rater: string;
  raterKind: "annotator" | "judge";
  score: number | null;
  label: string | null;
  reason: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** From the optional column `arm`. */
  arm: "drafted" | "blind" | "unstated";
}

export type DatasetRecord = SampleRecord | RatingRecord;
export type DatasetEvent = DatasetRecord | ({ kind: "problem" } & ImportProblem) | ({ kind: "warning" } & ImportWarning);
