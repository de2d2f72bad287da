import "server-only";
import { listAssignmentSummaries } from "@/lib/db/progress";
import { getTaskForWork } from "@/lib/db/task-for-work";
import type { AssignmentStatus, AssignmentSummary } from "@/lib/domain/assignment";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";

interface Input {
  taskId: string;
  mine: boolean;
  status?: AssignmentStatus | undefined;
  annotator?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A task's assignments, most recently touched first. Annotators see only their own (`mine`); only researchers see everyone's. */
export async function listAssignments(actor: Actor, input: Input): Promise<Page<AssignmentSummary>> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, input.mine ? "work.do" : "progress.read", task.projectId);
  return listAssignmentSummaries({
    taskId: task.id,
    limit: input.limit,
    own: input.mine,
    ...(input.mine && { userId: actor.userId }),
    ...(input.annotator && { annotatorId: input.annotator }),
    ...(input.status && { status: input.status }),
    ...(input.cursor && { cursor: input.cursor }),
  });
}
