import { z } from "zod";
import type { ActionKind } from "./action";
import type { Arm } from "./assignment";
import type { CriterionContent, Scale } from "./criterion";
import type { ItemKind } from "./draft";
import { type FoundColumns, foundColumns, type ImportMapping } from "./import-mapping";
import type { Preference, Variant } from "./pair-outputs";
import type { ReasonCode } from "./reason-codes";

export const importFormat = z.enum(["auto", "csv", "jsonl", "json", "parquet", "coeval", "llmbar", "redline"]);
export type ImportFormat = z.infer<typeof importFormat>;

/** A problem and its place. `row` counts lines from 1, header included, as an editor does; null: the whole file. */
const importProblem = z.object({
  file: z.string(),
  row: z.int().nullable(),
  field: z.string().nullable(),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof importProblem>;

/** "answers.csv, row 3, score: …" */
export const problemSentence = ({ file, row, field, message }: ImportProblem): string =>
  `${[file, row === null ? null : `row ${row}`, field].filter((part) => part !== null).join(", ")}: ${message}`;

/** Something odd that was kept unchanged; `task` if the import has several tasks and the warning concerns one. */
const importWarning = z.object({ code: z.string(), message: z.string(), count: z.int(), task: z.string().optional() });
export type ImportWarning = z.infer<typeof importWarning>;

/** A field of a stored sample that a row gives another value; null: none. The file replaces the sample's whole content. */
const sampleChange = z.object({
  file: z.string(),
  row: z.int().nullable(),
  sample: z.string(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SampleChange = z.infer<typeof sampleChange>;

export const importCounts = z.object({
  rows: z.int().default(0),
  tasks: z.int().default(0),
  samples: z.int().default(0),
  samplesUnchanged: z.int().default(0),
  /** Stored with other content, which the import may change because nobody has rated them. */
  samplesChanged: z.int().default(0),
  /** Those of them that the import changed. */
  samplesUpdated: z.int().default(0),
  criteria: z.int().default(0),
  drafts: z.int().default(0),
  ratings: z.int().default(0),
  ratingsUnchanged: z.int().default(0),
  annotators: z.int().default(0),
  judges: z.int().default(0),
  skippedRows: z.int().default(0),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** staging: the file is being uploaded or checked; staged: checked, nothing written; running: being written. */
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
  /** What the rows of stored samples that may be changed would change, or changed, field by field; the first 1,000. */
  changes: z.array(sampleChange),
  /** The first rows as read, for the preview of a staged import. */
  preview: z.array(z.record(z.string(), z.string())),
  /** The columns of its tables and the fields they were read as. */
  columns: z.array(foundColumns),
  /** Share read or written, 0..1, while running. */
  progress: z.number().nullable(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  undoable: z.boolean(),
});
export type ImportSummary = z.infer<typeof importSummary>;

/** What is said with an import besides its file and one scale. */
export interface ImportOptions {
  /** For criteria that the task does not have yet, by name; others have the import's one scale. */
  scales?: Record<string, Scale>;
  mapping?: ImportMapping | null;
}

export const commitImportBody = z.object({
  skipBadRows: z.boolean().default(false).describe("Write the valid rows and leave out the others."),
  updateSamples: z
    .boolean()
    .default(false)
    .describe("Change the stored samples to which the file gives other content. Without it or skipBadRows, such a file is refused."),
});

// The events of every import: readers and seeds yield them in arrays, and one writer stores them. Samples, criteria, judges and
// annotators refer to each other by the user's names.

/** A task that the file describes. Rows of a table go to the task chosen for the import. */
export interface TaskRecord {
  kind: "task";
  name: string;
  description: string;
  inputName: string;
  outputName: string;
  guidelines: string;
  /** Default: pointwise. */
  taskKind?: "pointwise" | "pairwise";
}

export interface CriterionRecord extends CriterionContent {
  kind: "criterion";
  /** Its task, if the file names one. */
  task?: string;
}

export interface SampleRecord {
  kind: "sample";
  /** Null if the file has no rows. */
  row: number | null;
  /** Its file, if several are read together. */
  file?: string;
  /** Its task, if the file names one. */
  task?: string;
  externalId: string;
  input: string;
  output: string;
  outputB: string | null;
  system: string | null;
  systemB: string | null;
  /** For a pair: the output known to be better. */
  goldLabel: Preference | null;
  /** The part of the dataset that the sample is from. */
  subset: string | null;
  reference: string | null;
  imageUrl: string | null;
  /** Null: the hash of the input is used. */
  inputId: string | null;
  metadata: Record<string, unknown>;
}

/** A score given outside Redline, without the work behind it. */
export interface RatingRecord {
  kind: "rating";
  row: number;
  /** Its file, if several are read together. */
  file?: string;
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
  /** For a judge's verdict on a pair, how it was asked; the score is in the sample's own order regardless. Default: plain. */
  variant?: Variant;
}

/** A judge's draft of one unit. */
export interface DraftRecord {
  kind: "draft";
  task: string;
  judge: { name: string; model: string | null; protocol: string; promptVersion: string };
  sampleId: string;
  criterion: string;
  score: number | null;
  items: { kind: ItemKind; text: string }[];
  raw: string;
}

/** One annotator's work on one unit; the score follows from its actions. Times are ISO with zone. */
export interface EvaluationRecord {
  kind: "evaluation";
  task: string;
  sampleId: string;
  criterion: string;
  annotator: string;
  arm: Arm;
  /** For a pair: whether output B was shown first, as A. Drafts and actions are in the sample's own order regardless. */
  swapped: boolean;
  /** The judge whose drafts were shown on this sample, and its draft of this unit. */
  shown: { judge: string; draft: DraftRecord | null } | null;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  actions: ActionRecord[];
}

export interface ActionRecord {
  kind: Exclude<ActionKind, "undo">;
  /** Index of the draft's item as text; null if none matches, for additions and for set-score. */
  itemId: string | null;
  itemKind: ItemKind | null;
  text: string | null;
  score: number | null;
  reasonCode?: ReasonCode | null;
  reason: string | null;
  at: string | null;
  /** The row as written in the file. */
  origin: { row: number; textSeen: string; cells: string[] } | null;
}

/** The kinds of images that are stored. No SVG: it can hold scripts. */
export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "image/avif";

/** An image that samples of the same import name by its path; it comes after them. */
export interface ImageRecord {
  kind: "image";
  path: string;
  type: ImageType;
  bytes: Uint8Array;
}

export type StudyRecord = ImageRecord | TaskRecord | CriterionRecord | SampleRecord | RatingRecord | DraftRecord | EvaluationRecord;
export type ProblemEvent = { kind: "problem" } & ImportProblem;
export type WarningEvent = { kind: "warning" } & ImportWarning;
/** What a table's columns are, once per table. */
export type ColumnsEvent = { kind: "columns" } & FoundColumns;
export type ImportEvent = StudyRecord | ProblemEvent | WarningEvent | ColumnsEvent;

/** Why a record cannot be stored; found by comparing it with stored data. */
export type RejectionReason =
  | "repeated-sample"
  | "worked-on-sample"
  | "repeated-rating"
  | "changed-rating"
  | "changed-draft"
  | "changed-work"
  | "no-sample"
  | "own-assignment";

/** A record that cannot be stored, with the details for its message. */
export interface Rejection {
  reason: RejectionReason;
  file: string | null;
  row: number | null;
  task: string;
  sample: string;
  criterion: string | null;
  rater: string | null;
  /** File and row of the record that this one repeats. */
  firstFile: string | null;
  firstRow: number | null;
  /** A label of a categorical criterion by its name. */
  score: number | string | null;
  storedScore: number | string | null;
}

/** What an import stores, counted. */
export type StoredCounts = Omit<ImportCounts, "rows" | "skippedRows">;
