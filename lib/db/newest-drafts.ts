import "server-only";
import { expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { type Db, db } from "./client";

const joined = expressionBuilder<{ d: DB["drafts"]; u: DB["runUnits"] }, "d" | "u">();

/** Whether the protocol discarded draft `d`: `u` is its unit. */
export const wasDropped = joined.and([
  joined("u.runId", "=", joined.ref("d.runId")),
  joined("u.sampleId", "=", joined.ref("d.sampleId")),
  joined("u.criterionId", "=", joined.ref("d.criterionId")),
  joined("u.status", "=", "dropped"),
]);

/** The drafts `d` of plain runs `r` over a criteria set; `u` is there where the protocol discarded one (`dropped`). */
export const plainDrafts = (criteriaSetId: string | null, on: Db = db()) =>
  on
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .leftJoin("runUnits as u", (join) => join.on(wasDropped))
    .select((eb) => eb.case().when("u.runId", "is", null).then(eb.ref("d.score")).end().as("score"))
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain");

/**
 * Each judge's current draft of each unit: the one from the newest plain run over the criteria set that drafted the unit. If the protocol discarded
 * that draft (`dropped`), or it has no score, `score` is null and no older draft replaces it. Further conditions may therefore exclude whole judges,
 * samples or criteria, but never drafts by their content.
 */
export const newestDraftsOf = (criteriaSetId: string | null) =>
  plainDrafts(criteriaSetId)
    .distinctOn(["r.judgeId", "d.sampleId", "d.criterionId"])
    .select(["r.judgeId", "d.sampleId", "d.criterionId", "d.id", "d.runId"])
    .select((eb) => eb("u.runId", "is not", null).$castTo<boolean>().as("dropped"))
    .orderBy("r.judgeId")
    .orderBy("d.sampleId")
    .orderBy("d.criterionId")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc");
