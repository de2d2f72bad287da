import "server-only";
import { freeSlot, getAssignment } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { demandOwnAssignment } from "@/lib/domain/own-assignment";
import type { Actor } from "@/lib/domain/policy";
import { swapText } from "@/lib/review/swap-pair";

/** Gives a sample back with a reason; the work on it is kept, and its annotator is not offered it again. */
export async function skipAssignment(actor: Actor, input: { assignmentId: string; reason: string }): Promise<{ ok: true }> {
  await inTransaction(async (client) => {
    const assignment = await getAssignment(input.assignmentId, { client, lock: true });
    demandOwnAssignment(actor, assignment);
    if (assignment.status === "submitted") throw new AppError("conflict", "This is submitted. Reopen it to skip it.");
    await freeSlot(client, assignment, "skipped", swapText(input.reason, assignment.swapped));
  });
  return { ok: true };
}
