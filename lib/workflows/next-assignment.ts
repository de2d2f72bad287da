import "server-only";
import { findOpenAssignment, getOrCreateAnnotator } from "@/lib/db/assignments";
import { claimAssignment, countWithoutDraft, getTaskForWork } from "@/lib/db/queue";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { showsDrafts } from "@/lib/domain/shown-draft";

/** Where an annotator goes on. */
export interface NextAssignment {
  assignmentId: string | null;
  /** Why there is none although samples are left, in words. */
  why: string | null;
}

/**
 * The annotator's open assignment if they have one, else a newly claimed sample, else null (nothing left for them). Where the task shows drafts, a
 * sample is only given out once each of its criteria has one.
 * Throws conflict, worded for the annotator, while the task has no published criteria or, in the drafted arm, no drafts.
 */
export async function nextAssignment(actor: Actor, input: { taskId: string }): Promise<NextAssignment> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, "work.do", task.projectId);
  if (task.archived) throw new AppError("conflict", "This task is archived; nothing more is collected.");
  const annotatorId = await getOrCreateAnnotator(task.projectId, { id: actor.userId, name: actor.name, email: actor.email });
  const open = await findOpenAssignment(task.id, annotatorId);
  if (open !== null) return { assignmentId: open, why: null };
  if (task.criteriaSetId === null) throw new AppError("conflict", "This task has no published criteria yet.");
  const runId = showsDrafts(task.arm) ? task.runId : null;
  if (showsDrafts(task.arm) && runId === null)
    throw new AppError(
      "conflict",
      "The drafts of this task are not there yet: no run that gives reasons has finished, and no other was chosen for the task.",
    );
  const queue = { taskId: task.id, criteriaSetId: task.criteriaSetId, runId };
  const { arm, annotatorsPerSample, leaseMinutes } = task;
  const assignmentId = await claimAssignment({ ...queue, annotatorId, arm, annotatorsPerSample, leaseMinutes });
  if (assignmentId !== null || runId === null) return { assignmentId, why: null };
  return { assignmentId, why: whyNone(await countWithoutDraft({ ...queue, runId })) };
}

function whyNone(withoutDraft: number): string | null {
  if (withoutDraft === 0) return null;
  const samples = withoutDraft === 1 ? "1 sample lacks" : `${withoutDraft} samples lack`;
  return `${samples} a draft of some criterion and cannot be given out yet. A researcher can finish the run that drafts them, or choose another run for the task.`;
}
