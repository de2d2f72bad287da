import "server-only";
import { findOpenAssignment, getOrCreateAnnotator } from "@/lib/db/assignments";
import { claimPlanned, countPlanned, findRunningPlan, findSeat, type RunningPlan, takeSeat } from "@/lib/db/plan-queue";
import { claimAssignment, countWithoutDraft, getTaskForWork } from "@/lib/db/queue";
import type { NextAssignment } from "@/lib/domain/assignment";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, roleIn } from "@/lib/domain/policy";

type Task = Awaited<ReturnType<typeof getTaskForWork>>;

/**
 * The annotator's open assignment if they have one, else a newly claimed sample, else null (nothing left for them). While a study runs, its
 * plan decides which; otherwise samples are handed out in import order. If drafts are shown, a sample is handed out only once each of its
 * criteria has one. Throws conflict, worded for the annotator, while the task has no published criteria, no drafts to show, or no place in the
 * study for them.
 */
export async function nextAssignment(actor: Actor, input: { taskId: string }): Promise<NextAssignment> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, "work.do", task.projectId);
  if (task.archived) throw new AppError("conflict", "This task is archived; nothing more is collected.");
  const annotatorId = await getOrCreateAnnotator(task.projectId, { id: actor.userId, name: actor.name, email: actor.email });
  const open = await findOpenAssignment(task.id, annotatorId);
  if (open !== null) return { assignmentId: open, why: null, consent: null };
  const plan = await findRunningPlan(task.id);
  if (plan !== null) return nextPlanned(actor, { task, plan, annotatorId });
  if (task.criteriaSetId === null) throw new AppError("conflict", "This task has no published criteria yet.");
  return nextInQueue({ ...task, criteriaSetId: task.criteriaSetId }, annotatorId);
}

async function nextPlanned(
  actor: Actor,
  { task, plan, annotatorId }: { task: Task; plan: RunningPlan; annotatorId: string },
): Promise<NextAssignment> {
  const { washOutHours, maxPerDay, lastDay, consent } = plan.content;
  const nothing = (why: string | null) => ({ assignmentId: null, why, consent: null });
  if (lastDay !== null && new Date().toISOString().slice(0, 10) > lastDay) return nothing(`Collecting ended on ${lastDay}.`);
  const own = await findSeat(plan.id, annotatorId);
  // Researchers and admins look around: they take part only if the plan names them.
  const seat = own ?? (roleIn(actor, task.projectId) === "annotator" ? await takeSeat(plan.id, annotatorId) : null);
  if (seat === null) throw new AppError("conflict", "All places in this study are taken.");
  if (seat.leftAt !== null) throw new AppError("conflict", "Your part in this study has ended.");
  if (consent !== "" && seat.consentedAt === null) return { ...nothing(null), consent };
  const claim = { taskId: task.id, planId: plan.id, seatId: seat.id, annotatorId, criteriaSetId: plan.criteriaSetId };
  const limits = { leaseMinutes: task.leaseMinutes, washOutHours, maxPerDay };
  const assignmentId = await claimPlanned({ ...claim, ...limits });
  if (assignmentId !== null) return { assignmentId, why: null, consent: null };
  if (maxPerDay !== null && (await countPlanned({ ...claim, ...limits, maxPerDay: null })) > 0)
    return nothing(`You have reached today's limit of ${maxPerDay}. The next sample is there tomorrow (UTC).`);
  if ((await countPlanned({ ...claim, ...limits, washOutHours: 0 })) > 0)
    return nothing(`You have finished the first round. Each sample comes back ${washOutHours} hours after you submitted it.`);
  return nothing(null);
}

async function nextInQueue(task: Task & { criteriaSetId: string }, annotatorId: string): Promise<NextAssignment> {
  const runId = task.arm === "drafted" ? task.runId : null;
  if (task.arm === "drafted" && runId === null)
    throw new AppError(
      "conflict",
      "This task has no drafts yet: no run that gives reasons has finished, and no other run was chosen for the task.",
    );
  const queue = { taskId: task.id, criteriaSetId: task.criteriaSetId, runId };
  const { arm, annotatorsPerSample, leaseMinutes } = task;
  const assignmentId = await claimAssignment({ ...queue, annotatorId, arm, annotatorsPerSample, leaseMinutes });
  if (assignmentId !== null || runId === null) return { assignmentId, why: null, consent: null };
  return { assignmentId, why: whyNone(await countWithoutDraft({ ...queue, runId })), consent: null };
}

function whyNone(withoutDraft: number): string | null {
  if (withoutDraft === 0) return null;
  const samples = withoutDraft === 1 ? "1 sample lacks" : `${withoutDraft} samples lack`;
  return `${samples} a draft of some criterion and cannot be handed out yet. A researcher can finish the run that drafts them, or choose another run for the task.`;
}
