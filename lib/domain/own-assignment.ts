import type { AssignmentPurpose, HeldStatus } from "./assignment";
import { AppError } from "./errors";
import { type Actor, demand, may } from "./policy";

interface Held {
  projectId: string;
  userId: string | null;
  imported: boolean;
}

/** Only the annotator who holds an assignment may change it, and nobody may change imported work. Other annotators get not_found. */
export function demandOwnAssignment(actor: Actor, assignment: Held): void {
  demand(actor, "work.do", assignment.projectId);
  if (assignment.userId !== actor.userId) {
    throw may(actor, "progress.read", assignment.projectId)
      ? new AppError("forbidden", "This is another annotator's work.")
      : new AppError("not_found", "There is no such assignment.");
  }
  if (assignment.imported) throw new AppError("conflict", "This work was imported and cannot be changed.");
}

/** Annotators may read only their own assignments, researchers all. */
export function demandReadableAssignment(actor: Actor, assignment: Held): void {
  demand(actor, "work.do", assignment.projectId);
  if (assignment.userId !== actor.userId && !may(actor, "progress.read", assignment.projectId)) {
    throw new AppError("not_found", "There is no such assignment.");
  }
}

/**
 * Samples of exams and calibration rounds are neither skipped nor released, and stay locked once submitted: their annotator may have seen the answers,
 * or what others gave. Throws conflict.
 */
export function demandWork({ purpose }: { purpose: AssignmentPurpose }): void {
  if (purpose !== "exam" && purpose !== "calibration") return;
  const part = purpose === "exam" ? "the exam" : "a calibration round";
  throw new AppError("conflict", `This sample is part of ${part}: it is answered once, and can be neither skipped nor reopened.`);
}

/**
 * Work is saved and submitted only while the assignment is open. One that went back to the queue returns to its annotator only at their
 * explicit request, never as a side effect.
 */
export function demandOpen({ status }: { status: HeldStatus }): void {
  if (status === "submitted") throw new AppError("conflict", "This is submitted. Reopen it to change it.");
  if (status === "prepared") throw new AppError("conflict", "Submit the sample before this one first.");
  if (status === "skipped") throw new AppError("conflict", "You skipped this sample. Reopen it to work on it.");
  if (status === "released") {
    throw new AppError(
      "lease_lost",
      "This sample went back to the queue and is no longer yours. Your saved work is kept. Reopen it, or continue with the next sample.",
    );
  }
}
