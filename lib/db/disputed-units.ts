import "server-only";
import { sql } from "kysely";
import { type AdjudicationQueue, type AdjudicationState, adjudicationState } from "@/lib/domain/adjudication";
import { readCursor } from "@/lib/domain/page";
import { db } from "./client";
import { isExcluded } from "./exclusions";
import { labelsInForce } from "./labels-in-force";
import { reportedSets } from "./report-tasks";
import { inWorkOf } from "./samples-in-work";

/** The people's ratings that the task's report rests on. */
export const reportedRatings = (taskId: string) =>
  db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .innerJoin(reportedSets().as("reported"), (join) =>
      join.onRef("reported.taskId", "=", "a.taskId").onRef("reported.id", "=", "a.criteriaSetId"),
    )
    .where("a.taskId", "=", taskId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.score", "is not", null)
    .where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId"))));

/**
 * Units with at least two ratings: how many, their median, range and mean absolute difference between two of them. Of n ratings in order, the i-th is
 * the greater one in i - 1 pairs and the lesser one in n - i, so the differences of all pairs sum to that of (2i - n - 1) times the i-th.
 * Two different labels are one apart; their `median` is the most frequent one, null if two share the most ratings.
 */
export const disputedUnits = (taskId: string) =>
  db()
    .selectFrom(
      reportedRatings(taskId)
        .select(["a.sampleId", "e.criterionId"])
        .select((eb) => {
          const ofUnit = sql`partition by ${eb.ref("a.sampleId")}, ${eb.ref("e.criterionId")}`;
          return [
            eb.ref("e.score").$notNull().as("score"),
            sql<boolean>`coalesce(${eb.ref("c.scale")} ->> 'kind' = 'categorical', false)`.as("labelled"),
            sql<number>`row_number() over (${ofUnit} order by ${eb.ref("e.score")})`.as("place"),
            sql<number>`count(*) over (${ofUnit}, ${eb.ref("e.score")})`.as("alike"),
            sql<number>`count(*) over (${ofUnit})`.as("n"),
          ];
        })
        .as("r"),
    )
    .select(["r.sampleId", "r.criterionId", "r.labelled"])
    .select(({ ref, fn }) => {
      const [score, labelled, n] = [ref("r.score"), ref("r.labelled"), ref("r.n")];
      // Ascending, the least of the most frequent labels; descending, the greatest.
      const [least, greatest] = [sql`mode() within group (order by ${score})`, sql`mode() within group (order by ${score} desc)`];
      return [
        fn.countAll<number>().as("ratings"),
        sql<number>`case when ${labelled} then (max(${score}) <> min(${score}))::int else max(${score}) - min(${score}) end`.as("range"),
        sql<
          number | null
        >`case when not ${labelled} then percentile_cont(0.5) within group (order by ${score}) when ${least} = ${greatest} then ${least} end`.as(
          "median",
        ),
        sql<number>`case when ${labelled} then 1.0::float8 * (max(${n} * (${n} - 1)) - sum(${ref("r.alike")} - 1)) / max(${n} * (${n} - 1))
          else 2 * sum((2 * ${ref("r.place")} - ${n} - 1) * ${score}) / max(${n} * (${n} - 1)) end`.as("meanDifference"),
      ];
    })
    .groupBy(["r.sampleId", "r.criterionId", "r.labelled"])
    .having(({ fn }) => fn.countAll(), ">=", 2);

/** Whether a user was given a sample as an annotator, for whatever purpose. */
export async function hasBeenGiven(userId: string, sampleId: string): Promise<boolean> {
  const given = await db()
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .select("a.id")
    .where("a.sampleId", "=", sampleId)
    .where("n.userId", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return given !== undefined;
}

interface Filter {
  taskId: string;
  userId: string;
  state?: AdjudicationState | undefined;
  criterionId?: string | undefined;
  /** How many units to leave out at the start, as text. */
  cursor?: string | undefined;
  limit: number;
}

/** A task's units with two or more ratings, the most disputed first, without samples that the user still has to rate. */
export async function listDisputedUnits({ taskId, userId, state, criterionId, cursor, limit }: Filter): Promise<AdjudicationQueue> {
  const offset = Number(readCursor(cursor, "offset")?.[0] ?? 0);
  const units = db()
    .with("unit", () => disputedUnits(taskId))
    .with("label", () => labelsInForce())
    .with("stated", (q) =>
      q
        .selectFrom("unit")
        .innerJoin("samples as s", "s.id", "unit.sampleId")
        .innerJoin("criteria as c", "c.id", "unit.criterionId")
        .selectAll("unit")
        .select((eb) => [
          sql<number>`${eb.ref("s.position")} + 1`.as("number"),
          "c.name as criterion",
          "c.position",
          eb
            .case()
            .when(
              eb.exists(
                eb
                  .selectFrom("label")
                  .select("label.id")
                  .whereRef("label.sampleId", "=", "unit.sampleId")
                  .whereRef("label.criterionId", "=", "unit.criterionId"),
              ),
            )
            .then(sql.lit<AdjudicationState>("adjudicated"))
            .when(
              eb.exists(
                eb
                  .selectFrom("adjudications as begun")
                  .select("begun.id")
                  .whereRef("begun.sampleId", "=", "unit.sampleId")
                  .whereRef("begun.criterionId", "=", "unit.criterionId")
                  .where("begun.userId", "=", userId)
                  .where("begun.finalAt", "is", null),
              ),
            )
            .then(sql.lit<AdjudicationState>("begun"))
            .else(sql.lit<AdjudicationState>("open"))
            .end()
            .as("state"),
          eb
            .exists(
              eb
                .selectFrom("assignments as a")
                .innerJoin("annotators as n", "n.id", "a.annotatorId")
                .select("a.id")
                .whereRef("a.sampleId", "=", "unit.sampleId")
                .where("n.userId", "=", userId),
            )
            .$castTo<boolean>()
            .as("own"),
        ])
        // Who still has to rate a sample learns nothing of others' scores.
        .where("unit.sampleId", "not in", inWorkOf(taskId, userId))
        .$if(criterionId !== undefined, (of) => of.where("unit.criterionId", "=", criterionId ?? "")),
    )
    .selectFrom("stated");
  const counted = await units
    .select(({ fn }) => ["stated.state", fn.countAll<number>().as("n")])
    .groupBy("stated.state")
    .execute();
  const rows = await units
    .select(["stated.sampleId", "stated.criterionId", "stated.number", "stated.criterion", "stated.ratings", "stated.range"])
    .select(["stated.labelled", "stated.meanDifference", "stated.state", "stated.own"])
    .$if(state !== undefined, (of) => of.where("stated.state", "=", state ?? "open"))
    .orderBy("stated.range", "desc")
    .orderBy("stated.meanDifference", "desc")
    .orderBy("stated.number")
    .orderBy("stated.position")
    .offset(offset)
    .limit(limit + 1)
    .execute();
  const counts = Object.fromEntries(adjudicationState.options.map((one) => [one, counted.find((row) => row.state === one)?.n ?? 0]));
  return {
    items: rows.slice(0, limit),
    nextCursor: rows.length > limit ? String(offset + limit) : null,
    total: null,
    counts: counts as AdjudicationQueue["counts"],
  };
}
