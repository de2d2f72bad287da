import "server-only";
import type { ActionKind } from "@/lib/domain/action";
import type { Arm } from "@/lib/domain/assignment";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { ItemKind } from "@/lib/domain/draft";
import type { NewSample } from "./import-samples";
import type { TaskFields } from "./import-targets";

/** A task with everything in it, derived and ready to be stored. Samples, criteria, judges and annotators refer to each other by name. */
export interface StudyToStore {
  task: TaskFields & { name: string };
  criteria: CriterionContent[];
  samples: NewSample[];
  judges: { name: string; model: string | null; protocol: string; promptVersion: string; drafts: DraftToStore[] }[];
  annotators: { name: string; assignments: AssignmentToStore[] }[];
}
export interface DraftToStore {
  sampleId: string;
  criterion: string;
  score: number | null;
  items: { kind: ItemKind; text: string }[];
  raw: string;
}
export interface AssignmentToStore {
  sampleId: string;
  arm: Arm;
  judge: string | null;
  swapped: boolean;
  submittedAt: string | null;
  evaluations: EvaluationToStore[];
}
export interface EvaluationToStore {
  criterion: string;
  score: number | null;
  complete: boolean;
  tally: Record<string, Record<string, number>>;
  startedAt: string | null;
  endedAt: string | null;
  durationMs: number | null;
  /** md5 over what the actions say, to tell a repeated import from a changed one. */
  fingerprint: string;
  actions: ActionToStore[];
}
export interface ActionToStore {
  id: string;
  parentId: string | null;
  kind: Exclude<ActionKind, "undo">;
  itemId: string | null;
  itemKind: ItemKind | null;
  text: string | null;
  score: number | null;
  reasonCode: string | null;
  reason: string | null;
  at: string;
  origin: object | null;
}

export interface StoredStudy {
  /** 1 where the task is new, else 0. */
  tasks: number;
  samples: number;
  samplesUnchanged: number;
  criteria: number;
  drafts: number;
  ratings: number;
  ratingsUnchanged: number;
  annotators: number;
  judges: number;
  /** What contradicts what is stored already; any of them means that nothing may be kept. */
  conflicts: string[];
}

/** Where a study goes. */
export interface Place {
  projectId: string;
  importId: string;
  taskId: string;
  taskName: string;
}

/** One text for several parts, different for different parts. */
export const keyOf = (...parts: string[]): string => parts.join("\u0000");
