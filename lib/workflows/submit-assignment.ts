import "server-only";
import { lockAssignment, markSubmitted } from "@/lib/db/assignments";
import { closeWhenAllRated } from "@/lib/db/calibration";
import { inTransaction, type Tx } from "@/lib/db/client";
import { listIncompleteCriteria } from "@/lib/db/criteria";
import { isScreenedOut, settleTry } from "@/lib/db/exams";
import { keptUnits } from "@/lib/db/kept-units";
import { freeUnbegunSeat } from "@/lib/db/plan-seats";
import { AppError } from "@/lib/domain/errors";
import { demandOpen, demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { noteSave } from "@/lib/telemetry/metrics";

/** Submits an assignment whose every criterion is complete; repeating it changes nothing. Throws conflict naming the criteria that are not. */
export async function submitAssignment(actor: Actor, input: { assignmentId: string }) {
  const { counted, ...result } = await inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demandOwnAssignment(actor, assignment);
    const submitted = { id: assignment.id, taskId: assignment.taskId, status: "submitted" as const };
    if (assignment.status === "submitted") {
      return { ...submitted, submittedAt: assignment.submittedAt?.toISOString() ?? null, counted: false };
    }
    demandOpen(assignment);
    if (assignment.arm === "blind-then-drafted" && !assignment.revealed && !assignment.imported)
      throw new AppError("conflict", "Look at the draft first: your own rating is kept, and you decide about the draft's lines.");
    const submittedAt = await markSubmitted(tx, assignment.id);
    if (submittedAt === null) {
      const missing = await listIncompleteCriteria(tx, assignment.id);
      throw new AppError("conflict", `Not finished yet: ${missing.map((criterion) => criterion.name).join(", ")}.`, {
        details: { criteria: missing },
      });
    }
    if (assignment.purpose === "exam") await endTry(tx, assignment);
    if (assignment.purpose === "calibration") await closeWhenAllRated(tx, assignment);
    return { ...submitted, submittedAt: submittedAt.toISOString(), counted: true };
  });
  keptUnits.forgetAssignment(input.assignmentId);
  if (counted) noteSave("submit");
  return result;
}

/** With the exam's last sample its try ends. Who then has no try left gives up a place in the study in which they have begun nothing. */
async function endTry(tx: Tx, { taskId, annotatorId, round }: { taskId: string; annotatorId: string; round: number }): Promise<void> {
  const result = await settleTry(tx, { taskId, annotatorId, number: round + 1 });
  if (result?.passed === false && (await isScreenedOut({ taskId, annotatorId }, tx))) await freeUnbegunSeat(tx, { taskId, annotatorId });
}
