import "server-only";
import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { demandIncluded } from "@/lib/db/exclusions";
import { findRunningPlan, findSeat, takeSeat } from "@/lib/db/plan-queue";
import { markConsent } from "@/lib/db/plan-seats";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, roleIn } from "@/lib/domain/policy";

/** Notes that the annotator agrees to the consent text of the study that runs; repeating it changes nothing. Throws conflict without a place in it. */
export async function giveConsent(actor: Actor, input: { taskId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "work.do", projectId, "task");
  const plan = await findRunningPlan(input.taskId);
  if (plan === null) throw new AppError("conflict", "No study is running in this task.");
  const annotatorId = await getOrCreateAnnotator(projectId, { id: actor.userId, name: actor.name, email: actor.email });
  await demandIncluded({ taskId: input.taskId, annotatorId });
  const own = await findSeat(plan.id, annotatorId);
  const mayTake = roleIn(actor, projectId) === "annotator" && actor.onlyTask === undefined;
  const seat = own ?? (mayTake ? await takeSeat(plan.id, annotatorId) : null);
  if (seat === null) throw new AppError("conflict", "All places in this study are taken.");
  await markConsent(seat.id);
  return { ok: true };
}
