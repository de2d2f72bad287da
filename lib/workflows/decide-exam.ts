import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { getAnnotatorName } from "@/lib/db/exam-results";
import { saveQualification } from "@/lib/db/exams";
import { getTaskProject } from "@/lib/db/tasks";
import type { ExamDecision } from "@/lib/domain/exam";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * A researcher's decision about an annotator's exam: they have passed, they have not (whatever they passed before), or they may try once more. No
 * work is given on the strength of a pass once its revocation is answered; work given before stays. Throws not_found.
 */
export async function decideExam(
  actor: Actor,
  input: { taskId: string; annotatorId: string; decision: ExamDecision; reason: string },
): Promise<{ ok: true }> {
  const { taskId, annotatorId, decision, reason } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  await getAnnotatorName(projectId, annotatorId);
  await inTransaction(async (tx) => {
    const change = decision === "grant-try" ? { extraTry: true } : { passed: decision === "pass" };
    const { passedAt, extraTries } = await saveQualification(tx, { taskId, annotatorId, ...change });
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: `exam.${decision}`,
      targetKind: "annotator",
      targetId: annotatorId,
      details: { reason, before: { passed: passedAt !== null, extraTries } },
    });
  });
  return { ok: true };
}
