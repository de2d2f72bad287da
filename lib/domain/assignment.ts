import { z } from "zod";
import { action, newAction } from "./action";
import { calibrationPlace } from "./calibration";
import { criterion } from "./criterion";
import { item } from "./draft";
import { examPlace } from "./exam";
import { codebookEntry } from "./reason-codes";
import { textFormat } from "./text-format";
import { workGate } from "./work-gate";

/** `unstated`: imported ratings whose file does not say whether a draft was shown. */
export const arm = z.enum(["drafted", "blind", "blind-then-drafted", "unstated"]);
export type Arm = z.infer<typeof arm>;

export const assignmentStatus = z.enum(["open", "submitted", "skipped", "released"]);
export type AssignmentStatus = z.infer<typeof assignmentStatus>;

/** Also `prepared`: claimed ahead for an annotator who is still working on another sample. No list shows it before they begin it. */
const heldStatus = z.enum(["prepared", ...assignmentStatus.options]);
export type HeldStatus = z.infer<typeof heldStatus>;

/**
 * Why a sample was given out. `planted`: with a draft that is wrong on purpose; `gold`: one with a known answer; both unannounced among the work.
 * Figures and exports rest on work alone.
 */
export const assignmentPurpose = z.enum(["work", "exam", "calibration", "gold", "planted"]);
export type AssignmentPurpose = z.infer<typeof assignmentPurpose>;

/** The purposes between which an annotator cannot tell: work and what is hidden among it. */
export const amongWork: AssignmentPurpose[] = ["work", "gold", "planted"];

/** The draft of one unit as the annotator sees it; absent in the blind arm. */
const shownDraft = z.object({
  id: z.uuid(),
  score: z.number().nullable(),
  items: z.array(item),
  /** How many of the unit's actions were made before it was shown. */
  madeBlind: z.int().nonnegative(),
});
export type ShownDraft = z.infer<typeof shownDraft>;

/** One unit of an assignment: its draft, and the annotator's actions and active time. */
const unitWork = z.object({
  criterionId: z.uuid(),
  draft: shownDraft.nullable(),
  actions: z.array(action),
  activeMs: z.int().nonnegative(),
});

/**
 * Everything the workspace needs, in one reply, without the systems that wrote the outputs, the subset and the gold label. For a pair,
 * outputs, texts and scores are in the order its annotator sees; for everybody else, in stored order.
 */
export const openedAssignment = z.object({
  id: z.uuid(),
  status: heldStatus,
  arm,
  /** Whether a blind pass is over and the drafts are shown since. */
  revealed: z.boolean(),
  /** Whose work it is. */
  annotator: z.string(),
  /** Whether the requesting person may work on it: it is their own and not imported. */
  editable: z.boolean(),
  /** Whether its annotator sees the pair's outputs in the opposite order to this reply. */
  seenSwapped: z.boolean(),
  flag: z.string().nullable(),
  leasedUntil: z.iso.datetime().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** When a reviewer returned it; null: not returned, or submitted since. */
  returnedAt: z.iso.datetime().nullable(),
  /** How many comments there are on it. */
  comments: z.int(),
  project: z.object({ id: z.uuid(), name: z.string() }),
  task: z.object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    inputName: z.string(),
    outputName: z.string(),
    guidelines: z.string(),
    reasonRequired: z.boolean(),
    mayAcceptRest: z.boolean(),
    /** The project's reasons for departing from a draft. */
    reasons: z.array(codebookEntry),
    textFormat,
  }),
  sample: z.object({
    id: z.uuid(),
    /** For its annotator, the sample's number in their own work: the id of the import may name a system. */
    externalId: z.string(),
    input: z.string(),
    output: z.string(),
    /** The second output of a pair; null where one output is judged. */
    outputB: z.string().nullable(),
    reference: z.string().nullable(),
    /** Where a browser gets the image: a path on this server, or a data URL. */
    imageUrl: z.string().nullable(),
  }),
  criteria: z.array(criterion),
  units: z.array(unitWork),
  /** This annotator's progress in the task: how many they have submitted, of how many available to them; null: more than a thousand are left. */
  progress: z.object({ submitted: z.int(), skipped: z.int(), total: z.int().nullable() }),
  previousId: z.uuid().nullable(),
  nextId: z.uuid().nullable(),
  /** Null outside exams. */
  exam: examPlace.nullable(),
  /** Which threads the reader may read now, besides the comments on this work: those on the sample, and those on its criteria. */
  discussion: z.object({ sample: z.boolean(), criteria: z.boolean() }),
  /** Null outside calibration rounds. */
  calibration: calibrationPlace.nullable(),
});
export type OpenedAssignment = z.infer<typeof openedAssignment>;

/** What a submission or its reopening made of an assignment. */
export const submittedAssignment = openedAssignment.pick({ id: true, status: true, submittedAt: true });

export const saveActionsBody = z.object({
  criterionId: z.uuid(),
  /** In the order made; the whole list is sent again if the reply is lost. */
  actions: z.array(newAction).max(500),
  /** Active time on this unit so far, in milliseconds: a running total, so that a repeat adds nothing. */
  activeMs: z.int().nonnegative().max(2_147_483_647).optional(),
  /** After this long without input, the client stopped counting active time; stored beside it. */
  idleAfterMs: z.int().positive().max(86_400_000).optional(),
});
export type SaveActionsBody = z.infer<typeof saveActionsBody>;

export const savedActions = z.object({
  /** Ids now stored, the ones already there included. */
  saved: z.array(z.uuid()),
  lastActionId: z.uuid().nullable(),
  evaluation: z.object({ score: z.number().nullable(), complete: z.boolean() }),
  leasedUntil: z.iso.datetime().nullable(),
});
export type SavedActions = z.infer<typeof savedActions>;

/** Where an annotator continues. */
export const nextAssignmentReply = z.object({
  assignmentId: z.uuid().nullable(),
  /** Why there is none although samples are left, in words. */
  why: z.string().nullable(),
  /** What comes before the next sample; null: nothing. */
  gate: workGate.nullable(),
});
export type NextAssignment = z.infer<typeof nextAssignmentReply>;

export const prepareAssignmentBody = z.object({
  /** Your open assignment, after whose submission the prepared one comes. */
  after: z.uuid(),
});

export const assignmentSummary = z.object({
  id: z.uuid(),
  status: assignmentStatus,
  arm,
  annotator: z.string(),
  sample: z.object({ id: z.uuid(), externalId: z.string(), inputStart: z.string() }),
  complete: z.int(),
  criteria: z.int(),
  flag: z.string().nullable(),
  skipReason: z.string().nullable(),
  /** Whether a reviewer returned it and it is not submitted yet. */
  returned: z.boolean(),
  leasedUntil: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
});
export type AssignmentSummary = z.infer<typeof assignmentSummary>;
