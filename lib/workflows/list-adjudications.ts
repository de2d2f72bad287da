import "server-only";
import { listDisputedUnits } from "@/lib/db/disputed-units";
import { getTaskProject } from "@/lib/db/tasks";
import type { AdjudicationQueue, AdjudicationState } from "@/lib/domain/adjudication";
import { type Actor, demand } from "@/lib/domain/policy";

interface Input {
  taskId: string;
  state?: AdjudicationState | undefined;
  criterion?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A task's units on which people disagree, the most disputed first. Nobody's label is part of it. */
export async function listAdjudications(actor: Actor, { criterion, ...input }: Input): Promise<AdjudicationQueue> {
  demand(actor, "review.do", await getTaskProject(input.taskId), "task");
  return listDisputedUnits({ ...input, criterionId: criterion, userId: actor.userId });
}
