import "server-only";
import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { findExam, getStanding, startTryRow, triesLeft } from "@/lib/db/exams";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Begins a try of the exam in force; repeating it changes nothing while the try is open. Throws conflict if none is in force, passed, or no try is left. */
export async function startExamTry(actor: Actor, input: { taskId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "work.do", projectId, "task");
  const annotatorId = await getOrCreateAnnotator(projectId, { id: actor.userId, name: actor.name, email: actor.email });
  const person = { taskId: input.taskId, annotatorId };
  const [exam, standing] = await Promise.all([findExam(input.taskId), getStanding(person)]);
  if (exam === null) throw new AppError("conflict", "This task has no exam.");
  if (standing.passed) throw new AppError("conflict", "You have passed this exam already.");
  if (standing.tries.some(({ endedAt }) => endedAt === null)) return { ok: true };
  if (triesLeft(exam, standing) === 0) throw new AppError("conflict", "You have no try left. A researcher will look at your answers.");
  await startTryRow({ ...person, examId: exam.id, number: (standing.tries.at(-1)?.number ?? 0) + 1 });
  return { ok: true };
}
