import "server-only";
import { freeSlot, lockAssignment } from "@/lib/db/assignments";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createExclusion, listOpenWork, lockAnnotator } from "@/lib/db/exclusions";
import { dropPrepared } from "@/lib/db/prepared-work";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

interface Input {
  projectId: string;
  annotatorId: string;
  taskId: string | null;
  reason: string;
}

/**
 * Leaves an annotator's work out of the reports of a task, or (taskId null) of the whole project. The work stays; what they have open goes back to the
 * queue, and they get no more. Throws not_found, and conflict when they are excluded already.
 */
export async function excludeAnnotator(actor: Actor, input: Input): Promise<{ id: string; released: number }> {
  const { projectId, annotatorId, taskId, reason } = input;
  demand(actor, "people.exclude", projectId);
  if (taskId !== null && (await getTaskProject(taskId)) !== projectId)
    throw new AppError("not_found", "There is no such task in this project.");
  return inTransaction(async (tx) => {
    const { code } = await lockAnnotator(tx, { projectId, annotatorId });
    const id = await createExclusion(tx, { annotatorId, taskId, reason, excludedById: actor.userId });
    if (id === null) throw new AppError("conflict", `This person is excluded from the ${taskId === null ? "project" : "task"} already.`);
    await dropPrepared(tx, { annotatorId, taskId });
    const released: string[] = [];
    for (const assignmentId of await listOpenWork(tx, annotatorId, taskId)) {
      const assignment = await lockAssignment(tx, assignmentId);
      if (assignment.status !== "open") continue;
      await freeSlot(tx, assignment, "released", null);
      released.push(assignmentId);
    }
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "annotator.exclude", targetKind: "annotator", targetId: annotatorId },
      details: { code, reason, taskId, exclusionId: id, released },
    });
    return { id, released: released.length };
  });
}
