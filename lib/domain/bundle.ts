import type { ActionKind, ReasonCode } from "./action";
import type { Arm } from "./assignment";
import type { CriterionContent } from "./criterion";
import type { ItemKind } from "./draft";
import type { ImportWarning, SampleRecord } from "./import";

/**
 * A whole task as read from a file that holds more than rows: CoEval's release, and Redline's own small studies.
 * lib/datasets makes it, lib/db stores it. Times are ISO with zone; a source without zone is read as UTC and says so in a warning.
 */
export interface TaskBundle {
  task: {
    name: string;
    description: string;
    inputName: string;
    outputName: string;
    guidelines: string;
    /** Pointwise where it is not said. */
    kind?: "pointwise" | "pairwise";
  };
  criteria: CriterionContent[];
  samples: Omit<SampleRecord, "kind" | "row">[];
  /** Drafts by judge; units by sample external id and criterion name. */
  judges: { name: string; model: string | null; protocol: string; promptVersion: string; drafts: BundleDraft[] }[];
  annotators: { name: string; assignments: BundleAssignment[] }[];
  warnings: ImportWarning[];
}

export interface BundleDraft {
  sampleId: string;
  criterion: string;
  score: number | null;
  items: { kind: ItemKind; text: string }[];
  raw: string;
}

export interface BundleAssignment {
  sampleId: string;
  arm: Arm;
  /** Name of the judge whose drafts were seen; null in the blind arm. */
  judge: string | null;
  /** Of a pair: whether output B was seen first, called A. Drafts and actions are written in the sample's own order all the same. */
  swapped?: boolean;
  evaluations: BundleEvaluation[];
}

export interface BundleEvaluation {
  criterion: string;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  actions: BundleAction[];
}

export interface BundleAction {
  kind: Exclude<ActionKind, "undo">;
  /** Index of the draft's item as text; null where none matches, for additions and for set-score. */
  itemId: string | null;
  itemKind: ItemKind | null;
  text: string | null;
  score: number | null;
  reasonCode?: ReasonCode | null;
  reason: string | null;
  at: string | null;
  /** The row as the file has it. */
  origin: { row: number; textSeen: string; cells: string[] } | null;
}
