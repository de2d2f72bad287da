import type { Arm } from "./assignment";
import type { CriterionContent } from "./criterion";
import type { ActionRecord, DraftRecord, EvaluationRecord, ImportWarning, SampleRecord, TaskRecord } from "./import";

/**
 * A whole task as one object, used for hand-written studies and CoEval's release; lib/datasets/bundle-events.ts turns it into the stream
 * of records that every import uses. Times are ISO with zone; a source without zones is read as UTC with a warning.
 */
export interface TaskBundle {
  task: Omit<TaskRecord, "kind" | "taskKind"> & { kind?: TaskRecord["taskKind"] };
  criteria: CriterionContent[];
  samples: Omit<SampleRecord, "kind" | "row">[];
  /** Drafts by judge; units by sample external id and criterion name. */
  judges: (DraftRecord["judge"] & { drafts: BundleDraft[] })[];
  annotators: { name: string; assignments: BundleAssignment[] }[];
  warnings: ImportWarning[];
}

export type BundleDraft = Pick<DraftRecord, "sampleId" | "criterion" | "score" | "items" | "raw">;

export interface BundleAssignment {
  sampleId: string;
  arm: Arm;
  /** Name of the judge whose drafts were seen; null in the blind arm. */
  judge: string | null;
  /** Pairs only: whether output B was seen first. */
  swapped?: boolean;
  evaluations: BundleEvaluation[];
}

export type BundleEvaluation = Pick<EvaluationRecord, "criterion" | "startedAt" | "endedAt" | "durationMs" | "actions">;
export type BundleAction = ActionRecord;
