import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { saveTryNote } from "@/lib/db/exam-results";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";

/** Writes a researcher's note on a try, which its annotator reads with the result; an empty note removes it. Throws not_found. */
export async function noteExamTry(actor: Actor, input: { taskId: string; tryId: string; note: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    const from = await saveTryNote(tx, input);
    const event = { projectId, userId: actor.userId, verb: "exam.note" as const, targetKind: "exam-try", targetId: input.tryId };
    await appendAudit(tx, { ...event, details: { before: { note: from }, after: { note: input.note } } });
  });
  return { ok: true };
}
