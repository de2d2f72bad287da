import "server-only";
import { type SqlBool, sql } from "kysely";
import type { TrainingPlan } from "@/lib/datasets/training/plan-training";
import type { CritiqueDraft, RedlinedCritique, ThrownOut, TrainingRating } from "@/lib/datasets/training/training-group";
import { withItemIds } from "@/lib/domain/draft";
import { applyActions } from "@/lib/review/apply-actions";
import { actionsOf } from "./actions";
import type { Db } from "./client";
import { draftedEvaluations } from "./drafted-evaluations";
import { exportedName } from "./exported-name";
import { annotatorIsExcluded } from "./exports";
import { newestDraftsOf } from "./newest-drafts";
import { unitWasDrafted } from "./unit-arm";
import { isFirstInArm, isSubmittedWork } from "./work-in-arms";

export interface TrainingPlace {
  taskId: string;
  criteriaSetId: string | null;
  /** The judge whose labels or texts are used; null: none or all. */
  judgeId: string | null;
  /** Whether that judge is a metric with its own scale. */
  ownScale: boolean;
}

interface OfSample<T> {
  sampleId: string;
  entry: T;
}

/** Why a unit's draft was discarded; the details of a draft by two chains include the chains. */
const thrownOut = (dropped: boolean, details: Record<string, unknown> | null): ThrownOut | null => {
  if (!dropped) return null;
  return details !== null && "chains" in details ? "chains-disagree" : "dropped-by-protocol";
};

/** The source's ratings of these samples on the plan's criteria: submitted work, or the judge's current drafts. */
export function listRatings(tx: Db, plan: TrainingPlan, place: TrainingPlace, ids: string[]): Promise<OfSample<TrainingRating>[]> {
  const criteria = plan.measure?.criteria.map(({ id }) => id) ?? [];
  if (plan.source.kind === "annotators") return listAnnotatorRatings(tx, plan, place, ids, criteria);
  return place.ownScale ? listMetricRatings(tx, plan, place, ids) : listJudgeRatings(tx, place, ids, criteria);
}

async function listAnnotatorRatings(
  tx: Db,
  { excluded }: TrainingPlan,
  { criteriaSetId }: TrainingPlace,
  ids: string[],
  criteria: string[],
) {
  const ratings = await tx
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select(["a.sampleId", "e.criterionId"])
    .select(({ ref }) => ref("e.score").$notNull().as("score"))
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.score", "is not", null)
    .$if(excluded === "without", (work) => work.where(({ not }) => not(annotatorIsExcluded)))
    .where("a.sampleId", "=", ({ fn, val }) => fn.any(val(ids)))
    .where("e.criterionId", "=", ({ fn, val }) => fn.any(val(criteria)))
    .orderBy("a.annotatorId")
    .execute();
  return ratings.map(({ sampleId, ...rating }) => ({ sampleId, entry: { ...rating, dropped: null, runId: null } }));
}

/** A draft of a unit: criteria proposals, which have neither sample nor criterion, are never queried here. */
const unitOf = ({ sampleId, criterionId }: { sampleId: string | null; criterionId: string | null }) => ({
  sampleId: sampleId ?? "",
  criterionId: criterionId ?? "",
});

async function listJudgeRatings(tx: Db, { criteriaSetId, judgeId }: TrainingPlace, ids: string[], criteria: string[]) {
  const said = newestDraftsOf(criteriaSetId)
    .where("r.judgeId", "=", judgeId)
    .where("d.sampleId", "=", ({ fn, val }) => fn.any(val(ids)))
    .where("d.criterionId", "=", ({ fn, val }) => fn.any(val(criteria)));
  const rows = await tx
    .selectFrom(said.as("said"))
    .innerJoin("drafts as d", "d.id", "said.id")
    .select(["d.sampleId", "d.criterionId", "said.score", "said.dropped", "d.details", "d.runId"])
    .orderBy("d.sampleId")
    .orderBy("d.criterionId")
    .execute();
  return rows.map(({ dropped, details, score, runId, ...unit }) => {
    const { sampleId, criterionId } = unitOf(unit);
    return { sampleId, entry: { criterionId, score, runId, dropped: thrownOut(dropped, details) } };
  });
}

/** A metric's newest scores on its current scale; each of its runs declares the scale anew. */
async function listMetricRatings(tx: Db, plan: TrainingPlan, { taskId, judgeId }: TrainingPlace, ids: string[]) {
  const own = plan.measure?.criteria[0];
  if (own === undefined) return [];
  const scale = JSON.stringify(own.scale);
  const rows = await tx
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .innerJoin("criteriaSets as s", "s.derivedByRunId", "r.id")
    .innerJoin("criteria as c", (join) =>
      join.onRef("c.criteriaSetId", "=", "s.id").onRef("c.id", "=", "d.criterionId").on("c.sampleId", "is", null),
    )
    .distinctOn("d.sampleId")
    .select(["d.sampleId", "r.judgeId as criterionId", "d.score", "d.runId"])
    .where("r.judgeId", "=", judgeId)
    .where("r.taskId", "=", taskId)
    .where("r.kind", "=", "evaluation")
    .where("d.sampleId", "=", ({ fn, val }) => fn.any(val(ids)))
    .where("c.name", "=", own.name)
    .where(({ ref }) => sql<SqlBool>`${ref("c.scale")} = ${scale}::jsonb`)
    .orderBy("d.sampleId")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc")
    .execute();
  return rows.map(({ sampleId, ...entry }) => ({ sampleId: sampleId ?? "", entry: { ...entry, dropped: null } }));
}

/** Critiques of these samples under the overall criterion: as judges wrote them by the critique protocol, or as annotators left them. */
export function listCritiques(
  tx: Db,
  plan: TrainingPlan,
  place: TrainingPlace,
  ids: string[],
): Promise<OfSample<CritiqueDraft | RedlinedCritique>[]> {
  const criterionId = plan.overall?.id ?? null;
  return plan.source.kind === "annotators" ? listRedlined(tx, plan, place, ids, criterionId) : listDrafted(tx, place, ids, criterionId);
}

/** Whether the reference was available. Two chains end without it, even if they began with it. */
const isReferenced = ({ reference, chain }: Record<string, unknown>) => reference !== "none" && chain !== "multi-path";

async function listDrafted(tx: Db, place: TrainingPlace, ids: string[], criterionId: string | null) {
  const rows = await tx
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .leftJoin("runUnits as u", (join) =>
      join.onRef("u.runId", "=", "d.runId").onRef("u.sampleId", "=", "d.sampleId").onRef("u.criterionId", "=", "d.criterionId"),
    )
    .select(["d.sampleId", "d.runId", "j.name as judge", "d.details", "u.status", "r.options"])
    .where("r.criteriaSetId", "=", place.criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .where("r.protocol", "=", "critique")
    .where("d.sampleId", "=", ({ fn, val }) => fn.any(val(ids)))
    .where("d.criterionId", "=", criterionId)
    .$if(place.judgeId !== null, (drafts) => drafts.where("r.judgeId", "=", place.judgeId))
    .orderBy("j.name")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc")
    .execute();
  return rows.map(({ sampleId, status, options, details, ...draft }) => ({
    sampleId: sampleId ?? "",
    entry: {
      ...draft,
      kind: "draft" as const,
      details,
      referenced: isReferenced(options),
      dropped: thrownOut(status === "dropped", details),
    },
  }));
}

async function listRedlined(tx: Db, { excluded }: TrainingPlan, place: TrainingPlace, ids: string[], criterionId: string | null) {
  const rows = await redlinedUnits(tx)
    .where("a.criteriaSetId", "=", place.criteriaSetId)
    .where("a.sampleId", "=", ({ fn, val }) => fn.any(val(ids)))
    .where("e.criterionId", "=", criterionId)
    .$if(excluded === "without", (work) => work.where(({ not }) => not(annotatorIsExcluded)))
    .orderBy("annotator")
    .orderBy("a.id")
    .execute();
  return rows.map(({ sampleId, runId, annotator, options, score, ...work }) => ({
    sampleId,
    entry: { kind: "redlined" as const, runId, annotator, referenced: isReferenced(options), text: textLeft(work), score },
  }));
}

/** Submitted units whose annotators were shown a critique, with their actions on it. */
const redlinedUnits = (tx: Db) =>
  draftedEvaluations(tx)
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .select([
      "a.sampleId",
      "r.id as runId",
      exportedName.as("annotator"),
      "r.options",
      "c.scale",
      "e.score",
      "d.score as draftScore",
      "d.items",
    ])
    .select(({ ref }) => actionsOf(ref("e.id")).$asScalar().$notNull().as("actions"))
    .where(isSubmittedWork)
    .where(isFirstInArm)
    .where(unitWasDrafted)
    .where("r.variant", "=", "plain")
    .where("r.protocol", "=", "critique");

type Redlined = Awaited<ReturnType<ReturnType<typeof redlinedUnits>["executeTakeFirstOrThrow"]>>;

/** The lines left after the actions, without the score line. */
export function textLeft({ items, draftScore, scale, actions }: Pick<Redlined, "items" | "draftScore" | "scale" | "actions">): string {
  const { lines } = applyActions({ items: withItemIds(items), draftScore, scale, actions });
  const kept = lines.filter(({ kind, outcome }) => outcome !== "remove" && kind !== "score" && kind !== "heading");
  return kept.map(({ text }) => text).join("\n");
}
