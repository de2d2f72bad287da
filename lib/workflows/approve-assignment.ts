import "server-only";
import { lockAssignment } from "@/lib/db/assignments";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { appendReview, findReviewState } from "@/lib/db/reviews";
import type { Actor } from "@/lib/domain/policy";
import { demandReviewable } from "@/lib/domain/reviewable";

/** Marks submitted work as reviewed and good; repeating it changes nothing. Work that its annotator changes afterwards waits for review again. */
export async function approveAssignment(actor: Actor, input: { assignmentId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demandReviewable(actor, assignment);
    if ((await findReviewState(assignment)) === "approved") return;
    const { id, projectId, annotatorId } = assignment;
    await appendReview(tx, { assignmentId: id, verdict: "approved", userId: actor.userId });
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "assignment.approve", targetKind: "assignment", targetId: id },
      details: { annotatorId },
    });
  });
  return { ok: true };
}
