import "server-only";
import { lockAssignment } from "@/lib/db/assignments";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { appendComment } from "@/lib/db/comments";
import { appendReview, hasCommentsSince, isAnnotating, markReturned } from "@/lib/db/reviews";
import { getTaskForWork } from "@/lib/db/task-for-work";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { demandReviewable } from "@/lib/domain/reviewable";

/**
 * Gives submitted work back to its annotator, with comments: it is open again, comes first in their work, and does not count until they submit it
 * again. Throws conflict when nothing says what to change, or when its annotator can no longer work on it.
 */
export async function returnAssignment(actor: Actor, input: { assignmentId: string; comment: string }): Promise<{ returned: number }> {
  return inTransaction(async (tx) => {
    const assignment = await lockAssignment(tx, input.assignmentId);
    demandReviewable(actor, assignment);
    const { id, taskId, projectId, userId, submittedAt } = assignment;
    if ((await getTaskForWork(taskId)).archived) throw new AppError("conflict", "This task is archived; nothing more is collected.");
    if (userId === null || !(await isAnnotating(tx, projectId, userId)))
      throw new AppError("conflict", "Its annotator no longer annotates in this project, so this work cannot be returned.");
    if (input.comment !== "")
      await appendComment(tx, { taskId, targetKind: "assignment", targetId: id, place: null, userId: actor.userId, text: input.comment });
    else if (!(await hasCommentsSince(tx, assignment)))
      throw new AppError("conflict", "Say in a comment what should change before you return this.");
    const returned = await appendReview(tx, { assignmentId: id, verdict: "returned", userId: actor.userId });
    await markReturned(tx, id);
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "assignment.return", targetKind: "assignment", targetId: id },
      details: { annotatorId: assignment.annotatorId, submittedAt: submittedAt?.toISOString() ?? null, returned },
    });
    return { returned };
  });
}
