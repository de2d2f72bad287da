import type { AssignmentPurpose, HeldStatus } from "./assignment";
import { AppError } from "./errors";
import { type Actor, demand } from "./policy";

interface Submitted {
  projectId: string;
  userId: string | null;
  purpose: AssignmentPurpose;
  status: HeldStatus;
  imported: boolean;
}

/** Throws unless the actor may decide on this work: submitted in this product, part of the work, and somebody else's. */
export function demandReviewable(actor: Actor, assignment: Submitted): void {
  demand(actor, "review.do", assignment.projectId, "assignment");
  if (assignment.userId === actor.userId) throw new AppError("forbidden", "This is your own work; somebody else must review it.");
  if (assignment.imported) throw new AppError("conflict", "Imported work cannot be reviewed, since nobody can change it.");
  if (assignment.purpose !== "work") throw new AppError("conflict", "Only work is reviewed, not exams, calibration or known answers.");
  if (assignment.status !== "submitted") throw new AppError("conflict", "Only submitted work can be reviewed.");
}
