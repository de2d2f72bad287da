import "server-only";
import { findLink, findLinkedPlan, listParticipants } from "@/lib/db/participants";
import { getTaskProject } from "@/lib/db/tasks";
import { outcomeOf, type Participation } from "@/lib/domain/participation";
import { type Actor, demand } from "@/lib/domain/policy";
import { env } from "@/lib/env";

/** The participation link of a task's running plan, else of its draft, and who came through it. */
export async function readParticipation(actor: Actor, input: { taskId: string }): Promise<Participation> {
  demand(actor, "plan.read", await getTaskProject(input.taskId), "task");
  const planId = await findLinkedPlan(input.taskId);
  if (planId === null) return { link: null, participants: [] };
  const [link, participants] = await Promise.all([findLink(planId), listParticipants(planId)]);
  return {
    link: link && toLink(link),
    participants: participants.map(({ joinedAt, declinedAt, leftAt, failedExam, skipped: _, ...one }) => ({
      ...one,
      joinedAt: joinedAt.toISOString(),
      outcome: outcomeOf({ ...one, declinedAt, leftAt, failedExam }),
    })),
  };
}

const toLink = ({ token, ...link }: NonNullable<Awaited<ReturnType<typeof findLink>>>) => ({
  ...link,
  url: `${new URL(env().REDLINE_URL).origin}/take-part/${token}`,
});
