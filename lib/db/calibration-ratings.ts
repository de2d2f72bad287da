import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { actionsOf } from "./actions";
import { db } from "./client";
import { isExcluded } from "./exclusions";
import { submittedRatings } from "./submitted-work";

/** Submitted evaluations of a task's calibration samples, by person in the order of their codes, and by criterion. One query. */
export const listCalibrationRatings = (taskId: string) =>
  submittedRatings()
    .select(["a.annotatorId", "n.name", "n.code", "n.userId", "a.sampleId", "s.inputKey", "a.submittedAt", "e.criterionId", "e.score"])
    .select((eb) => [
      sql<number>`${eb.ref("a.round")} + 1`.as("number"),
      isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId")).$castTo<boolean>().as("excluded"),
    ])
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "=", "calibration")
    .orderBy("n.code")
    .orderBy("c.position")
    .execute();

export type CalibrationRating = Awaited<ReturnType<typeof listCalibrationRatings>>[number];

/** What people wrote in a round, by assignment's person, sample and criterion. */
export const listCalibrationActions = (taskId: string, number: number) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .select(["a.annotatorId", "a.sampleId", "e.criterionId"])
    .select((eb) => actionsOf(eb.ref("e.id")).$asScalar().$notNull().as("actions"))
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "=", "calibration")
    .where("a.round", "=", number - 1)
    .where("a.status", "=", "submitted")
    .execute();

/** A round's samples with their texts, in order. */
export const listRoundSamples = (roundId: string) =>
  db()
    .selectFrom("calibrationSamples as cs")
    .innerJoin("samples as s", "s.id", "cs.sampleId")
    .select(["s.id", "s.inputKey", "s.input", "s.output", "s.outputB", "s.reference", "s.imageUrl"])
    .where("cs.roundId", "=", roundId)
    .orderBy("cs.position")
    .execute();

/** The known answers of a round's samples on its criteria. */
export const listRoundAnswers = (roundId: string) =>
  db()
    .selectFrom("calibrationSamples as cs")
    .innerJoin("calibrationRounds as r", "r.id", "cs.roundId")
    .innerJoin("goldAnswers as g", "g.sampleId", "cs.sampleId")
    .innerJoin("criteria as c", (join) => join.onRef("c.id", "=", "g.criterionId").onRef("c.criteriaSetId", "=", "r.criteriaSetId"))
    .select(["g.sampleId", "g.criterionId", "g.score", "g.tolerance", "g.why"])
    .where("cs.roundId", "=", roundId)
    .orderBy("c.position")
    .execute();

/** The criteria of a round that apply to all samples or to some of its own. */
export const listRoundCriteria = (roundId: string) =>
  db()
    .selectFrom("calibrationRounds as r")
    .innerJoin("criteria as c", "c.criteriaSetId", "r.criteriaSetId")
    .select(["c.id", "c.position", "c.name", "c.definition", "c.scale", "c.overall", "c.group", "c.sampleId"])
    .where("r.id", "=", roundId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb("c.sampleId", "is", null),
        exists(
          selectFrom("calibrationSamples as own")
            .select("own.sampleId")
            .whereRef("own.roundId", "=", "r.id")
            .whereRef("own.sampleId", "=", "c.sampleId"),
        ),
      ]),
    )
    .orderBy("c.position")
    .execute();

/** Whether a plan of the task promises codes instead of names, be it started or not. */
export async function promisesCodes(taskId: string): Promise<boolean> {
  const plan = await db()
    .selectFrom("studyPlans")
    .select("id")
    .where("taskId", "=", taskId)
    .where(({ ref }) => sql<boolean>`(${ref("content")} ->> 'anonymous')::boolean`)
    .limit(1)
    .executeTakeFirst();
  return plan !== undefined;
}

/** How a task's samples are shown and rated. Throws not_found. */
export async function getRatedTask(id: string) {
  const task = db().selectFrom("tasks").select(["id", "name", "inputName", "outputName", "textFormat", "kind"]).where("id", "=", id);
  return found(await task.executeTakeFirst(), "task");
}
