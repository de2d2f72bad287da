import "server-only";
import { findParticipation } from "@/lib/db/participants";
import { getTaskProject } from "@/lib/db/tasks";
import { farewell, type OwnParticipation, outcomeOf } from "@/lib/domain/participation";
import { type Actor, demand } from "@/lib/domain/policy";

/** How far the actor is in the study they came to through a link, and the code to return with; null for everybody else. */
export async function readOwnParticipation(actor: Actor, input: { taskId: string }): Promise<OwnParticipation | null> {
  demand(actor, "work.do", await getTaskProject(input.taskId), "task");
  const part = await findParticipation(input.taskId, actor.userId);
  if (part === null) return null;
  const outcome = outcomeOf(part);
  const { ratings, submitted, skipped } = part;
  return { outcome, ...farewell(outcome, part), skipped, ratings, submitted };
}
