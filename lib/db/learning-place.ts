import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { SplitPart } from "@/lib/domain/judge-improvement";
import { countSplit, findSplit, listLearningCriteria, listUndraftedScores, type StoredSplit } from "./judge-splits";
import { getTaskForRun } from "./runs";

/** A task, as far as its judges can learn from people's scores. */
export async function getLearningTask(taskId: string) {
  const task = await getTaskForRun(taskId);
  const criteria = task.publishedSetId === null ? [] : await listLearningCriteria(task.publishedSetId);
  return { ...task, criteria, why: whyNot(task, criteria.length) };
}

export type LearningTask = Awaited<ReturnType<typeof getLearningTask>>;

function whyNot(task: { kind: "pointwise" | "pairwise"; publishedSetId: string | null }, criteria: number): string | null {
  if (task.kind === "pairwise") return "Judges of pairs cannot be improved here: preferences have no distance by which a judge is off.";
  if (task.publishedSetId === null) return "Publish criteria first: judges learn from scores under them.";
  return criteria === 0 ? "All published criteria have labels, which have no distance by which a judge is off." : null;
}

/** The task's split and criteria set. Throws conflict, with what to do, if there is none or its judges cannot be improved. */
export async function demandSplit(task: LearningTask): Promise<{ split: StoredSplit; criteriaSetId: string }> {
  if (task.why !== null) throw new AppError("conflict", task.why);
  const split = await findSplit(task.id);
  if (split === null || task.publishedSetId === null)
    throw new AppError("conflict", "Deal the task's inputs first: judges learn from one part and are proved on the other.");
  return { split, criteriaSetId: task.publishedSetId };
}

/** Scores given without a draft on one part, with the counts of those refused. */
export async function readTruth(splitId: string, criteriaSetId: string, part: SplitPart) {
  const [scores, { refused }] = await Promise.all([listUndraftedScores(splitId, criteriaSetId, part), countSplit(splitId, criteriaSetId)]);
  return { scores, refused };
}
