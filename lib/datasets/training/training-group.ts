import type { Preference } from "@/lib/domain/pair-outputs";
import type { TrainingFilter, TrainingSetting } from "@/lib/domain/training";

/** One rater's score for one criterion of a sample. */
export interface TrainingRating {
  criterionId: string;
  score: number | null;
  /** Why the protocol's check discarded it; null if it did not. */
  dropped: ThrownOut | null;
  /** The judge's run; null for a person. */
  runId: string | null;
}

export type ThrownOut = Extract<TrainingFilter, "chains-disagree" | "dropped-by-protocol">;

/** A judge's draft by the critique protocol. */
export interface CritiqueDraft {
  kind: "draft";
  runId: string;
  judge: string;
  details: unknown;
  dropped: ThrownOut | null;
  /** Whether the run was set to show references. */
  referenced: boolean;
}

/** Such a draft after an annotator's actions. */
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
  /** The source's ratings, if the source rates. */
  ratings: TrainingRating[];
  /** The source's critiques, if the export has critiques; a judge's drafts come newest first. */
  critiques: (CritiqueDraft | RedlinedCritique)[];
}

/** All samples of one input, in the order of import. */
export interface TrainingGroup {
  inputKey: string;
  /** Decides the split: the same for all inputs that read the same. */
  splitKey: string;
  samples: TrainingSample[];
}

export interface TrainingMessage {
  role: "user" | "assistant";
  content: string;
}

/** A line of a file, in TRL's conversational format; TRL ignores `id`. */
export type TrainingLine =
  | { id: string; prompt: TrainingMessage[]; chosen: TrainingMessage[]; rejected: TrainingMessage[] }
  | { id: string; prompt: TrainingMessage[]; completion: TrainingMessage[] };

/** The outcome of one candidate. A second line is the first with the outputs swapped. */
export type TrainingOutcome =
  | { dropped: TrainingFilter }
  | { lines: [TrainingLine] | [TrainingLine, TrainingLine]; setting: TrainingSetting | null; runIds: string[] };

export const said = (role: TrainingMessage["role"], content: string): TrainingMessage[] => [{ role, content }];
