import "server-only";
import { lockAssignment, markReopened, retakeSlot } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { demandIncluded } from "@/lib/db/exclusions";
import { demandOpen, demandOwnAssignment, demandWork } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";

/** Reopens a submitted, skipped or released assignment. Throws lease_lost when other annotators hold all of the sample's slots, conflict for an excluded annotator. */
export async function reopenAssignment(actor: Actor, input: { assignmentId: string }) {
  return inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demandOwnAssignment(actor, assignment);
    demandWork(assignment);
    if (assignment.status === "prepared") demandOpen(assignment);
    if (assignment.status !== "open") await demandIncluded(assignment, tx);
    if (assignment.status === "submitted") await markReopened(tx, assignment);
    else if (assignment.status !== "open") await retakeSlot(tx, assignment);
    return { id: assignment.id, status: "open" as const, submittedAt: null };
  });
}
