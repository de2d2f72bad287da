import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { actionsOf } from "./actions";
import { db } from "./client";
import { exclusionsIn, isExcluded } from "./exclusions";
import { exportedName } from "./exported-name";
import { labelsInForce } from "./labels-in-force";
import { newestDraftsOf } from "./newest-drafts";
import { judgeNameIn } from "./report-raters";
import { metricScores } from "./report-runs";
import { reportedSets } from "./report-tasks";
import { draftWasShown } from "./unit-arm";

/** A sample with its task, the import it came with, and the criteria set that the task's report covers (null: none is published). Throws not_found. */
export async function getSample(sampleId: string, criteriaSet?: number) {
  const row = await db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .leftJoinLateral(
      ({ ref }) => reportedSets(criteriaSet).where("c.taskId", "=", ref("t.id")).as("reported"),
      (join) => join.onTrue(),
    )
    .leftJoin("imports as i", "i.id", "s.importId")
    .select(["s.id", "s.position", "s.externalId", "s.input", "s.output", "s.outputB", "s.reference", "s.imageUrl", "s.system"])
    .select(["s.systemB", "s.goldLabel", "s.subset", "s.metadata", "s.inputKey"])
    .select(["t.id as taskId", "t.projectId", "t.name as taskName", "t.kind", "t.inputName", "t.outputName", "t.textFormat"])
    .select(["reported.id as criteriaSetId", "i.fileName", "i.createdAt as importedAt"])
    .where("s.id", "=", sampleId)
    .executeTakeFirst();
  return found(row, "sample");
}

/** The task and project of a sample. Throws not_found. */
export async function getSampleTask(sampleId: string): Promise<{ taskId: string; projectId: string }> {
  const row = await db()
    .selectFrom("samples as s")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .select(["t.id as taskId", "t.projectId"])
    .where("s.id", "=", sampleId)
    .executeTakeFirst();
  return found(row, "sample");
}

/** The criteria that a sample is judged by: the set's, those that belong to this sample alone, and those made for it that somebody has redlined. */
export const listSampleCriteria = (criteriaSetId: string, sampleId: string) =>
  db()
    .selectFrom("criteria")
    .select(["id", "position", "name", "definition", "scale", "overall", "group", "sampleId"])
    .where((eb) =>
      eb.or([
        eb.and([eb("criteriaSetId", "=", criteriaSetId), eb.or([eb("sampleId", "is", null), eb("sampleId", "=", sampleId)])]),
        eb.and([
          eb("sampleId", "=", sampleId),
          eb(
            "id",
            "in",
            eb
              .selectFrom("assignments as a")
              .innerJoin("evaluations as e", "e.assignmentId", "a.id")
              .select("e.criterionId")
              .where("a.sampleId", "=", sampleId)
              .where("a.criteriaSetId", "=", criteriaSetId)
              .where("a.purpose", "=", "work"),
          ),
        ]),
      ]),
    )
    .orderBy(({ case: when }) => when().when("criteriaSetId", "=", criteriaSetId).then(0).else(1).end())
    .orderBy("position")
    .execute();

/** Everybody's work on a sample under a criteria set, also beside drafts that were wrong on purpose; exams, calibration and known answers are none. */
const workOn = (sampleId: string, criteriaSetId: string) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .where("a.sampleId", "=", sampleId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.purpose", "in", ["work", "planted"]);

/** The assignments of a sample, in the order of the annotators' names. */
export const listSampleWork = (sampleId: string, criteriaSetId: string) =>
  workOn(sampleId, criteriaSetId)
    .select([
      "a.id",
      "a.arm",
      "a.purpose",
      "a.status",
      "a.round",
      "a.flag",
      "a.skipReason",
      "a.createdAt",
      "a.updatedAt",
      "a.submittedAt",
      "a.importId",
    ])
    .select((eb) => [
      exportedName.as("name"),
      exclusionsIn(eb.ref("a.taskId"))
        .where("excluded.annotatorId", "=", eb.ref("n.id"))
        .select(({ ref }) => sql<string | null>`string_agg(${ref("excluded.reason")}, '; ')`.as("reasons"))
        .as("excluded"),
    ])
    .orderBy("name")
    .orderBy("a.round")
    .execute();

/** The submitted evaluations of a sample: scores, actions, and the draft that was shown. */
export const listSampleEvaluations = (sampleId: string, criteriaSetId: string) =>
  workOn(sampleId, criteriaSetId)
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .leftJoin("drafts as d", (join) => join.on(draftWasShown))
    .select((eb) => [
      "a.id as rater",
      "e.criterionId",
      "e.score",
      "e.blindScore",
      "e.alsoAcceptable",
      "e.blindActions",
      eb.case().when("e.durationMs", ">", 0).then(eb.ref("e.durationMs")).end().as("durationMs"),
      "d.id as draftId",
      "d.items as draftItems",
      "d.score as draftScore",
      actionsOf(eb.ref("e.id")).$asScalar().$notNull().as("actions"),
    ])
    .where("a.status", "=", "submitted")
    .orderBy(exportedName)
    .orderBy("a.round")
    .execute();

/** The drafts of a sample that figures rest on or that somebody was shown, by judge; `current`: figures rest on it. */
export async function listSampleJudgements(sampleId: string, criteriaSetId: string) {
  const [newest, drafts] = await Promise.all([
    newestDraftsOf(criteriaSetId).where("d.sampleId", "=", sampleId).execute(),
    db()
      .selectFrom("drafts as d")
      .innerJoin("runs as r", "r.id", "d.runId")
      .innerJoin("judges as j", "j.id", "r.judgeId")
      .innerJoin("criteria as c", "c.id", "d.criterionId")
      .select(["d.id", "c.id as criterionId", "d.score", "d.items", "d.createdAt", "r.variant"])
      .select(judgeNameIn(criteriaSetId).as("judge"))
      .where("d.sampleId", "=", sampleId)
      .where("r.criteriaSetId", "=", criteriaSetId)
      .orderBy("j.name")
      .orderBy("d.createdAt", "desc")
      .execute(),
  ]);
  const current = new Set(newest.flatMap(({ id, dropped }) => (dropped ? [] : [id])));
  return drafts.map((draft) => ({ ...draft, current: current.has(draft.id) }));
}

/** The scores of a sample by metrics with a scale of their own, by the judges' names. */
export const listSampleMetrics = ({ taskId, sampleId, criteriaSetId }: { taskId: string; sampleId: string; criteriaSetId: string }) =>
  metricScores(taskId)
    .innerJoin("judges as j", "j.id", "newest.judgeId")
    .clearSelect()
    .select(({ ref }) => ["newest.name as metric", "newest.scale", ref("newest.score").$notNull().as("score")])
    .select(judgeNameIn(criteriaSetId).as("judge"))
    .where("newest.sampleId", "=", sampleId)
    .orderBy("judge")
    .execute();

/** The labels in force of a sample's units. */
export const listSampleLabels = (sampleId: string) =>
  db()
    .selectFrom(labelsInForce().where("j.sampleId", "=", sampleId).as("label"))
    .leftJoin("users as u", "u.id", "label.userId")
    .innerJoin("criteria as c", "c.id", "label.criterionId")
    .select(["label.criterionId", "label.firstScore", "label.reason", "u.name as by", "c.name as criterion"])
    .select(({ ref }) => [ref("label.finalScore").$notNull().as("score"), ref("label.finalAt").$notNull().as("at")])
    .execute();

/** The known answers of a sample. */
export const listSampleAnswers = (sampleId: string) =>
  db().selectFrom("goldAnswers").select(["criterionId", "score", "tolerance", "why"]).where("sampleId", "=", sampleId).execute();

/** What reviewers decided on the work on a sample, the earliest first. */
export const listSampleReviews = (sampleId: string, criteriaSetId: string) =>
  workOn(sampleId, criteriaSetId)
    .innerJoin("reviews as v", "v.assignmentId", "a.id")
    .leftJoin("users as u", "u.id", "v.userId")
    .select(["v.verdict", "v.at", "u.name as by", exportedName.as("name")])
    .orderBy("v.at")
    .execute();

/** The most outputs for one input that are listed beside each other. */
const mostSiblings = 40;

/** The task's samples with the same input, in the order of import, this one among them. */
export const listSiblings = (taskId: string, inputKey: string) =>
  db()
    .selectFrom("samples")
    .select(["id", "position", "system", "systemB"])
    .where("taskId", "=", taskId)
    .where("inputKey", "=", inputKey)
    .orderBy("position")
    .limit(mostSiblings)
    .execute();

/** Per unit of some samples, the median of the people's ratings that the report rests on. */
export const listMedians = (sampleIds: string[], criteriaSetId: string) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .select(["a.sampleId", "e.criterionId"])
    .select(({ ref }) => sql<number>`percentile_cont(0.5) within group (order by ${ref("e.score")})`.as("median"))
    .where("a.sampleId", "in", sampleIds)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.score", "is not", null)
    .where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId"))))
    .groupBy(["a.sampleId", "e.criterionId"])
    .execute();

/** The judges' current scores of the units of some samples. */
export const listJudgeScores = (sampleIds: string[], criteriaSetId: string) =>
  db()
    .selectFrom(newestDraftsOf(criteriaSetId).where("d.sampleId", "in", sampleIds).as("said"))
    .innerJoin("judges as j", "j.id", "said.judgeId")
    .select(["said.sampleId", "said.criterionId", "said.score"])
    .select(judgeNameIn(criteriaSetId).as("judge"))
    .where("said.score", "is not", null)
    .execute();
