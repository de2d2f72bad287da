import "server-only";
import { sql } from "kysely";
import { anyOf } from "./any-of";
import { bulkGroups, bulkRows } from "./bulk-rows";
import type { Db, Tx } from "./client";
import { type ExportTask, sampleWindows } from "./export-windows";
import { exportedName } from "./exported-name";
import { annotatorIsExcluded } from "./exports";
import { isoTime } from "./json";
import { armOfUnit, unitWasDrafted } from "./unit-arm";

/** The evaluations of a table of ratings: submitted work of the first round with the exported criteria set, by one annotator. */
interface OfAnnotator {
  annotatorId: string;
  criteriaSetId: string;
}

const selectEvaluations = (on: Db, { excluded }: ExportTask, sampleIds: readonly string[], of?: OfAnnotator) =>
  on
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .leftJoin("drafts as d", (join) =>
      join.onRef("d.runId", "=", "a.runId").onRef("d.sampleId", "=", "s.id").onRef("d.criterionId", "=", "c.id").on(unitWasDrafted),
    )
    .where("a.sampleId", "=", anyOf(sampleIds))
    .$if(excluded === "without", (rows) => rows.where(({ not }) => not(annotatorIsExcluded)))
    .where("a.purpose", "in", of === undefined ? ["work", "planted"] : ["work"])
    .$if(of !== undefined, (rows) =>
      rows
        .where("a.annotatorId", "=", of?.annotatorId ?? "")
        .where("a.criteriaSetId", "=", of?.criteriaSetId ?? "")
        .where("a.status", "=", "submitted")
        .where("a.round", "=", 0),
    )
    .select(({ fn }) => ["s.externalId as sampleId", fn.coalesce("s.inputId", "s.inputKey").as("inputKey"), "s.system", "s.systemB"])
    .select((eb) => [
      "c.name as criterion",
      "c.scale",
      exportedName.as("rater"),
      armOfUnit.as("arm"),
      "a.round",
      "a.swapped",
      "e.score",
      "e.blindScore",
      "e.blindActions",
      "e.complete",
      annotatorIsExcluded.$castTo<boolean>().as("excluded"),
      eb("a.purpose", "=", "planted").$castTo<boolean>().as("planted"),
    ])
    .select(({ ref }) => [
      isoTime(ref("e.startedAt")).as("startedAt"),
      isoTime(ref("e.endedAt")).as("endedAt"),
      "e.durationMs",
      "e.idleAfterMs",
    ])
    .select(["e.alsoAcceptable", "e.id as evaluationId", "d.id as draftId"])
    .orderBy("s.position")
    .orderBy("rater")
    .orderBy("c.position");

const selectActions = (on: Db, evaluationIds: readonly string[]) =>
  on
    .selectFrom("actions")
    .select(["evaluationId", "id", "seq", "parentId", "kind", "itemId", "itemKind", "text", "score", "reasonCode", "reason", "undoesId"])
    .select(({ ref }) => [sql<null>`null`.as("criterion"), isoTime(ref("at")).as("at"), "origin"])
    .where("evaluationId", "=", anyOf(evaluationIds))
    .orderBy("evaluationId")
    .orderBy("seq");

const selectDrafts = (on: Db, ids: readonly string[]) =>
  on
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .select(["d.id", "j.name as judge", "r.model", "r.protocol", "r.promptVersion", "d.score", "d.items", "d.raw"])
    .where("d.id", "=", anyOf(ids));

/** An evaluation as stored, with its draft and all its actions; the caller derives the result. */
export type StoredEvaluation = Awaited<ReturnType<typeof evaluationsOf>>[number];

/** The evaluations of these samples, all or those `of` one annotator, in the order of samples, annotators and criteria. */
export async function evaluationsOf(tx: Tx, task: ExportTask, sampleIds: readonly string[], of?: OfAnnotator) {
  const rows = await bulkRows(tx, selectEvaluations(tx, task, sampleIds, of));
  const ids = rows.map((row) => row.evaluationId);
  const actions = await bulkGroups(tx, selectActions(tx, ids), "evaluationId");
  const draftIds = new Set(rows.flatMap((row) => row.draftId ?? []));
  const drafts = await bulkGroups(tx, selectDrafts(tx, [...draftIds]), "id");
  return rows.map(({ evaluationId, draftId, ...row }) => ({
    task: task.name,
    ...row,
    draft: drafts.get(draftId ?? "")?.[0] ?? null,
    actions: actions.get(evaluationId) ?? [],
  }));
}

/** Every evaluation of a task, unsubmitted ones included, in the order of samples, annotators and criteria. */
export async function* exportEvaluations(tx: Tx, task: ExportTask): AsyncGenerator<StoredEvaluation> {
  for await (const window of sampleWindows(tx, task, (ids) => evaluationsOf(tx, task, ids))) yield* window;
}
