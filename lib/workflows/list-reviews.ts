import "server-only";
import { listReviewQueue } from "@/lib/db/reviews";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";
import type { ReviewQueue, ReviewState } from "@/lib/domain/review";

interface Input {
  taskId: string;
  state?: ReviewState | undefined;
  annotator?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A task's submitted and returned work with the state of its review, longest waiting first. */
export async function listReviews(actor: Actor, { annotator, ...input }: Input): Promise<ReviewQueue> {
  demand(actor, "review.do", await getTaskProject(input.taskId), "task");
  return listReviewQueue({ ...input, annotatorId: annotator });
}
