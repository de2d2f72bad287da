import type { Arm } from "./assignment";

/**
 * Whether annotators of this arm see drafts: then a sample is only given out with a draft for each of its criteria. The workspace has no second
 * pass, so the arm `blind-then-drafted` shows none either.
 */
export const showsDrafts = (arm: Arm): boolean => arm === "drafted";

/** A unit as far as its draft goes. */
export interface UnitToShow<Draft> {
  /** What the assignment's run drafted. */
  draft: Draft | null;
  /** What was shown when the unit was first saved; null: nothing is saved yet. */
  saved: { shownDraftId: string | null } | null;
}

/**
 * The draft that an annotator sees of a unit, in the workspace and in everything derived from it; null: none. The first save fixes it: a draft
 * that its run makes later is never put under work done without one. Imported work was done on what its file says.
 */
export function shownDraft<Draft extends { id: string }>(
  assignment: { arm: Arm; imported: boolean },
  { draft, saved }: UnitToShow<Draft>,
): Draft | null {
  if (draft === null || !showsDrafts(assignment.arm)) return null;
  return assignment.imported || saved === null || saved.shownDraftId === draft.id ? draft : null;
}
