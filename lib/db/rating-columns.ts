import "server-only";
import { sql } from "kysely";
import { armNames, emptyColumns, type RatingColumns } from "@/lib/domain/rating-columns";
import { db } from "./client";
import { newestDraftsOf } from "./newest-drafts";
import { floatsOf, intsOf, packedFloats, packedInts } from "./packed";
import { armOfUnit } from "./unit-arm";

/** A task's samples by their index in the report, with the index of the first sample that has the same input. */
export const placedSamples = (taskId: string) =>
  db()
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

/** The numbers of one rater on one criterion. */
interface Packed {
  raterId: string;
  criterionId: string;
  /** The arm; null: a judge's. */
  ratedIn: string | null;
  samples: Buffer;
  scores: Buffer;
  durations: Buffer;
  days: Buffer;
}

type Placed = ReadonlyMap<string, number>;

/**
 * The ratings of a task: from submitted assignments and from each judge's newest draft of a unit in plain runs, if they have a score. Raters and
 * criteria that are not among the given ones are left out.
 */
export async function readRatingColumns(
  { taskId, criteriaSetId }: { taskId: string; criteriaSetId: string },
  places: { raters: Placed; criteria: Placed },
): Promise<RatingColumns> {
  const packed = [...(await packedWork(taskId, criteriaSetId)), ...(await packedDrafts(taskId, criteriaSetId))].flatMap((group) => {
    const [rater, criterion] = [places.raters.get(group.raterId), places.criteria.get(group.criterionId)];
    return rater === undefined || criterion === undefined ? [] : [{ ...group, rater, criterion, scores: floatsOf(group.scores) }];
  });
  const columns = emptyColumns(packed.reduce((sum, { scores }) => sum + scores.length, 0));
  let from = 0;
  for (const { rater, criterion, ratedIn, samples, scores, durations, days } of packed) {
    const to = from + scores.length;
    columns.rater.fill(rater, from, to);
    columns.criterion.fill(criterion, from, to);
    columns.arm.fill(ratedIn === null ? -1 : armNames.indexOf(ratedIn), from, to);
    columns.sample.set(intsOf(samples), from);
    columns.score.set(scores, from);
    columns.durationMs.set(
      Float64Array.from(intsOf(durations), (ms) => (ms < 0 ? Number.NaN : ms)),
      from,
    );
    columns.day.set(intsOf(days), from);
    from = to;
  }
  return columns;
}

const packedWork = (taskId: string, criteriaSetId: string): Promise<Packed[]> =>
  db()
    .with("place", () => placedSamples(taskId))
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("place", "place.id", "a.sampleId")
    .select(["a.annotatorId as raterId", "e.criterionId", sql<string | null>`${armOfUnit}`.as("ratedIn")])
    .select(({ ref }) => [
      packedInts(ref("place.sample")).as("samples"),
      packedFloats(ref("e.score")).as("scores"),
      // In the workspace, zero means that no time was measured.
      packedInts(sql`coalesce(nullif(${ref("e.durationMs")}, case when ${ref("a.importId")} is null then 0 end), -1)`).as("durations"),
      packedInts(sql`coalesce(floor(extract(epoch from ${ref("a.submittedAt")}) / 86400), -1)`).as("days"),
    ])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.score", "is not", null)
    .groupBy(["a.annotatorId", "e.criterionId", "ratedIn"])
    .execute();

const packedDrafts = (taskId: string, criteriaSetId: string): Promise<Packed[]> =>
  db()
    .with("place", () => placedSamples(taskId))
    .selectFrom(newestDraftsOf(criteriaSetId).as("said"))
    .innerJoin("place", "place.id", "said.sampleId")
    .select(({ ref }) => ["said.judgeId as raterId", ref("said.criterionId").$notNull().as("criterionId"), sql<null>`null`.as("ratedIn")])
    .select(({ ref }) => [
      packedInts(ref("place.sample")).as("samples"),
      packedFloats(ref("said.score")).as("scores"),
      packedInts(sql`-1`).as("durations"),
      packedInts(sql`-1`).as("days"),
    ])
    .where("said.score", "is not", null)
    .groupBy(["said.judgeId", "said.criterionId"])
    .execute();
