import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteUnanswered, findComment, getThread } from "@/lib/db/comments";
import { threadTarget } from "@/lib/domain/comment";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { demandReadableThread } from "@/lib/domain/thread";

/** Deletes the actor's own comment. Throws conflict once somebody has answered it, since the answer would lose its meaning. */
export async function deleteComment(actor: Actor, input: { commentId: string }): Promise<{ ok: true }> {
  await inTransaction(async (tx) => {
    const comment = await findComment(tx, input.commentId);
    const on = threadTarget.safeParse(comment?.targetKind);
    if (comment === null || !on.success) throw new AppError("not_found", "There is no such comment.");
    const thread = await getThread({ on: on.data, id: comment.targetId }, actor.userId);
    demandReadableThread(actor, thread);
    if (comment.userId !== actor.userId) throw new AppError("forbidden", "Only its author can delete a comment.");
    if (!(await deleteUnanswered(tx, comment.id))) throw new AppError("conflict", "Somebody has answered this comment, so it stays.");
    await appendAudit(tx, {
      projectId: thread.projectId,
      userId: actor.userId,
      verb: "comment.delete",
      targetKind: on.data,
      targetId: comment.targetId,
      details: { text: comment.text, at: comment.at.toISOString() },
    });
  });
  return { ok: true };
}
