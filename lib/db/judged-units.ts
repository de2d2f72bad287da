import "server-only";
import { sql } from "kysely";
import { withItemIds } from "@/lib/domain/draft";
import type { SplitPart } from "@/lib/domain/judge-improvement";
import { applyActions } from "@/lib/review/apply-actions";
import { actionsOf } from "./actions";
import { db } from "./client";
import { draftedEvaluations } from "./drafted-evaluations";
import { annotatorIsExcluded } from "./exports";
import { newestDraftsOf } from "./newest-drafts";
import { textLeft } from "./training-sources";
import { unitWasDrafted } from "./unit-arm";
import { isFirstInArm } from "./work-in-arms";

interface Part {
  splitId: string;
  part: SplitPart;
}

const samplesOf = ({ splitId, part }: Part) =>
  db()
    .selectFrom("judgeSplitSamples")
    .select("sampleId")
    .where("splitId", "=", splitId)
    .where("heldOut", "=", part === "held-out");

/** A judge's current scores on one part, from plain runs over the criteria set. */
export async function listJudgeScores(judgeId: string, criteriaSetId: string, part: Part) {
  const said = newestDraftsOf(criteriaSetId).where("r.judgeId", "=", judgeId).where("d.sampleId", "in", samplesOf(part));
  const rows = await db().selectFrom(said.as("said")).select(["said.sampleId", "said.criterionId", "said.score", "said.runId"]).execute();
  return rows.flatMap(({ sampleId, criterionId, score, runId }) =>
    sampleId === null || criterionId === null || score === null ? [] : [{ sampleId, criterionId, score, runId }],
  );
}

/** The scores of one run's drafts. */
export async function listRunScores(runId: string) {
  const rows = await db()
    .selectFrom("drafts as d")
    .leftJoin("runUnits as u", (join) =>
      join.onRef("u.runId", "=", "d.runId").onRef("u.sampleId", "=", "d.sampleId").onRef("u.criterionId", "=", "d.criterionId"),
    )
    .select(["d.sampleId", "d.criterionId", "d.score", "u.status"])
    .where("d.runId", "=", runId)
    .execute();
  return rows.flatMap(({ sampleId, criterionId, score, status }) =>
    sampleId === null || criterionId === null || score === null || status === "dropped" ? [] : [{ sampleId, criterionId, score }],
  );
}

/** What a unit cost on average in these runs, in US dollars; null if a request's cost is unknown, or there are no drafts. */
export async function findUnitCost(runIds: readonly string[]): Promise<number | null> {
  if (runIds.length === 0) return null;
  const asked = db()
    .selectFrom("exchanges")
    .select(({ fn, ref }) => [
      fn.sum<number | null>("costUsd").as("costUsd"),
      sql<number>`count(*) filter (where ${ref("costUsd")} is null and ${ref("cachedFromId")} is null)::int`.as("unknown"),
      fn.countAll<number>().as("requests"),
    ])
    .where("runId", "in", [...runIds]);
  const made = db()
    .selectFrom("drafts")
    .select(({ fn }) => [fn.countAll<number>().as("units"), fn.sum<number | null>("costUsd").as("costUsd")])
    .where("runId", "in", [...runIds]);
  const [requests, drafts] = await Promise.all([asked.executeTakeFirstOrThrow(), made.executeTakeFirstOrThrow()]);
  if (drafts.units === 0 || requests.unknown > 0) return null;
  const costUsd = requests.requests > 0 ? requests.costUsd : drafts.costUsd;
  return costUsd === null ? null : costUsd / drafts.units;
}

/**
 * Units of a part where people redlined a judge's drafts, with the lines they left, the lines they changed and their reasons: of the work whose lines the
 * report counts.
 */
export async function listRedlinedUnits(judgeId: string, criteriaSetId: string, part: Part) {
  const rows = await draftedEvaluations(db())
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .innerJoin("judgeSplitSamples as p", "p.sampleId", "a.sampleId")
    .select([
      "a.sampleId",
      "e.criterionId",
      "c.name as criterion",
      "c.scale",
      "p.input",
      "s.input as sampleInput",
      "s.output",
      "s.reference",
    ])
    .select(["d.items", "d.score as draftScore"])
    .select(({ ref, fn, val }) => [
      actionsOf(ref("e.id")).$asScalar().$notNull().as("actions"),
      fn.coalesce("e.blindActions", val(0)).as("madeBlind"),
    ])
    .where("p.splitId", "=", part.splitId)
    .where("p.heldOut", "=", part.part === "held-out")
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where(isFirstInArm)
    .where("r.judgeId", "=", judgeId)
    .where("r.variant", "=", "plain")
    .where(unitWasDrafted)
    .where(({ not }) => not(annotatorIsExcluded))
    .orderBy("a.sampleId")
    .orderBy("e.criterionId")
    .orderBy("a.annotatorId")
    .orderBy("a.round")
    .execute();
  return rows.map(({ items, draftScore, scale, actions, madeBlind, ...unit }) => {
    const { lines } = applyActions({ items: withItemIds(items), draftScore, scale, actions, madeBlind });
    const changed = lines.filter(({ kind, outcome }) => kind !== "heading" && ["revise", "remove", "add"].includes(outcome));
    return {
      ...unit,
      judgeScore: draftScore,
      wording: textLeft({ items, draftScore, scale, actions }),
      changes: changed.map(({ kind, original, outcome, text, reasonCode }) => ({
        ofScore: kind === "score",
        before: original ?? "",
        after: outcome === "remove" ? "" : text,
        reasonCode: reasonCode ?? null,
      })),
    };
  });
}

export type StoredRedline = Awaited<ReturnType<typeof listRedlinedUnits>>[number];
