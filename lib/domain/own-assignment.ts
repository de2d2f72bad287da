import { AppError } from "./errors";
import { type Actor, demand, may } from "./policy";

interface Held {
  projectId: string;
  userId: string | null;
  imported: boolean;
}

/** Only the annotator who holds an assignment changes it; for everybody else it does not exist. Imported work is never changed here. */
export function demandOwnAssignment(actor: Actor, assignment: Held): void {
  demand(actor, "work.do", assignment.projectId);
  if (assignment.userId !== actor.userId) {
    throw may(actor, "progress.read", assignment.projectId)
      ? new AppError("forbidden", "This is another annotator's work.")
      : new AppError("not_found", "There is no such assignment.");
  }
  if (assignment.imported) throw new AppError("conflict", "This work was imported and stays as it came.");
}

/** The annotator sees their own; researchers see everybody's; no annotator sees another's. */
export function demandReadableAssignment(actor: Actor, assignment: Held): void {
  demand(actor, "work.do", assignment.projectId);
  if (assignment.userId !== actor.userId && !may(actor, "progress.read", assignment.projectId)) {
    throw new AppError("not_found", "There is no such assignment.");
  }
}
