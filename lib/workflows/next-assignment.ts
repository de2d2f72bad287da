import "server-only";
import { findOpenAssignment, freeSlot, getOrCreateAnnotator, lockAssignment } from "@/lib/db/assignments";
import { inTransaction } from "@/lib/db/client";
import { isScreenedOut } from "@/lib/db/exams";
import { demandIncluded } from "@/lib/db/exclusions";
import { claimPlanned, countPlanned, findRunningPlan, findSeat, hasClosedPlan, type RunningPlan, takeSeat } from "@/lib/db/plan-queue";
import { dropPrepared, renewPrepared } from "@/lib/db/prepared-work";
import { claimAssignment, countWithoutDraft } from "@/lib/db/queue";
import { findStepBefore } from "@/lib/db/step-before-work";
import { getTaskForWork } from "@/lib/db/task-for-work";
import type { NextAssignment } from "@/lib/domain/assignment";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, roleIn, seesTask } from "@/lib/domain/policy";

type Task = Awaited<ReturnType<typeof getTaskForWork>>;

/** How long a sample is held for an annotator who is still working on the one before. */
const preparedMinutes = 5;

/**
 * The annotator's open assignment if they have one, else a newly claimed sample, else null (nothing left for them, or something to do first: the
 * gate). While a study runs, its plan decides which; once it is closed nothing is; otherwise samples are handed out in import order. If drafts are shown, a sample is handed out only once each of its
 * criteria has one. Throws conflict, worded for the annotator, while the task has no published criteria, no drafts to show, or no place in the
 * study for them. With `after`, their open assignment, it prepares what comes after that: the same claim, held for a few minutes and begun by the call
 * without `after`. Null then: it is known only once that is submitted.
 */
export async function nextAssignment(actor: Actor, input: { taskId: string; after?: string }): Promise<NextAssignment> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, "work.do", task.projectId);
  if (task.archived) throw new AppError("conflict", "This task is archived; nothing more is collected.");
  const annotatorId = await getOrCreateAnnotator(task.projectId, { id: actor.userId, name: actor.name, email: actor.email });
  const part = { taskId: task.id, annotatorId };
  await demandIncluded(part);
  const open = await findOpenAssignment(task.id, annotatorId, input.after ?? null);
  if (open !== null) return { assignmentId: open, why: null, gate: null };
  const plan = await findRunningPlan(task.id);
  if (actor.onlyTask !== undefined && (plan === null || !seesTask(actor, task.id)))
    throw new AppError("conflict", "The study that you took part in is over.");
  const person = { task, annotatorId, ahead: input.after !== undefined };
  const next = plan === null ? await nextInQueue(person) : await nextPlanned(actor, { ...person, plan });
  if (next.assignmentId !== null) await keepIncluded(part, next.assignmentId, person.ahead);
  return next;
}

/** An exclusion written while the work was given out did not see it: the work goes back. */
async function keepIncluded(part: { taskId: string; annotatorId: string }, assignmentId: string, isPrepared: boolean): Promise<void> {
  try {
    await demandIncluded(part);
  } catch (error) {
    await inTransaction(async (tx) => {
      await dropPrepared(tx, part);
      if (isPrepared) return;
      const assignment = await lockAssignment(tx, assignmentId);
      if (assignment.status === "open") await freeSlot(tx, assignment, "released", null);
    });
    throw error;
  }
}

interface Person {
  task: Task;
  annotatorId: string;
  /** Prepares instead of giving out. */
  ahead: boolean;
}

const nothing = (why: string | null): NextAssignment => ({ assignmentId: null, why, gate: null });

async function nextPlanned(actor: Actor, { task, plan, annotatorId, ahead }: Person & { plan: RunningPlan }): Promise<NextAssignment> {
  const { washOutHours, maxPerDay, lastDay, consent } = plan.content;
  if (lastDay !== null && new Date().toISOString().slice(0, 10) > lastDay) return nothing(`Collecting ended on ${lastDay}.`);
  const own = await findSeat(plan.id, annotatorId);
  const person = { taskId: task.id, annotatorId, leaseMinutes: task.leaseMinutes };
  // Their place went to somebody else.
  if (own === null && !ahead && (await isScreenedOut(person))) return { ...nothing(null), ...(await findStepBefore(person)) };
  // Researchers and admins look around: they take part only if the plan names them. Participants took their seat when they came.
  const mayTake = roleIn(actor, task.projectId) === "annotator" && actor.onlyTask === undefined && !ahead;
  const seat = own ?? (mayTake ? await takeSeat(plan.id, annotatorId) : null);
  if (seat === null) throw new AppError("conflict", "All places in this study are taken.");
  if (seat.leftAt !== null) throw new AppError("conflict", "Your part in this study has ended.");
  if (consent !== "" && seat.consentedAt === null) return { ...nothing(null), gate: { kind: "consent", text: consent } };
  const before = ahead ? null : await findStepBefore(person);
  if (before !== null) return { ...before, why: null };
  const { criteriaSetId } = plan;
  const held = await renewPrepared({ ...person, ...holding(task, ahead), planId: plan.id, criteriaSetId, runId: null, arm: null });
  if (held !== null) return given(held);
  const claim = { taskId: task.id, planId: plan.id, seatId: seat.id, annotatorId, criteriaSetId };
  // What is prepared comes from their own seat, where nobody waits for it.
  const limits = { ...holding(task, ahead), washOutHours, maxPerDay, ownOnly: ahead || actor.onlyTask !== undefined };
  const assignmentId = await claimPlanned({ ...claim, ...limits });
  if (assignmentId !== null || ahead) return given(assignmentId);
  if (maxPerDay !== null && (await countPlanned({ ...claim, ...limits, maxPerDay: null })) > 0)
    return nothing(`You have reached today's limit of ${maxPerDay}. The next sample is there tomorrow (UTC).`);
  if ((await countPlanned({ ...claim, ...limits, washOutHours: 0 })) > 0)
    return nothing(`You have finished the first round. Each sample comes back ${washOutHours} hours after you submitted it.`);
  return nothing(null);
}

async function nextInQueue({ task, annotatorId, ahead }: Person): Promise<NextAssignment> {
  if (await hasClosedPlan(task.id))
    return { assignmentId: null, why: "The study is closed, so nothing more is collected in this task.", gate: null };
  const person = { taskId: task.id, annotatorId, leaseMinutes: task.leaseMinutes };
  const before = ahead ? null : await findStepBefore(person);
  if (before !== null) return { ...before, why: null };
  if (task.criteriaSetId === null) throw new AppError("conflict", "This task has no published criteria yet.");
  const runId = task.arm === "drafted" ? task.runId : null;
  if (task.arm === "drafted" && runId === null)
    throw new AppError(
      "conflict",
      "This task shows annotators a judge's drafts, and there are none yet: no run that gives reasons has finished, and no other run was chosen. Without a model, a researcher can let people score without drafts (Settings, this task, Annotators score).",
    );
  const queue = { taskId: task.id, criteriaSetId: task.criteriaSetId, runId, arm: task.arm, annotatorId, ...holding(task, ahead) };
  const held = await renewPrepared({ ...queue, planId: null });
  if (held !== null) return given(held);
  const assignmentId = await claimAssignment({ ...queue, annotatorsPerSample: task.annotatorsPerSample });
  if (assignmentId !== null || runId === null || ahead) return given(assignmentId);
  return nothing(whyNone(await countWithoutDraft({ ...queue, runId })));
}

const given = (assignmentId: string | null): NextAssignment => ({ assignmentId, why: null, gate: null });

const holding = ({ leaseMinutes }: Task, ahead: boolean) =>
  ahead
    ? { status: "prepared" as const, leaseMinutes: Math.min(preparedMinutes, leaseMinutes) }
    : { status: "open" as const, leaseMinutes };

function whyNone(withoutDraft: number): string | null {
  if (withoutDraft === 0) return null;
  const samples = withoutDraft === 1 ? "1 sample lacks" : `${withoutDraft} samples lack`;
  return `${samples} a draft of some criterion and cannot be handed out yet. A researcher can finish the run that drafts them, or choose another run for the task.`;
}
