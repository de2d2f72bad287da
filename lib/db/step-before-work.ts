import "server-only";
import type { NextAssignment } from "@/lib/domain/assignment";
import { AppError } from "@/lib/domain/errors";
import type { WorkGate } from "@/lib/domain/work-gate";
import { giveCalibrationSample, listRounds } from "./calibration";
import { inTransaction } from "./client";
import { findExam, getStanding, giveExamSample, resultOf, settleTry, triesLeft } from "./exams";
import { findUnreadGuidelines } from "./guidelines";

interface Person {
  taskId: string;
  annotatorId: string;
}

type Step = Pick<NextAssignment, "assignmentId" | "gate">;

/** What comes before an annotator's work in a task: something to read, a sample of the exam or of a calibration round, or waiting. Null: nothing. */
export async function findStepBefore(person: Person & { leaseMinutes: number }): Promise<Step | null> {
  const unread = await findUnreadGuidelines(person.taskId, person.annotatorId);
  if (unread !== null) return { assignmentId: null, gate: { kind: "guidelines", ...unread } };
  return (await findExamStep(person)) ?? (await findCalibrationStep(person));
}

/** The newest required round must be closed and rated; one that is open is rated before more work in any case. */
async function findCalibrationStep(person: Person & { leaseMinutes: number }): Promise<Step | null> {
  const rounds = await listRounds(person.taskId, person.annotatorId);
  const due = rounds.find(({ required }) => required);
  const pending = rounds.filter((round) => round === due || round.closedAt === null).reverse();
  for (const round of pending) {
    const assignmentId = round.mine < round.samples ? await giveCalibrationSample(person, round) : null;
    if (assignmentId !== null) return { assignmentId, gate: null };
    if (round.required && round.closedAt === null)
      return { assignmentId: null, gate: { kind: "calibration", round: round.number, samples: round.samples } };
  }
  return null;
}

async function findExamStep(person: Person & { leaseMinutes: number }): Promise<Step | null> {
  const [exam, standing] = await Promise.all([findExam(person.taskId), getStanding(person)]);
  if (exam === null || standing.passed) return null;
  const open = standing.tries.find(({ endedAt }) => endedAt === null);
  if (open === undefined) return { assignmentId: null, gate: examGate(exam, standing) };
  const assignmentId = await giveExamSample({ ...person, number: open.number });
  if (assignmentId !== null) return { assignmentId, gate: null };
  // Its last sample is gone from the task.
  if ((await inTransaction((tx) => settleTry(tx, { ...person, number: open.number }))) === null)
    throw new AppError("internal", "A try at an exam has no sample left and cannot be ended.");
  return findExamStep(person);
}

function examGate(
  exam: NonNullable<Awaited<ReturnType<typeof findExam>>>,
  standing: Awaited<ReturnType<typeof getStanding>>,
): Extract<WorkGate, { kind: "exam" }> {
  const { instructions, samples, passMark } = exam.content;
  const last = standing.tries.at(-1);
  const left = triesLeft(exam, standing);
  return {
    kind: "exam",
    instructions,
    samples: samples.length,
    passMark,
    triesLeft: left,
    last: last === undefined ? null : resultOf(last),
  };
}
