import "server-only";
import { sql } from "kysely";
import { armNames, emptyColumns, type RatingColumns } from "@/lib/domain/rating-columns";
import { type Db, db, roomy } from "./client";
import { measuredMs, submittedDay } from "./measured-work";
import { plainDrafts } from "./newest-drafts";
import { floatsOf, intsOf, packedFloats, packedInts } from "./packed";
import { armOfUnit } from "./unit-arm";

/** A task's samples by their index in the report, with the index of the first sample that has the same input. */
export const placedSamples = (taskId: string, on: Db = db()) =>
  on
    .selectFrom(({ selectFrom }) =>
      selectFrom("samples")
        .select(["id", "inputKey"])
        .select(({ ref }) => sql<number>`row_number() over (order by ${ref("position")}, ${ref("id")}) - 1`.as("sample"))
        .where("taskId", "=", taskId)
        .as("s"),
    )
    .select(["s.id", "s.sample"])
    .select(({ fn }) =>
      fn
        .min("s.sample")
        .over((over) => over.partitionBy("s.inputKey"))
        .as("input"),
    );

/** The numbers of one rater on one criterion, packed. */
interface Packed {
  raterId: string;
  criterionId: string;
  /** The arm; null: a judge's. */
  ratedIn: string | null;
  samples: string;
  scores: string;
  /** Absent: a judge's. */
  durations?: string;
  days?: string;
}

type Placed = ReadonlyMap<string, number>;

/**
 * What a task's ratings are made of: those of submitted assignments, and each judge's drafts in plain runs. Both are read at once, each with the memory
 * that grouping a million rows takes.
 */
export const readPackedRatings = (taskId: string, criteriaSetId: string) =>
  Promise.all([roomy((on) => packedWork(taskId, criteriaSetId, on)), roomy((on) => packedDrafts(taskId, criteriaSetId, on))]);

/**
 * The ratings of a task: from submitted assignments and from each judge's newest draft of a unit, if they have a score. Raters and criteria that are not
 * among the given ones are left out.
 */
export function ratingColumnsOf(
  [work, drafts]: Awaited<ReturnType<typeof readPackedRatings>>,
  places: { raters: Placed; criteria: Placed; samples: Placed },
): RatingColumns {
  const isCurrent = newestOfUnits(places.samples.size);
  const packed = [...work, ...drafts].flatMap((group) => {
    const [rater, criterion] = [places.raters.get(group.raterId), places.criteria.get(group.criterionId)];
    if (rater === undefined || criterion === undefined) return [];
    const [samples, scores] = [intsOf(group.samples), floatsOf(group.scores)];
    const kept = group.ratedIn === null ? isCurrent(`${rater} ${criterion}`, samples, scores) : null;
    return [{ ...group, rater, criterion, samples, scores, kept }];
  });
  const columns = emptyColumns(packed.reduce((sum, { scores, kept }) => sum + (kept ?? scores).length, 0));
  let from = 0;
  for (const { rater, criterion, ratedIn, samples, scores, kept, durations, days } of packed) {
    const to = from + (kept ?? scores).length;
    columns.rater.fill(rater, from, to);
    columns.criterion.fill(criterion, from, to);
    columns.arm.fill(ratedIn === null ? -1 : armNames.indexOf(ratedIn), from, to);
    if (kept === null) {
      columns.sample.set(samples, from);
      columns.score.set(scores, from);
    } else
      kept.forEach((at, place) => {
        columns.sample[from + place] = samples[at] as number;
        columns.score[from + place] = scores[at] as number;
      });
    if (durations)
      intsOf(durations).forEach((ms, place) => {
        if (ms >= 0) columns.durationMs[from + place] = ms;
      });
    if (days) columns.day.set(intsOf(days), from);
    from = to;
  }
  return columns;
}

/**
 * The places of a judge's drafts on a criterion that count, given run by run from the newest: the first of each sample, if it has a score. A draft
 * without a score replaces older ones all the same.
 */
function newestOfUnits(sampleCount: number) {
  const seen = new Map<string, Uint8Array>();
  return (of: string, samples: Int32Array, scores: Float64Array): Int32Array => {
    const own = seen.get(of) ?? new Uint8Array(sampleCount);
    seen.set(of, own);
    let count = 0;
    const kept = new Int32Array(samples.length);
    samples.forEach((sample, at) => {
      if (own[sample] === 0 && !Number.isNaN(scores[at])) kept[count++] = at;
      own[sample] = 1;
    });
    return kept.subarray(0, count);
  };
}

const packedWork = (taskId: string, criteriaSetId: string, on: Db): Promise<Packed[]> =>
  on
    .with("place", () => placedSamples(taskId, on))
    .with(
      // What all evaluations of an assignment share is worked out once.
      (name) => name("work").materialized(),
      (cte) =>
        cte
          .selectFrom("assignments as a")
          .innerJoin("place", "place.id", "a.sampleId")
          .select(["a.id", "a.annotatorId", "a.arm", "a.importId", "place.sample", submittedDay.as("day")])
          .where("a.criteriaSetId", "=", criteriaSetId)
          .where("a.status", "=", "submitted")
          .where("a.purpose", "=", "work")
          .where("a.round", "=", 0),
    )
    .selectFrom("evaluations as e")
    .innerJoin("work as a", "a.id", "e.assignmentId")
    .select(["a.annotatorId as raterId", "e.criterionId", sql<string | null>`${armOfUnit}`.as("ratedIn")])
    .select(({ ref }) => [
      packedInts(ref("a.sample")).as("samples"),
      packedFloats(ref("e.score")).as("scores"),
      packedInts(measuredMs).as("durations"),
      packedInts(ref("a.day")).as("days"),
    ])
    .where("e.score", "is not", null)
    .groupBy(["a.annotatorId", "e.criterionId", "ratedIn"])
    .execute();

/** The drafts of plain runs, from the newest run to the oldest; those without a score as NaN. */
const packedDrafts = (taskId: string, criteriaSetId: string, on: Db): Promise<Packed[]> =>
  on
    .with("place", () => placedSamples(taskId, on))
    .selectFrom(
      plainDrafts(criteriaSetId, on)
        .select(["r.judgeId", "r.createdAt", "d.runId", "d.sampleId", "d.criterionId"])
        .where("d.criterionId", "is not", null)
        .as("said"),
    )
    .innerJoin("place", "place.id", "said.sampleId")
    .select(({ ref }) => ["said.judgeId as raterId", ref("said.criterionId").$notNull().as("criterionId"), sql<null>`null`.as("ratedIn")])
    .select(({ ref }) => [
      packedInts(ref("place.sample")).as("samples"),
      packedFloats(sql`coalesce(${ref("said.score")}, 'NaN')`).as("scores"),
    ])
    .groupBy(["said.judgeId", "said.criterionId", "said.createdAt", "said.runId"])
    .orderBy("said.createdAt", "desc")
    .orderBy("said.runId", "desc")
    .execute();
