import "server-only";
import { listExaminees } from "@/lib/db/exam-results";
import { findExam } from "@/lib/db/exams";
import { listGoldRows } from "@/lib/db/gold-samples";
import { getTaskProject } from "@/lib/db/tasks";
import type { Exam, Examinee } from "@/lib/domain/exam";
import type { GoldSample } from "@/lib/domain/gold";
import { type Actor, demand } from "@/lib/domain/policy";

/** The exam in force in a task, if there is one, and everybody's tries with their answers. */
export async function getExam(actor: Actor, input: { taskId: string }): Promise<{ exam: Exam | null; people: Examinee[] }> {
  demand(actor, "task.edit", await getTaskProject(input.taskId), "task");
  const [inForce, people, gold] = await Promise.all([findExam(input.taskId), listExaminees(input.taskId), listGoldRows(input.taskId)]);
  if (inForce === null) return { exam: null, people };
  const { version, openedAt, criteriaVersion, content } = inForce;
  const { samples, ...rules } = content;
  const exam = {
    ...{ version, criteriaVersion, ...rules },
    openedAt: openedAt.toISOString(),
    outdated: samples.some((sample) => !hasSameAnswers(sample, gold)),
    sampleIds: samples.map(({ sampleId }) => sampleId),
  };
  return { exam, people };
}

/** Whether a sample's answers are still those that the exam has: they change when they are edited and when other criteria are published. */
function hasSameAnswers({ sampleId, answers }: { sampleId: string; answers: GoldSample["answers"] }, gold: readonly GoldSample[]): boolean {
  const now = gold.find((one) => one.sampleId === sampleId);
  if (now === undefined || now.missing.length > 0 || now.answers.length !== answers.length) return false;
  return answers.every((answer) => {
    const same = now.answers.find(({ criterionId }) => criterionId === answer.criterionId);
    return same?.score === answer.score && same.tolerance === answer.tolerance && same.why === answer.why;
  });
}
