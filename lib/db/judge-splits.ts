import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { PartCounts, RefusedScores, SplitPart } from "@/lib/domain/judge-improvement";
import { isCategorical } from "@/lib/domain/labels";
import { type Db, db } from "./client";
import { annotatorIsExcluded } from "./exports";
import { given } from "./given";
import { armOfUnit } from "./unit-arm";

/** A task's samples with what decides which input each belongs to; texts that differ only in case, white space or Unicode form are one. */
export const listSplitSamples = (on: Db, taskId: string) =>
  on
    .selectFrom("samples")
    .select(["id", "inputKey"])
    .select(({ ref }) => sql<string>`md5(lower(btrim(regexp_replace(normalize(${ref("input")}, NFKC), '\\s+', ' ', 'g'))))`.as("textHash"))
    .where("taskId", "=", taskId)
    .orderBy("id")
    .execute();

/** The task's split; null: there is none. */
export async function findSplit(taskId: string, on: Db = db()) {
  const split = on.selectFrom("judgeSplits").select(["id", "seed", "heldOutShare", "sealedAt"]).where("taskId", "=", taskId);
  return (await split.executeTakeFirst()) ?? null;
}

export type StoredSplit = NonNullable<Awaited<ReturnType<typeof findSplit>>>;

/** Stores a split in place of one that is not sealed. The caller holds the task's lock. */
export async function replaceSplit(
  tx: Db,
  split: { taskId: string; seed: number; heldOutShare: number; createdById: string },
  samples: readonly { sampleId: string; part: SplitPart; input: string }[],
): Promise<string> {
  await tx.deleteFrom("judgeSplits").where("taskId", "=", split.taskId).where("sealedAt", "is", null).execute();
  const { id } = await tx.insertInto("judgeSplits").values(split).returning("id").executeTakeFirstOrThrow();
  const rows = samples.map(({ sampleId, part, input }) => ({ sampleId, heldOut: part === "held-out", input }));
  await tx
    .insertInto("judgeSplitSamples")
    .columns(["splitId", "sampleId", "heldOut", "input"])
    .expression(
      tx
        .selectFrom(given(rows, { sampleId: "uuid", heldOut: "boolean", input: "text" }))
        .select(({ cast, val }) => [cast<string>(val(id), "uuid").as("splitId"), "given.sampleId", "given.heldOut", "given.input"]),
    )
    .execute();
  return id;
}

/** From now on nothing changes it. */
export async function sealSplit(tx: Db, id: string): Promise<void> {
  await tx.updateTable("judgeSplits").set({ sealedAt: new Date() }).where("id", "=", id).where("sealedAt", "is", null).execute();
}

/** Submitted work under the task's newest published criteria that figures rest on, with the part of its sample. */
const scoredUnits = (splitId: string, criteriaSetId: string) =>
  db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("judgeSplitSamples as p", "p.sampleId", "a.sampleId")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .where("p.splitId", "=", splitId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("c.sampleId", "is", null)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.score", "is not", null);

const eb = expressionBuilder<{ e: DB["evaluations"] }, "e">();
const isFirst = eb.and([eb(armOfUnit, "=", "blind-then-drafted"), eb("e.blindScore", "is not", null)]);
/** Whether a person scored the unit before seeing a draft of it. */
const isUndrafted = eb.or([eb(armOfUnit, "=", "blind"), isFirst]);

/** Scores given without a draft on one part of a split, by people who are not excluded: blind ones, and first ones of blind-then-drafted. */
export async function listUndraftedScores(splitId: string, criteriaSetId: string, part: SplitPart) {
  return scoredUnits(splitId, criteriaSetId)
    .select(["a.sampleId", "p.input", "e.criterionId", "a.annotatorId"])
    .select(({ ref }) => sql<number>`case when ${isFirst} then ${ref("e.blindScore")} else ${ref("e.score")} end`.as("score"))
    .where("p.heldOut", "=", part === "held-out")
    .where(isUndrafted)
    .where(({ not }) => not(annotatorIsExcluded))
    .orderBy("a.sampleId")
    .orderBy("e.criterionId")
    .orderBy("a.annotatorId")
    .execute();
}

/** What each part holds, and how many scores are not the truth. */
export async function countSplit(splitId: string, criteriaSetId: string | null) {
  const parts = await db()
    .selectFrom("judgeSplitSamples")
    .select(({ fn, ref }) => [
      "heldOut",
      fn.countAll<number>().as("samples"),
      sql<number>`count(distinct ${ref("input")})::int`.as("inputs"),
    ])
    .where("splitId", "=", splitId)
    .groupBy("heldOut")
    .execute();
  const scored = criteriaSetId === null ? [] : await countScored(splitId, criteriaSetId);
  const of = (heldOut: boolean): PartCounts => {
    const part = parts.find((one) => one.heldOut === heldOut);
    const own = scored.find((one) => one.heldOut === heldOut);
    return { inputs: part?.inputs ?? 0, samples: part?.samples ?? 0, units: own?.units ?? 0, scores: own?.scores ?? 0 };
  };
  const sum = (count: keyof RefusedScores) => scored.reduce((total, one) => total + one[count], 0);
  const refused = { drafted: sum("drafted"), unstated: sum("unstated"), excluded: sum("excluded") };
  return { develop: of(false), heldOut: of(true), refused };
}

const countScored = (splitId: string, criteriaSetId: string) =>
  scoredUnits(splitId, criteriaSetId)
    .select("p.heldOut")
    .select((eb) => {
      const counts = (condition: Expression<SqlBool>) => eb.fn.countAll<number>().filterWhere(condition);
      const kept = eb.and([isUndrafted, eb.not(annotatorIsExcluded)]);
      const isStated = eb("a.arm", "<>", "unstated");
      return [
        counts(kept).as("scores"),
        sql<number>`(count(distinct (${eb.ref("a.sampleId")}, ${eb.ref("e.criterionId")})) filter (where ${kept}))::int`.as("units"),
        counts(annotatorIsExcluded).as("excluded"),
        counts(eb.and([eb.not(annotatorIsExcluded), eb.not(isUndrafted), isStated])).as("drafted"),
        counts(eb.and([eb.not(annotatorIsExcluded), eb.not(isUndrafted), eb.not(isStated)])).as("unstated"),
      ];
    })
    .groupBy("p.heldOut")
    .execute();

/** The numeric criteria of a set: labels have no distance, and there is nothing to learn from how far a score is off. */
export async function listLearningCriteria(criteriaSetId: string) {
  const rows = await db()
    .selectFrom("criteria")
    .select(["id", "name", "definition", "scale"])
    .where("criteriaSetId", "=", criteriaSetId)
    .where("sampleId", "is", null)
    .orderBy("position")
    .execute();
  return rows.flatMap(({ scale, ...criterion }) => (isCategorical(scale) ? [] : [{ ...criterion, min: scale.min, max: scale.max }]));
}
