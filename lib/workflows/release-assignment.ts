import "server-only";
import { freeSlot, getAssignment } from "@/lib/db/assignments";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** A researcher gives a stuck assignment back to the queue. Its annotator keeps the work, and takes the slot again with the next save if it is still free. */
export async function releaseAssignment(actor: Actor, input: { assignmentId: string }): Promise<{ ok: true }> {
  await inTransaction(async (client) => {
    const assignment = await getAssignment(input.assignmentId, { client, lock: true });
    demand(actor, "assignment.release", assignment.projectId);
    if (assignment.status !== "open") throw new AppError("conflict", "Only an open assignment can be released.");
    await freeSlot(client, assignment, "released", null);
    await appendAudit(client, {
      projectId: assignment.projectId,
      userId: actor.userId,
      verb: "assignment.release",
      targetKind: "assignment",
      targetId: assignment.id,
    });
  });
  return { ok: true };
}
