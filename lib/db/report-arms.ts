import "server-only";
import { type ArmColumns, type ArmKind, type ArmRatings, armKinds } from "@/lib/domain/arm-columns";
import type { Arm } from "@/lib/domain/assignment";
import { armNames, emptyColumns, placesOf, type RatingColumns } from "@/lib/domain/rating-columns";
import { db } from "./client";
import { jsonOf } from "./json";
import { floatsOf, intsOf, packedFloats, packedInts, packedRows } from "./packed";
import type { WorkGroup } from "./packed-ratings";
import { asInReport, type DraftGroup, inSampleOrder, orders, placedSamples } from "./rating-columns";
import { judgeNameIn } from "./report-raters";

/** Indexes of the report's lists, by id. */
interface Places {
  raters: ReadonlyMap<string, number>;
  criteria: ReadonlyMap<string, number>;
}

/** What was rated in each arm, with the drafts of the runs that were shown: those of plain runs are known. `ratings`: the work's own, with judges'. */
export async function readArms(
  { work, drafts, ratings }: { work: readonly WorkGroup[]; drafts: readonly DraftGroup[]; ratings: RatingColumns },
  { taskId, criteriaSetId, runIds }: { taskId: string; criteriaSetId: string; runIds: string[] },
  places: Places,
): Promise<ArmColumns> {
  const runs = await listShownRuns(criteriaSetId, runIds);
  const runAt = new Map(runs.map(({ id }, index) => [id, index]));
  const isKnown = new Set(drafts.map(({ runId }) => runId));
  const others = await packedDraftScores(
    taskId,
    runs.flatMap(({ id }) => (isKnown.has(id) ? [] : [id])),
  );
  return {
    runs,
    ratings: sharedRatings(ratings, work, places, runAt) ?? armRatings(work, places, runAt),
    drafts: draftScores(
      [...drafts.map(withScores), ...others.map((group) => ({ ...group, samples: intsOf(group.samples), scores: floatsOf(group.scores) }))],
      places,
      runAt,
    ),
  };
}

/** Without the drafts that have no score. */
function withScores(group: DraftGroup): DraftGroup {
  const { samples, scores } = group;
  const given = placesOf(scores.length, (at) => !Number.isNaN(scores[at]));
  if (given.length === scores.length) return group;
  return { ...group, samples: given.map((at) => samples[at] as number), scores: Float64Array.from(given, (at) => scores[at] as number) };
}

function draftScores(
  given: readonly (Pick<DraftGroup, "runId" | "samples" | "scores"> & { criterionId: string | null })[],
  places: Places,
  runAt: ReadonlyMap<string, number>,
): ArmColumns["drafts"] {
  const groups = given.flatMap(({ runId, criterionId, samples, scores }) => {
    const [run, criterion] = [runAt.get(runId), places.criteria.get(criterionId ?? "")];
    return run === undefined || criterion === undefined ? [] : [{ run, criterion, samples, scores }];
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

/** The ratings themselves, where each is one of an arm and people's come first: a second list of a million would be much to hold. Else null. */
export function sharedRatings(
  columns: RatingColumns,
  work: readonly WorkGroup[],
  places: Places,
  runAt: ReadonlyMap<string, number>,
): ArmRatings | null {
  const groups = work.flatMap(({ raterId, criterionId, ratedIn, samples: { length }, work: { shownRun, again } }) => {
    const [rater, criterion] = [places.raters.get(raterId), places.criteria.get(criterionId)];
    if (rater === undefined || criterion === undefined) return [];
    // A second round is none of the ratings.
    const kinds = again ? [] : kindsOf(ratedIn);
    const kind = kinds.length === 1 ? kinds[0] : undefined;
    return [{ rater, criterion, arm: armNames.indexOf(ratedIn), kind, run: runOf(ratedIn, shownRun, runAt), length }];
  });
  groups.sort(asInReport);
  const size = groups.reduce((sum, { length }) => sum + length, 0);
  const [arm, run] = [new Int8Array(size), new Int32Array(size)];
  let from = 0;
  for (const { kind, run: shown, length, ...group } of groups) {
    const isHere = columns.rater[from] === group.rater && columns.criterion[from] === group.criterion && columns.arm[from] === group.arm;
    if (kind === undefined || !isHere) return null;
    arm.fill(armKinds.indexOf(kind), from, from + length);
    run.fill(shown, from, from + length);
    from += length;
  }
  const { rater, sample, criterion, score, durationMs, day } = columns;
  return {
    ...{ rater: rater.subarray(0, size), sample: sample.subarray(0, size), criterion: criterion.subarray(0, size) },
    ...{ score: score.subarray(0, size), durationMs: durationMs.subarray(0, size), day: day.subarray(0, size), arm, run },
  };
}

/** The place of the run whose draft was in view; -1: none. */
const runOf = (ratedIn: Arm, shownRun: string | null, runAt: ReadonlyMap<string, number>): number =>
  ratedIn === "blind" || shownRun === null ? -1 : (runAt.get(shownRun) ?? -1);

/** One score for each rating, or two where the draft followed the person's own. */
function armRatings(work: readonly WorkGroup[], places: Places, runAt: ReadonlyMap<string, number>): ArmColumns["ratings"] {
  const inOrder = orders();
  const groups = work.flatMap(({ raterId, criterionId, ratedIn, samples, scores, work: { shownRun, again, firsts, durations, days } }) => {
    const [rater, criterion] = [places.raters.get(raterId), places.criteria.get(criterionId)];
    const kinds = kindsOf(ratedIn);
    if (rater === undefined || criterion === undefined || kinds.length === 0) return [];
    const run = runOf(ratedIn, shownRun, runAt);
    // A unit of two scores that has no first one is left out.
    const isWhole = (at: number) => !Number.isNaN(firsts[at]);
    const whole = kinds.length === 1 ? inOrder(samples) : inSampleOrder(placesOf(samples.length, isWhole), samples);
    return [{ rater, criterion, kinds, run, again, samples, scores, durations, days, firsts, whole }];
  });
  // Two rounds of one arm are groups of their own.
  groups.sort((a, b) => a.rater - b.rater || a.criterion - b.criterion || a.run - b.run || Number(a.again) - Number(b.again));
  const size = groups.reduce((sum, { whole, kinds }) => sum + whole.length * kinds.length, 0);
  const ratings = { ...emptyColumns(size), run: new Int32Array(size) };
  let from = 0;
  for (const { rater, criterion, kinds, run, samples, scores, firsts, durations, days, whole } of groups) {
    const to = from + whole.length * kinds.length;
    ratings.rater.fill(rater, from, to);
    ratings.criterion.fill(criterion, from, to);
    ratings.run.fill(run, from, to);
    // A unit's scores are beside each other.
    kinds.forEach((kind, first) => {
      const put = (list: ArrayLike<number>, column: Float64Array | Int32Array) => {
        for (let n = 0, at = from + first; n < whole.length; n++, at += kinds.length) column[at] = list[whole[n] as number] as number;
      };
      const arm = armKinds.indexOf(kind);
      for (let at = from + first; at < to; at += kinds.length) ratings.arm[at] = arm;
      put(samples, ratings.sample);
      put(kind === "first" ? firsts : scores, ratings.score);
      put(days, ratings.day);
      // The time of the last score is that of both.
      if (kind === "first") for (let at = from; at < to; at += kinds.length) ratings.durationMs[at] = Number.NaN;
      else put(durations, ratings.durationMs);
    });
    from = to;
  }
  return ratings;
}

/** What is known of work in an arm. */
function kindsOf(ratedIn: Arm): ArmKind[] {
  if (ratedIn === "blind-then-drafted") return ["first", "final"];
  return ratedIn === "blind" || ratedIn === "drafted" ? [ratedIn] : [];
}

const listShownRuns = async (criteriaSetId: string, ids: string[]) =>
  ids.length === 0
    ? []
    : db()
        .selectFrom("runs as r")
        .innerJoin("judges as j", "j.id", "r.judgeId")
        .select("r.id")
        .select(judgeNameIn(criteriaSetId).as("judge"))
        .where("r.id", "in", ids)
        .orderBy("r.createdAt")
        .orderBy("r.id")
        .execute();

const packedDraftScores = async (taskId: string, runIds: string[]) =>
  runIds.length === 0
    ? []
    : packedRows(
        db()
          .with("place", () => placedSamples(taskId))
          .selectFrom("drafts as d")
          .innerJoin("place", "place.id", "d.sampleId")
          .select((eb) => jsonOf(eb, ["d.runId", "d.criterionId"]).as("described"))
          .select(({ ref }) => [packedInts(ref("place.sample")).as("samples"), packedFloats(ref("d.score")).as("scores")])
          .where("d.runId", "in", runIds)
          .where("d.score", "is not", null)
          .groupBy(["d.runId", "d.criterionId"]),
        "samples",
        "scores",
      );
