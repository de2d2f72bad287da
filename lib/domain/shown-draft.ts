import type { Arm } from "./assignment";

/** Whether an assignment shows drafts: in the arm `blind-then-drafted` only once its blind pass is over and they were revealed. */
export const showsDrafts = ({ arm, revealed }: { arm: Arm; revealed: boolean }): boolean =>
  arm === "drafted" || (arm === "blind-then-drafted" && revealed);

/** The parts of a unit that decide which draft is shown. */
export interface UnitToShow<Draft> {
  /** The draft of the assignment's run. */
  draft: Draft | null;
  /** What was shown when the unit was first saved; null: not saved yet. */
  saved: { shownDraftId: string | null } | null;
}

/**
 * The draft of a unit that the annotator sees, in the workspace and in everything derived from it; null: none. The first save fixes it,
 * or the reveal after a blind pass, so that a later draft is never attributed to work done without one. For imported work the file decides.
 */
export function shownDraft<Draft extends { id: string }>(
  assignment: { arm: Arm; revealed: boolean; imported: boolean },
  { draft, saved }: UnitToShow<Draft>,
): Draft | null {
  if (draft === null || !showsDrafts(assignment)) return null;
  return assignment.imported || saved === null || saved.shownDraftId === draft.id ? draft : null;
}
