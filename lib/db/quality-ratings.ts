import "server-only";
import { db } from "./client";
import { submittedRatings } from "./submitted-work";

/** The plan that a task's figures of quality are about: the one that runs, else the last that was closed; null before the first has started. */
export async function findQualityPlan(taskId: string) {
  const plan = await db()
    .selectFrom("studyPlans")
    .select(["id", "version", "content"])
    .where("taskId", "=", taskId)
    .where("status", "in", ["running", "closed"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return plan ?? null;
}

/** Every submitted score of a plan in the order of submission, with what is known of its unit: a gold answer, a planted score. One query. */
export const listQualityRatings = (planId: string) =>
  submittedRatings()
    .leftJoin("planSlots as slot", "slot.assignmentId", "a.id")
    .leftJoin("goldSamples as g", "g.sampleId", "a.sampleId")
    .leftJoin("goldAnswers as answer", (join) =>
      join.onRef("answer.sampleId", "=", "a.sampleId").onRef("answer.criterionId", "=", "e.criterionId"),
    )
    .leftJoin("drafts as d", (join) =>
      join
        .on("a.purpose", "=", "planted")
        .onRef("d.runId", "=", "a.runId")
        .onRef("d.sampleId", "=", "a.sampleId")
        .onRef("d.criterionId", "=", "e.criterionId"),
    )
    .select(["a.annotatorId", "n.name", "n.code", "a.sampleId", "s.inputKey", "a.round", "a.purpose", "slot.purpose as slotPurpose"])
    .select(["e.criterionId", "c.scale", "g.use", "answer.score as goldScore", "answer.tolerance", "d.score as plantedScore"])
    .select(({ ref }) => ref("e.score").$notNull().as("score"))
    .where("a.planId", "=", planId)
    .where("e.score", "is not", null)
    .orderBy("a.submittedAt")
    .orderBy("a.id")
    .orderBy("c.position")
    .execute();
