import type { Arm } from "./assignment";

/**
 * Whether annotators in this arm see drafts; if so, a sample is only handed out with a draft for each criterion. The workspace has no
 * second pass, so `blind-then-drafted` shows none either.
 */
export const showsDrafts = (arm: Arm): boolean => arm === "drafted";

/** The parts of a unit that decide which draft is shown. */
export interface UnitToShow<Draft> {
  /** The draft of the assignment's run. */
  draft: Draft | null;
  /** What was shown when the unit was first saved; null: not saved yet. */
  saved: { shownDraftId: string | null } | null;
}

/**
 * The draft of a unit that the annotator sees, in the workspace and in everything derived from it; null: none. The first save fixes it,
 * so that a later draft is never attributed to work done without one. For imported work the file decides.
 */
export function shownDraft<Draft extends { id: string }>(
  assignment: { arm: Arm; imported: boolean },
  { draft, saved }: UnitToShow<Draft>,
): Draft | null {
  if (draft === null || !showsDrafts(assignment.arm)) return null;
  return assignment.imported || saved === null || saved.shownDraftId === draft.id ? draft : null;
}
