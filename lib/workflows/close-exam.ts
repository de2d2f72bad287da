import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { closeExamRow } from "@/lib/db/exams";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Ends the exam in force: everybody is given work again. Results stay. Throws conflict if none is in force. */
export async function closeExam(actor: Actor, input: { taskId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    await lockTask(tx, input.taskId);
    const version = await closeExamRow(tx, input.taskId);
    if (version === null) throw new AppError("conflict", "No exam is in force in this task.");
    const event = { projectId, userId: actor.userId, verb: "exam.close" as const, targetKind: "task", targetId: input.taskId };
    await appendAudit(tx, { ...event, details: { version } });
  });
  return { ok: true };
}
