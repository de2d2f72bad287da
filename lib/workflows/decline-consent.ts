import "server-only";
import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { markDeclined } from "@/lib/db/participants";
import { findRunningPlan } from "@/lib/db/plan-queue";
import { freeSeat } from "@/lib/db/plan-seats";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Declines the consent text of the study that runs: the person's place is free for somebody else. For people who came through a participation link
 * their part ends with that; others may still change their minds while there are places. Throws conflict once they have agreed.
 */
export async function declineConsent(actor: Actor, input: { taskId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "work.do", projectId, "task");
  const plan = await findRunningPlan(input.taskId);
  if (plan === null) throw new AppError("conflict", "No study is running in this task.");
  const annotatorId = await getOrCreateAnnotator(projectId, { id: actor.userId, name: actor.name, email: actor.email });
  await inTransaction(async (tx) => {
    await freeSeat(tx, plan.id, annotatorId);
    await markDeclined(tx, actor.userId);
  });
  return { ok: true };
}
