import "server-only";
import { getAssignment } from "@/lib/db/assignments";
import { countActionsUntil, findNextForReview, findReviewState, listReviews } from "@/lib/db/reviews";
import { type Actor, demand } from "@/lib/domain/policy";
import type { ReviewOfWork } from "@/lib/domain/review";

/** What reviewers decided about an assignment, and how far its actions went when it was last returned. */
export async function getReview(actor: Actor, input: { assignmentId: string }): Promise<ReviewOfWork> {
  const assignment = await getAssignment(input.assignmentId);
  demand(actor, "review.do", assignment.projectId, "assignment");
  const [state, history, nextId] = await Promise.all([
    findReviewState(assignment),
    listReviews(assignment.id),
    findNextForReview(assignment, actor.userId),
  ]);
  const returned = history.findLast(({ verdict }) => verdict === "returned");
  return {
    state,
    history: history.map(({ verdict, by, at }) => ({ verdict, by: by ?? "A former member", at: at.toISOString() })),
    before: returned === undefined ? null : await countActionsUntil(assignment.id, returned.at),
    nextId,
  };
}
