import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { decideExam } from "@/lib/workflows/decide-exam";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { openExam } from "@/lib/workflows/open-exam";
import { saveActions } from "@/lib/workflows/save-actions";
import { saveGoldSample } from "@/lib/workflows/save-gold-sample";
import { startExamTry } from "@/lib/workflows/start-exam-try";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { action, loadSmallStudy, member, smallBundle } from "./small-study";

/**
 * A task of six samples, two of which are the exam in force: on the first, 4 (tolerance 1) and 2 (none) are right, on the second 5 (none) and 1
 * (tolerance 2). Three of the four criteria must be within tolerance; there are two tries.
 */
export async function examStudy({ samples = 6 } = {}) {
  const study = await loadSmallStudy(smallBundle(samples));
  const [clear = "", truth = ""] = study.criteria;
  const researcher = await member(study.projectId, "researcher", "Rita");
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position limit 2", [
    study.taskId,
  ]);
  const [first = "", second = ""] = rows.map(({ id }) => id);
  const answer = (criterionId: string, score: number, tolerance: number, why: string) => ({ criterionId, score, tolerance, why });
  const save = (sampleId: string, answers: ReturnType<typeof answer>[]) =>
    saveGoldSample(researcher, { taskId: study.taskId, sampleId, use: "exam", note: "", answers });
  await save(first, [answer(clear, 4, 1, "GOLD-WHY plain"), answer(truth, 2, 0, "GOLD-WHY half")]);
  await save(second, [answer(clear, 5, 0, "GOLD-WHY very"), answer(truth, 1, 2, "GOLD-WHY false")]);
  const rules = { passMark: 0.75, tries: 2, instructions: "Take your time.", passAgain: false };
  const open = (changes: Partial<typeof rules & { sampleIds: string[] }> = {}) =>
    openExam(researcher, { taskId: study.taskId, sampleIds: [first, second], ...rules, ...changes });
  await open();
  const ann = await member(study.projectId, "annotator", "Ann");
  return { ...study, clear, truth, first, second, researcher, ann, open };
}

export type ExamStudy = Awaited<ReturnType<typeof examStudy>>;

/** Scores both criteria of an assignment and submits it. */
export async function answerSample(study: ExamStudy, actor: Actor, assignmentId: string, scores: [clear: number, truth: number]) {
  for (const [index, criterionId] of [study.clear, study.truth].entries()) {
    const scored = action({ kind: "set-score", score: scores[index] ?? 0, parentId: null });
    await saveActions(actor, { assignmentId, criterionId, actions: [scored] });
  }
  await submitAssignment(actor, { assignmentId });
  return openAssignment(actor, { assignmentId });
}

/** A whole try: 3 of 4 within tolerance (it passes), or 1 of 4. Returns the last sample with its feedback. */
export async function takeExam(study: ExamStudy, actor: Actor, passes: boolean) {
  await startExamTry(actor, study);
  const next = async () => (await nextAssignment(actor, study)).assignmentId ?? "";
  await answerSample(study, actor, await next(), passes ? [3, 2] : [1, 5]);
  return answerSample(study, actor, await next(), passes ? [1, 3] : [4, 3]);
}

/** A researcher's decision about an annotator. */
export async function decide(study: ExamStudy, actor: Actor, decision: "pass" | "revoke" | "grant-try") {
  const { rows } = await pool().query<{ id: string }>("select id from annotators where project_id = $1 and user_id = $2", [
    study.projectId,
    actor.userId,
  ]);
  return decideExam(study.researcher, { taskId: study.taskId, annotatorId: rows[0]?.id ?? "", decision, reason: "Talked it over." });
}

/** What keeps a person from work, or null. */
export const gateOf = async (study: ExamStudy, actor: Actor) => (await nextAssignment(actor, study)).gate;

/** The assignment that a person is given next; empty where none is. */
export const given = async (study: ExamStudy, actor: Actor) => (await nextAssignment(actor, study)).assignmentId ?? "";

export async function annotatorOf({ projectId }: Pick<ExamStudy, "projectId">, { userId }: Actor): Promise<string> {
  const { rows } = await pool().query<{ id: string }>("select id from annotators where project_id = $1 and user_id = $2", [
    projectId,
    userId,
  ]);
  return rows[0]?.id ?? "";
}
