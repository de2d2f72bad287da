import "server-only";
import { freeSlot, lockAssignment } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { demandOpen, demandOwnAssignment, demandWork } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { swapText } from "@/lib/review/swap-pair";

/** Returns a sample to the queue with a reason; the work is kept, and its annotator is not offered the sample again. */
export async function skipAssignment(actor: Actor, input: { assignmentId: string; reason: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demandOwnAssignment(actor, assignment);
    if (assignment.status === "skipped") return;
    demandWork(assignment);
    demandOpen(assignment);
    await freeSlot(tx, assignment, "skipped", swapText(input.reason, assignment.swapped));
  });
  return { ok: true };
}
