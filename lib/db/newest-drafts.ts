import "server-only";
import { db } from "./client";

/**
 * What judges say now: of each judge and unit the draft of the newest plain run over the criteria set that drafted the unit. Where the protocol threw
 * that draft out (`dropped`), or it has no score, the judge says nothing of the unit: `score` is null, and no older draft stands in for it. Further
 * conditions may therefore leave out whole judges, samples or criteria, and never drafts by what is in them.
 */
export const newestDraftsOf = (criteriaSetId: string | null) =>
  db()
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .leftJoin("runUnits as u", (join) =>
      join
        .onRef("u.runId", "=", "d.runId")
        .onRef("u.sampleId", "=", "d.sampleId")
        .onRef("u.criterionId", "=", "d.criterionId")
        .on("u.status", "=", "dropped"),
    )
    .distinctOn(["r.judgeId", "d.sampleId", "d.criterionId"])
    .select(["r.judgeId", "d.sampleId", "d.criterionId", "d.id", "d.runId"])
    .select((eb) => [
      eb.case().when("u.runId", "is", null).then(eb.ref("d.score")).end().as("score"),
      eb("u.runId", "is not", null).$castTo<boolean>().as("dropped"),
    ])
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .orderBy("r.judgeId")
    .orderBy("d.sampleId")
    .orderBy("d.criterionId")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc");
