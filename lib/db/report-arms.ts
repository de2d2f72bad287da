import "server-only";
import { sql } from "kysely";
import { type ArmColumns, type ArmKind, armKinds } from "@/lib/domain/arm-columns";
import { emptyColumns, placesOf } from "@/lib/domain/rating-columns";
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
): Promise<ArmColumns | null> {
  if (kinds.length < 2 && kinds[0]?.arm !== "blind-then-drafted") return null;
  const runs = await listShownRuns(kinds.flatMap(({ runId }) => runId ?? []));
  const runAt = new Map(runs.map(({ id }, index) => [id, index]));
  const drafts = await packedDraftScores(taskId, [...runAt.keys()]);
  return {
    runs,
    ratings: armRatings(await packedArmRatings(taskId, criteriaSetId), places, runAt),
    drafts: draftScores(drafts, places, runAt),
  };
}

function draftScores(
  packed: Awaited<ReturnType<typeof packedDraftScores>>,
  places: Places,
  runAt: ReadonlyMap<string, number>,
): ArmColumns["drafts"] {
  const groups = packed.flatMap(({ runId, criterionId, samples, scores }) => {
    const [run, criterion] = [runAt.get(runId), places.criteria.get(criterionId)];
    return run === undefined || criterion === undefined ? [] : [{ run, criterion, samples: intsOf(samples), scores: floatsOf(scores) }];
  });
  const size = groups.reduce((sum, { samples }) => sum + samples.length, 0);
  const drafts = {
    run: new Int32Array(size),
    sample: new Int32Array(size),
    criterion: new Int32Array(size),
    score: new Float64Array(size),
  };
  let from = 0;
  for (const { run, criterion, samples, scores } of groups) {
    const to = from + samples.length;
    drafts.run.fill(run, from, to);
    drafts.criterion.fill(criterion, from, to);
    drafts.sample.set(samples, from);
    drafts.score.set(scores, from);
    from = to;
  }
  return drafts;
}

/** One score for each rating, or two where the draft followed the person's own. */
function armRatings(
  packed: Awaited<ReturnType<typeof packedArmRatings>>,
  places: Places,
  runAt: ReadonlyMap<string, number>,
): ArmColumns["ratings"] {
  const groups = packed.flatMap(({ annotatorId, criterionId, ratedIn, shownRun, ...lists }) => {
    const [rater, criterion] = [places.raters.get(annotatorId), places.criteria.get(criterionId)];
    const kinds = kindsOf(ratedIn);
    if (rater === undefined || criterion === undefined || kinds.length === 0) return [];
    const run = ratedIn === "blind" || shownRun === null ? -1 : (runAt.get(shownRun) ?? -1);
    const firsts = floatsOf(lists.firsts);
    // A unit of two scores that has no first one is left out.
    const isWhole = (at: number) => kinds.length === 1 || !Number.isNaN(firsts[at]);
    return [{ ...lists, rater, criterion, kinds, run, firsts, whole: placesOf(firsts.length, isWhole) }];
  });
  const size = groups.reduce((sum, { whole, kinds }) => sum + whole.length * kinds.length, 0);
  const ratings = { ...emptyColumns(size), run: new Int32Array(size) };
  let to = 0;
  for (const { rater, criterion, kinds, run, firsts, whole, ...lists } of groups) {
    const [samples, durations, days] = [intsOf(lists.samples), intsOf(lists.durations), intsOf(lists.days)];
    const scores = floatsOf(lists.scores);
    for (const at of whole) {
      for (const kind of kinds) {
        const ms = durations[at] as number;
        ratings.rater[to] = rater;
        ratings.sample[to] = samples[at] as number;
        ratings.criterion[to] = criterion;
        ratings.arm[to] = armKinds.indexOf(kind);
        ratings.run[to] = run;
        ratings.score[to] = (kind === "first" ? firsts : scores)[at] as number;
        // The time of the last score is that of both.
        ratings.durationMs[to] = kind === "first" || ms < 0 ? Number.NaN : ms;
        ratings.day[to] = days[at] as number;
        to += 1;
      }
    }
  }
  return ratings;
}

/** What is known of work in an arm. */
function kindsOf(ratedIn: string): ArmKind[] {
  if (ratedIn === "blind-then-drafted") return ["first", "final"];
  return ratedIn === "blind" || ratedIn === "drafted" ? [ratedIn] : [];
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
