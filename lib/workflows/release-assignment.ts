import "server-only";
import { freeSlot, lockAssignment } from "@/lib/db/assignments";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { demandWork } from "@/lib/domain/own-assignment";
import { type Actor, demand } from "@/lib/domain/policy";

/** Returns a stuck assignment to the queue; for researchers. The work is kept, and its annotator can ask for the sample again while it is free. */
export async function releaseAssignment(actor: Actor, input: { assignmentId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demand(actor, "assignment.release", assignment.projectId);
    demandWork(assignment);
    if (assignment.status !== "open") throw new AppError("conflict", "Only an open assignment can be released.");
    await freeSlot(tx, assignment, "released", null);
    await appendAudit(tx, {
      projectId: assignment.projectId,
      userId: actor.userId,
      verb: "assignment.release",
      targetKind: "assignment",
      targetId: assignment.id,
    });
  });
  return { ok: true };
}
