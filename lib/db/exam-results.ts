import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { type Examinee, examContent, markUnits } from "@/lib/domain/exam";
import { type Db, db } from "./client";
import { findExam, scoresOf, triesLeft } from "./exams";
import { calledIn } from "./exported-name";
import { passCounts } from "./may-begin";

/** Replaces a researcher's note on a try. Returns the note before. Throws not_found. */
export async function saveTryNote(tx: Db, { taskId, tryId, note }: { taskId: string; tryId: string; note: string }): Promise<string> {
  const before = await tx
    .selectFrom("examTries")
    .select("note")
    .where("id", "=", tryId)
    .where("taskId", "=", taskId)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable("examTries").set({ note }).where("id", "=", tryId).where("taskId", "=", taskId).execute();
  return found(before, "try").note;
}

/** Everybody who has tried a task's exams or was decided about, with their tries and all answers, by name. */
export async function listExaminees(taskId: string): Promise<Examinee[]> {
  const [inForce, people, tries, samples] = await Promise.all([
    findExam(taskId),
    db()
      .selectFrom("annotators as n")
      .innerJoin("tasks as t", "t.projectId", "n.projectId")
      .leftJoin("qualifications as q", (join) => join.onRef("q.annotatorId", "=", "n.id").onRef("q.taskId", "=", "t.id"))
      .select(["n.id as annotatorId", calledIn(sql`${taskId}::uuid`).as("name"), "q.extraTries"])
      .select((eb) =>
        eb
          .case()
          .when(passCounts(eb.ref("q.passedAt"), eb.ref("t.id")))
          .then(eb.ref("q.passedAt"))
          .end()
          .as("passedAt"),
      )
      .where("t.id", "=", taskId)
      .where((eb) =>
        eb.or([
          eb("q.taskId", "is not", null),
          eb.exists(
            eb
              .selectFrom("examTries as taken")
              .select("taken.id")
              .where("taken.taskId", "=", taskId)
              .whereRef("taken.annotatorId", "=", "n.id"),
          ),
        ]),
      )
      .orderBy("name")
      .execute(),
    db()
      .selectFrom("examTries as t")
      .innerJoin("exams as x", "x.id", "t.examId")
      .select(["t.id", "t.examId", "t.annotatorId", "t.number", "t.startedAt", "t.endedAt", "t.within", "t.scored", "t.passed", "t.note"])
      .select(["x.version as examVersion", "x.content"])
      .where("t.taskId", "=", taskId)
      .orderBy("t.number")
      .execute(),
    db()
      .selectFrom("samples")
      .select(["id", "externalId"])
      .where("taskId", "=", taskId)
      .where("id", "in", (eb) => eb.selectFrom("assignments").select("sampleId").where("taskId", "=", taskId).where("purpose", "=", "exam"))
      .execute(),
  ]);
  const work = await db()
    .selectFrom("assignments")
    .select(["id", "sampleId", "status", "annotatorId", "round"])
    .where("taskId", "=", taskId)
    .where("purpose", "=", "exam")
    .execute();
  const scores = await scoresOf(
    db(),
    work.map(({ id }) => id),
  );
  const names = new Map(samples.map(({ id, externalId }) => [id, externalId]));
  return people.map(({ annotatorId, name, passedAt, extraTries }) => {
    const own = tries.filter((one) => one.annotatorId === annotatorId);
    return {
      ...{ annotatorId, name },
      passedAt: passedAt?.toISOString() ?? null,
      extraTries: extraTries ?? 0,
      triesLeft: inForce && triesLeft(inForce, { tries: own, extraTries: extraTries ?? 0 }),
      tries: own.map(({ content, examId: _, annotatorId: __, startedAt, endedAt, ...one }) => ({
        ...one,
        startedAt: startedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        samples: examContent.parse(content).samples.flatMap(({ sampleId, answers }) => {
          const given = work.find((w) => w.annotatorId === annotatorId && w.round === one.number - 1 && w.sampleId === sampleId);
          if (given === undefined) return [];
          const units = markUnits(answers, scores.get(given.id) ?? new Map());
          return [
            { assignmentId: given.id, sampleId, externalId: names.get(sampleId) ?? "", submitted: given.status === "submitted", units },
          ];
        }),
      })),
    };
  });
}

/** Throws not_found for somebody who is not an annotator of the project. */
export async function getAnnotatorName(projectId: string, annotatorId: string): Promise<string> {
  const row = db().selectFrom("annotators").select("name").where("id", "=", annotatorId).where("projectId", "=", projectId);
  return found(await row.executeTakeFirst(), "annotator in this project").name;
}
