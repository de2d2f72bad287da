import "server-only";
import { sql } from "kysely";
import type { ArmData } from "@/lib/domain/report-data";
import { db } from "./client";
import { armOfUnit, unitWasDrafted } from "./unit-arm";

/** Indexes of the report's lists, by id. */
interface Places {
  raters: ReadonlyMap<string, number>;
  criteria: ReadonlyMap<string, number>;
  samples: ReadonlyMap<string, number>;
}

/** What was rated in each arm, with the drafts of the runs that were shown; null where all work was done in one arm. */
export async function readArms(criteriaSetId: string, places: Places): Promise<ArmData | null> {
  const kinds = await listKinds(criteriaSetId);
  if (kinds.length < 2 && kinds[0]?.arm !== "blind-then-drafted") return null;
  const runs = await listShownRuns(kinds.flatMap(({ runId }) => runId ?? []));
  const runAt = new Map(runs.map(({ id }, index) => [id, index]));
  const [ratings, drafts] = await Promise.all([listArmRatings(criteriaSetId), listDraftScores(runs.map(({ id }) => id))]);
  return {
    runs,
    ratings: ratings.flatMap((row) => armRatings(row, places, runAt)),
    drafts: drafts.flatMap(({ runId, sampleId, criterionId, score }) => {
      const [run, sample, criterion] = [runAt.get(runId), places.samples.get(sampleId ?? ""), places.criteria.get(criterionId ?? "")];
      return run === undefined || sample === undefined || criterion === undefined ? [] : [{ run, sample, criterion, score }];
    }),
  };
}

/** A rating of the report's people on its samples: one score, or two where the draft followed the person's own. */
function armRatings(
  row: Awaited<ReturnType<typeof listArmRatings>>[number],
  places: Places,
  runAt: ReadonlyMap<string, number>,
): ArmData["ratings"] {
  const [rater, sample, criterion] = [
    places.raters.get(row.annotatorId),
    places.samples.get(row.sampleId),
    places.criteria.get(row.criterionId),
  ];
  if (rater === undefined || sample === undefined || criterion === undefined) return [];
  const { score, durationMs, arm, blindScore } = row;
  const run = row.runId === null ? null : (runAt.get(row.runId) ?? null);
  const of = { rater, sample, criterion, day: row.day };
  if (arm === "blind") return [{ ...of, arm, run: null, score, durationMs }];
  if (arm === "drafted") return [{ ...of, arm, run, score, durationMs }];
  if (arm !== "blind-then-drafted" || blindScore === null) return [];
  return [
    // The time is that of both scores.
    { ...of, arm: "first", run, score: blindScore, durationMs: null },
    { ...of, arm: "final", run, score, durationMs },
  ];
}

/** Submitted work under a criteria set, without samples rated a second time for their own sake. */
const submitted = (criteriaSetId: string) =>
  db()
    .selectFrom("assignments as a")
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("a.round", "=", 0),
        exists(
          selectFrom("planSlots as slot")
            .select("slot.planId")
            .whereRef("slot.assignmentId", "=", "a.id")
            .where("slot.purpose", "<>", "repeat"),
        ),
      ]),
    );

const listKinds = (criteriaSetId: string) =>
  submitted(criteriaSetId).select(["a.arm", "a.runId"]).where("a.arm", "<>", "unstated").groupBy(["a.arm", "a.runId"]).execute();

const listArmRatings = (criteriaSetId: string) =>
  submitted(criteriaSetId)
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .select(["a.annotatorId", "a.sampleId", "e.criterionId", "e.blindScore"])
    .select((eb) => [
      eb.ref("e.score").$notNull().as("score"),
      sql<string>`${armOfUnit}`.as("arm"),
      eb.case().when(unitWasDrafted).then(eb.ref("a.runId")).end().as("runId"),
      sql<number>`floor(extract(epoch from ${eb.ref("a.submittedAt")}) / 86400)::int`.as("day"),
      // In the workspace, zero means that no time was measured.
      sql<number | null>`nullif(${eb.ref("e.durationMs")}, case when ${eb.ref("a.importId")} is null then 0 end)`.as("durationMs"),
    ])
    .where("e.score", "is not", null)
    .execute();

const listShownRuns = async (ids: string[]) =>
  ids.length === 0
    ? []
    : db()
        .selectFrom("runs as r")
        .innerJoin("judges as j", "j.id", "r.judgeId")
        .select(["r.id", "j.name as judge"])
        .where("r.id", "in", ids)
        .orderBy("r.createdAt")
        .orderBy("r.id")
        .execute();

const listDraftScores = async (runIds: string[]) =>
  runIds.length === 0
    ? []
    : db()
        .selectFrom("drafts")
        .select(["runId", "sampleId", "criterionId"])
        .select(({ ref }) => ref("score").$notNull().as("score"))
        .where("runId", "in", runIds)
        .where("score", "is not", null)
        .execute();
