import "server-only";
import { claimAssignment, findOpenAssignment, getOrCreateAnnotator, getTaskForWork, releaseExpiredLeases } from "@/lib/db/assignments";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Where the annotator goes on: their open assignment if they have one, else a newly claimed sample, else null (nothing left for them).
 * Throws conflict, worded for the annotator, while the task has no published criteria or, in the drafted arm, no drafts.
 */
export async function nextAssignment(actor: Actor, input: { taskId: string }): Promise<{ assignmentId: string | null }> {
  const task = await getTaskForWork(input.taskId);
  demand(actor, "work.do", task.projectId);
  if (task.archived) throw new AppError("conflict", "This task is archived; nothing more is collected.");
  const annotatorId = await getOrCreateAnnotator(task.projectId, { id: actor.userId, name: actor.name, email: actor.email });
  const open = await findOpenAssignment(task.id, annotatorId);
  if (open !== null) return { assignmentId: open };
  if (task.criteriaSetId === null) throw new AppError("conflict", "This task has no published criteria yet.");
  const drafted = task.arm !== "blind";
  if (drafted && task.runId === null)
    throw new AppError(
      "conflict",
      "The drafts of this task are not there yet: no run that gives reasons has finished, and no other was chosen for the task.",
    );
  const claim = { ...task, taskId: task.id, annotatorId, criteriaSetId: task.criteriaSetId, runId: drafted ? task.runId : null };
  const claimed = await claimAssignment(claim);
  if (claimed !== null) return { assignmentId: claimed };
  if ((await releaseExpiredLeases(task.id)) === 0) return { assignmentId: null };
  return { assignmentId: await claimAssignment(claim) };
}
