import type { Preference } from "@/lib/domain/pair-outputs";
import type { TrainingFilter, TrainingSetting } from "@/lib/domain/training";

/** One rater's number for one criterion of a sample. */
export interface TrainingRating {
  criterionId: string;
  score: number | null;
  /** Why the judge's own check threw it out. */
  dropped: ThrownOut | null;
  /** The judge's run; null for a person. */
  runId: string | null;
}

export type ThrownOut = Extract<TrainingFilter, "chains-disagree" | "dropped-by-protocol">;

/** What a judge's draft by the critique protocol keeps. */
export interface CritiqueDraft {
  kind: "draft";
  runId: string;
  judge: string;
  details: unknown;
  dropped: ThrownOut | null;
  /** Whether the run was to show references. */
  referenced: boolean;
}

/** What an annotator left of such a draft. */
export interface RedlinedCritique {
  kind: "redlined";
  runId: string;
  annotator: string;
  referenced: boolean;
  text: string;
  score: number | null;
}

export interface TrainingSample {
  externalId: string;
  input: string;
  output: string;
  outputB: string | null;
  reference: string | null;
  imageUrl: string | null;
  goldLabel: Preference | null;
  /** What the source gave it, where the source rates. */
  ratings: TrainingRating[];
  /** What the source wrote of it, where critiques are wanted; a judge's drafts newest first. */
  critiques: (CritiqueDraft | RedlinedCritique)[];
}

/** All samples of one input, in the order of import. */
export interface TrainingGroup {
  inputKey: string;
  /** What its split goes by: the same for all inputs that read the same. */
  splitKey: string;
  samples: TrainingSample[];
}

export interface TrainingMessage {
  role: "user" | "assistant";
  content: string;
}

/** A line of a file, in the conversational shape that TRL reads; it takes no notice of `id`. */
export type TrainingLine =
  | { id: string; prompt: TrainingMessage[]; chosen: TrainingMessage[]; rejected: TrainingMessage[] }
  | { id: string; prompt: TrainingMessage[]; completion: TrainingMessage[] };

/** What became of one candidate. A second line is the first with the outputs exchanged. */
export type TrainingOutcome =
  | { dropped: TrainingFilter }
  | { lines: [TrainingLine] | [TrainingLine, TrainingLine]; setting: TrainingSetting | null; runIds: string[] };

export const said = (role: TrainingMessage["role"], content: string): TrainingMessage[] => [{ role, content }];
