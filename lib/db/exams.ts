import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { found } from "@/lib/domain/errors";
import { type ExamContent, examContent, markTry, markUnits, type TryResult } from "@/lib/domain/exam";
import { type Db, db } from "./client";
import { passCounts } from "./may-begin";
import { leaseFrom } from "./queue";
import { violatedUnique } from "./unless-taken";

const now = sql<Date>`now()`;
const sub = expressionBuilder<DB>();

/** The exam that is in force in a task; null: none. */
export async function findExam(taskId: string, on: Db = db()) {
  const row = await on
    .selectFrom("exams as x")
    .innerJoin("criteriaSets as cs", "cs.id", "x.criteriaSetId")
    .select(["x.id", "x.version", "x.criteriaSetId", "x.content", "x.openedAt", "cs.version as criteriaVersion"])
    .where("x.taskId", "=", taskId)
    .where("x.closedAt", "is", null)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, content: examContent.parse(row.content) };
}

/** Closes the exam in force, if there is one. Returns its version. The caller holds the task's lock. */
export async function closeExamRow(tx: Db, taskId: string): Promise<number | null> {
  const closed = await tx
    .updateTable("exams")
    .set({ closedAt: now })
    .where("taskId", "=", taskId)
    .where("closedAt", "is", null)
    .returning("version")
    .executeTakeFirst();
  return closed?.version ?? null;
}

interface NewExam {
  taskId: string;
  criteriaSetId: string;
  content: ExamContent;
  openedById: string;
}

/** Puts an exam in force as the task's next version. The caller holds the task's lock and has closed the one before. */
export async function openExamRow(tx: Db, made: NewExam & { passAgain: boolean }) {
  const { passAgain, content, ...row } = made;
  const last = await tx
    .selectFrom("exams")
    .select(["version", "passesFrom"])
    .where("taskId", "=", made.taskId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  const passesFrom = passAgain ? now : (last?.passesFrom ?? null);
  await tx
    .insertInto("exams")
    .values({ ...row, version, passesFrom, content: JSON.stringify(content) })
    .execute();
  return version;
}

/** An annotator's tries in a task, the first one first, and whether they have passed. */
export async function getStanding({ taskId, annotatorId }: { taskId: string; annotatorId: string }, on: Db = db()) {
  const qualification = await on
    .selectFrom("qualifications as q")
    .select((eb) => [passCounts(eb.ref("q.passedAt"), eb.ref("q.taskId")).$castTo<boolean>().as("passed"), "q.extraTries"])
    .where("q.taskId", "=", taskId)
    .where("q.annotatorId", "=", annotatorId)
    .executeTakeFirst();
  const tries = await on
    .selectFrom("examTries")
    .select(["id", "examId", "number", "endedAt", "within", "scored", "passed", "note"])
    .where("taskId", "=", taskId)
    .where("annotatorId", "=", annotatorId)
    .orderBy("number")
    .execute();
  return { passed: qualification?.passed ?? false, extraTries: qualification?.extraTries ?? 0, tries };
}

export type Standing = Awaited<ReturnType<typeof getStanding>>;

/** How many tries are left under an exam. */
export const triesLeft = (
  exam: { id: string; content: Pick<ExamContent, "tries"> },
  { tries, extraTries }: Pick<Standing, "extraTries"> & { tries: { examId: string }[] },
) => Math.max(0, exam.content.tries + extraTries - tries.filter(({ examId }) => examId === exam.id).length);

/** How a try ended; null: it has not. */
export function resultOf({ number, within, scored, passed, note }: Standing["tries"][number]): TryResult | null {
  return within === null || scored === null || passed === null ? null : { number, within, scored, passed, note };
}

/** Begins a try unless one is open. Returns false if its number was taken at the same moment, by their other tab. */
export async function startTryRow(input: { taskId: string; annotatorId: string; examId: string; number: number }): Promise<boolean> {
  try {
    await db().insertInto("examTries").values(input).execute();
    return true;
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    return false;
  }
}

/** The exam that a try is under, and its work so far. Throws not_found. */
async function getTry(on: Db, { taskId, annotatorId, number }: { taskId: string; annotatorId: string; number: number }) {
  const row = await on
    .selectFrom("examTries as t")
    .innerJoin("exams as x", "x.id", "t.examId")
    .select(["t.id", "t.examId", "t.number", "t.endedAt", "t.within", "t.scored", "t.passed", "t.note", "x.content", "x.criteriaSetId"])
    .where("t.taskId", "=", taskId)
    .where("t.annotatorId", "=", annotatorId)
    .where("t.number", "=", number)
    .executeTakeFirst();
  const given = await on
    .selectFrom("assignments")
    .select(["id", "sampleId", "status"])
    .where("taskId", "=", taskId)
    .where("annotatorId", "=", annotatorId)
    .where("purpose", "=", "exam")
    .where("round", "=", number - 1)
    .execute();
  const { content, ...rest } = found(row, "try");
  const { samples, ...rules } = examContent.parse(content);
  const ids = samples.map(({ sampleId }) => sampleId);
  // An undone import may have taken a sample away since.
  const left = await on.selectFrom("samples").select("id").where("id", "in", ids).execute();
  const kept = new Set(left.map(({ id }) => id));
  return { ...rest, ...rules, samples: samples.filter(({ sampleId }) => kept.has(sampleId)), given };
}

/** The exam sample that an annotator with an open try continues with; null: all are submitted. However many ask at once, each is given once. */
export async function giveExamSample(place: { taskId: string; annotatorId: string; number: number; leaseMinutes: number }) {
  const { taskId, annotatorId, number, leaseMinutes } = place;
  const { samples, given, criteriaSetId } = await getTry(db(), place);
  const open = given.find(({ status }) => status === "open");
  if (open) return open.id;
  const next = samples.find(({ sampleId }) => given.every((one) => one.sampleId !== sampleId));
  if (next === undefined) return null;
  const made = await db()
    .insertInto("assignments")
    .values({
      ...{ taskId, annotatorId, sampleId: next.sampleId, criteriaSetId, arm: "blind", purpose: "exam", round: number - 1 },
      ...{ leasedUntil: leaseFrom(leaseMinutes), updatedAt: now },
    })
    .onConflict((taken) => taken.columns(["sampleId", "annotatorId", "criteriaSetId", "purpose", "round"]).doUpdateSet({ annotatorId }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Scores by criterion, of each of these assignments. */
export async function scoresOf(on: Db, assignmentIds: string[]): Promise<Map<string, Map<string, number | null>>> {
  const rows = await on
    .selectFrom("evaluations")
    .select(["assignmentId", "criterionId", "score"])
    .where("assignmentId", "=", sql<string>`any(${assignmentIds}::uuid[])`)
    .execute();
  const scores = new Map(assignmentIds.map((id) => [id, new Map<string, number | null>()]));
  for (const { assignmentId, criterionId, score } of rows) scores.get(assignmentId)?.set(criterionId, score);
  return scores;
}

type Try = Awaited<ReturnType<typeof getTry>>;

/** The samples of a try that were given out, with their scores beside the answers. */
async function marked(on: Db, { samples, given }: Pick<Try, "samples" | "given">) {
  const scores = await scoresOf(
    on,
    given.map(({ id }) => id),
  );
  return samples.flatMap(({ sampleId, answers }) => {
    const work = given.find((one) => one.sampleId === sampleId);
    return work === undefined
      ? []
      : [
          {
            assignmentId: work.id,
            sampleId,
            submitted: work.status === "submitted",
            units: markUnits(answers, scores.get(work.id) ?? new Map()),
          },
        ];
  });
}

/** Ends a try whose samples are all submitted, and notes that the annotator has passed if they have. Returns its result; null: it is not over. */
export async function settleTry(tx: Db, place: { taskId: string; annotatorId: string; number: number }): Promise<TryResult | null> {
  // Locked first: of two samples submitted at once, the second sees the first.
  await tx
    .selectFrom("examTries")
    .select("id")
    .where("taskId", "=", place.taskId)
    .where("annotatorId", "=", place.annotatorId)
    .where("number", "=", place.number)
    .forUpdate()
    .execute();
  const held = await getTry(tx, place);
  if (held.endedAt !== null) return resultOf(held);
  const done = (await marked(tx, held)).filter(({ submitted }) => submitted);
  if (done.length < held.samples.length) return null;
  const result = markTry(
    done.flatMap(({ units }) => units),
    held.passMark,
  );
  await tx
    .updateTable("examTries")
    .set({ ...result, endedAt: now })
    .where("id", "=", held.id)
    .execute();
  if (result.passed && (await passesNow(tx, held.id))) await saveQualification(tx, { ...place, passed: true });
  return { number: held.number, note: held.note, ...result };
}

/** Whether passing a try lets its annotator work: not if an exam in force has since asked everybody to pass again. */
async function passesNow(tx: Db, tryId: string): Promise<boolean> {
  const { counts } = await tx
    .selectFrom("examTries as t")
    .innerJoin("exams as own", "own.id", "t.examId")
    .select((eb) => passCounts(eb.ref("own.openedAt"), eb.ref("t.taskId")).$castTo<boolean>().as("counts"))
    .where("t.id", "=", tryId)
    .executeTakeFirstOrThrow();
  return counts;
}

/** What the workspace shows of an exam sample besides the sample. */
export async function getExamPlace(assignment: { id: string; taskId: string; annotatorId: string; sampleId: string; round: number }) {
  const held = await getTry(db(), { ...assignment, number: assignment.round + 1 });
  const own = (await marked(db(), held)).find(({ sampleId }) => sampleId === assignment.sampleId);
  return {
    number: held.samples.findIndex(({ sampleId }) => sampleId === assignment.sampleId) + 1,
    of: held.samples.length,
    feedback: own?.submitted ? own.units : null,
    result: resultOf(held),
  };
}

/** Records that an annotator has passed (or no longer has), or may try once more. Returns how it was before. */
export async function saveQualification(
  tx: Db,
  { taskId, annotatorId, passed, extraTry = false }: { taskId: string; annotatorId: string; passed?: boolean; extraTry?: boolean },
) {
  const key = { taskId, annotatorId };
  await tx
    .insertInto("qualifications")
    .values(key)
    .onConflict((known) => known.columns(["taskId", "annotatorId"]).doNothing())
    .execute();
  const before = await tx
    .selectFrom("qualifications")
    .select(["passedAt", "extraTries"])
    .where("taskId", "=", taskId)
    .where("annotatorId", "=", annotatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("qualifications")
    .set({
      ...(passed !== undefined && { passedAt: passed ? now : null }),
      extraTries: before.extraTries + (extraTry ? 1 : 0),
    })
    .where("taskId", "=", taskId)
    .where("annotatorId", "=", annotatorId)
    .execute();
  return before;
}

/** Whether an annotator has failed the exam in force and has no try left. */
export function failedForGood(taskId: Expression<string>, annotatorId: Expression<string>) {
  const ownTries = sub.selectFrom("examTries as own").where("own.taskId", "=", taskId).where("own.annotatorId", "=", annotatorId);
  return sub.exists(
    sub
      .selectFrom("exams as x")
      .leftJoin("qualifications as q", (join) => join.onRef("q.taskId", "=", "x.taskId").on("q.annotatorId", "=", annotatorId))
      .select("x.id")
      .where("x.taskId", "=", taskId)
      .where("x.closedAt", "is", null)
      .where((eb) => eb.not(eb.fn.coalesce(passCounts(eb.ref("q.passedAt"), taskId), sql.lit(false))))
      .where(({ not, exists }) => not(exists(ownTries.select("own.id").where("own.endedAt", "is", null))))
      .where(({ eb, ref, fn }) =>
        eb(
          ownTries.select(fn.countAll<number>().as("n")).where("own.examId", "=", ref("x.id")).$asScalar().$notNull(),
          ">=",
          sql<number>`(${ref("x.content")} ->> 'tries')::int + ${fn.coalesce("q.extraTries", sql.lit(0))}`,
        ),
      ),
  );
}

/** Whether an annotator has failed a task's exam and has no try left. */
export async function isScreenedOut({ taskId, annotatorId }: { taskId: string; annotatorId: string }, on: Db = db()): Promise<boolean> {
  const { failed } = await on
    .selectNoFrom(failedForGood(sql`${taskId}::uuid`, sql`${annotatorId}::uuid`).$castTo<boolean>().as("failed"))
    .executeTakeFirstOrThrow();
  return failed;
}
