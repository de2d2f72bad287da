import "server-only";
import { sql } from "kysely";
import type { ArmData } from "@/lib/domain/report-data";
import { db } from "./client";
import { measuredMs, submittedDay } from "./measured-work";
import { floatsOf, intsOf, packedFloats, packedInts } from "./packed";
import { placedSamples } from "./rating-columns";
import { armOfUnit, unitWasDrafted } from "./unit-arm";

/** Indexes of the report's lists, by id. */
interface Places {
  raters: ReadonlyMap<string, number>;
  criteria: ReadonlyMap<string, number>;
}

/** What was rated in each arm, with the drafts of the runs that were shown; null where all work was done in one arm. */
export async function readArms(
  { taskId, criteriaSetId, kinds }: { taskId: string; criteriaSetId: string; kinds: Awaited<ReturnType<typeof listWorkKinds>> },
  places: Places,
): Promise<ArmData | null> {
  if (kinds.length < 2 && kinds[0]?.arm !== "blind-then-drafted") return null;
  const runs = await listShownRuns(kinds.flatMap(({ runId }) => runId ?? []));
  const runAt = new Map(runs.map(({ id }, index) => [id, index]));
  const drafts = await packedDraftScores(taskId, [...runAt.keys()]);
  return {
    runs,
    ratings: (await packedArmRatings(taskId, criteriaSetId)).flatMap((group) => armRatings(group, places, runAt)),
    drafts: drafts.flatMap(({ runId, criterionId, samples, scores }) => {
      const [run, criterion] = [runAt.get(runId), places.criteria.get(criterionId)];
      if (run === undefined || criterion === undefined) return [];
      const score = floatsOf(scores);
      return Array.from(intsOf(samples), (sample, at) => ({ run, sample, criterion, score: score[at] as number }));
    }),
  };
}

/** The ratings of one person on one criterion in one arm: one score each, or two where the draft followed the person's own. */
function armRatings(
  group: Awaited<ReturnType<typeof packedArmRatings>>[number],
  places: Places,
  runAt: ReadonlyMap<string, number>,
): ArmData["ratings"] {
  const [rater, criterion] = [places.raters.get(group.annotatorId), places.criteria.get(group.criterionId)];
  if (rater === undefined || criterion === undefined) return [];
  const { ratedIn } = group;
  const run = group.shownRun === null ? null : (runAt.get(group.shownRun) ?? null);
  const [samples, durations, days] = [intsOf(group.samples), intsOf(group.durations), intsOf(group.days)];
  const [scores, firsts] = [floatsOf(group.scores), floatsOf(group.firsts)];
  const ratings: ArmData["ratings"] = [];
  for (let at = 0; at < samples.length; at++) {
    const [sample, score, first, ms] = [samples[at] as number, scores[at] as number, firsts[at] as number, durations[at] as number];
    const [durationMs, day] = [ms < 0 ? null : ms, days[at] === -1 ? null : days[at]];
    if (ratedIn === "blind") ratings.push({ rater, sample, criterion, day, arm: "blind", run: null, score, durationMs });
    else if (ratedIn === "drafted") ratings.push({ rater, sample, criterion, day, arm: "drafted", run, score, durationMs });
    else if (ratedIn === "blind-then-drafted" && !Number.isNaN(first)) {
      // The time is that of both scores.
      ratings.push({ rater, sample, criterion, day, arm: "first", run, score: first, durationMs: null });
      ratings.push({ rater, sample, criterion, day, arm: "final", run, score, durationMs });
    }
  }
  return ratings;
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

/** The arms in which there is submitted work under a criteria set, each with the runs whose drafts were to be shown. */
export const listWorkKinds = (criteriaSetId: string) =>
  submitted(criteriaSetId).select(["a.arm", "a.runId"]).where("a.arm", "<>", "unstated").groupBy(["a.arm", "a.runId"]).execute();

const packedArmRatings = (taskId: string, criteriaSetId: string) =>
  submitted(criteriaSetId)
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .innerJoin(placedSamples(taskId).as("place"), "place.id", "a.sampleId")
    .select((eb) => [
      "a.annotatorId",
      "e.criterionId",
      sql<string>`${armOfUnit}`.as("ratedIn"),
      eb.case().when(unitWasDrafted).then(eb.ref("a.runId")).end().as("shownRun"),
      packedInts(eb.ref("place.sample")).as("samples"),
      packedFloats(eb.ref("e.score")).as("scores"),
      packedFloats(sql`coalesce(${eb.ref("e.blindScore")}, 'NaN')`).as("firsts"),
      packedInts(submittedDay).as("days"),
      packedInts(measuredMs).as("durations"),
    ])
    .where("e.score", "is not", null)
    .groupBy(["a.annotatorId", "e.criterionId", "ratedIn", "shownRun"])
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

const packedDraftScores = async (taskId: string, runIds: string[]) =>
  runIds.length === 0
    ? []
    : db()
        .with("place", () => placedSamples(taskId))
        .selectFrom("drafts as d")
        .innerJoin("place", "place.id", "d.sampleId")
        .select(({ ref }) => [
          "d.runId",
          ref("d.criterionId").$notNull().as("criterionId"),
          packedInts(ref("place.sample")).as("samples"),
          packedFloats(ref("d.score")).as("scores"),
        ])
        .where("d.runId", "in", runIds)
        .where("d.score", "is not", null)
        .groupBy(["d.runId", "d.criterionId"])
        .execute();
