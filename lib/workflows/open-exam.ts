import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { closeExamRow, openExamRow } from "@/lib/db/exams";
import { listGoldRows } from "@/lib/db/gold-samples";
import { findPublishedSetId } from "@/lib/db/published-set";
import { getTaskProject, lockTask } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import type { ExamContent, OpenExamBody } from "@/lib/domain/exam";
import type { GoldSample } from "@/lib/domain/gold";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Puts an exam in force: from then on nobody who has not passed is given work in the task. It keeps the answers its samples have now; a try that has
 * begun stays under the exam it began with, and who has passed an earlier version has passed unless they are asked again. Throws conflict if an answer is missing.
 */
export async function openExam(actor: Actor, input: OpenExamBody & { taskId: string }): Promise<{ version: number }> {
  const { taskId, sampleIds, passAgain, ...rules } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "task.edit", projectId, "task");
  const version = await inTransaction(async (tx) => {
    await lockTask(tx, taskId);
    const criteriaSetId = await findPublishedSetId(tx, taskId);
    if (criteriaSetId === null) throw new AppError("conflict", "This task has no published criteria yet, so there is nothing to ask for.");
    const gold = await listGoldRows(taskId, tx);
    const content: ExamContent = { ...rules, samples: sampleIds.map((id) => answersOf(gold, id)) };
    const closed = await closeExamRow(tx, taskId);
    const opened = await openExamRow(tx, { taskId, criteriaSetId, content, openedById: actor.userId, passAgain });
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "exam.open",
      targetKind: "task",
      targetId: taskId,
      details: { version: { from: closed, to: opened }, samples: sampleIds.length, ...rules, passAgain },
    });
    return opened;
  });
  return { version };
}

function answersOf(gold: readonly GoldSample[], sampleId: string): ExamContent["samples"][number] {
  const sample = gold.find((one) => one.sampleId === sampleId && one.use === "exam");
  if (sample === undefined) throw new AppError("conflict", "A sample of this exam has no known answers for use in exams.");
  if (sample.missing.length > 0)
    throw new AppError("conflict", `Sample ${sample.externalId} lacks an answer: ${sample.missing.join(", ")}.`, {
      details: { sampleId, missing: sample.missing },
    });
  return { sampleId, answers: sample.answers };
}
