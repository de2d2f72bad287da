import "server-only";
import { sql } from "kysely";
import type { PlanContent } from "@/lib/domain/study-plan";
import { db } from "./client";

/** What each annotator did in a task, with times; imported work counts as submitted. One query. */
export function listTaskWork(taskId: string) {
  return db()
    .with("timed", (q) =>
      q
        .selectFrom("evaluations as e")
        .innerJoin("assignments as of", "of.id", "e.assignmentId")
        .select(({ fn, ref }) => [
          "e.assignmentId",
          sql<number>`${fn.sum("e.durationMs")}::float8`.as("ms"),
          fn<boolean>("bool_and", [sql`coalesce(${ref("e.durationMs")}, 0) > 0`]).as("complete"),
        ])
        .where("of.taskId", "=", taskId)
        .groupBy("e.assignmentId"),
    )
    .with("returns", (q) =>
      q
        .selectFrom("reviews as r")
        .innerJoin("assignments as of", "of.id", "r.assignmentId")
        .select(({ fn }) => ["r.assignmentId", fn.countAll<number>().as("n")])
        .where("of.taskId", "=", taskId)
        .where("r.verdict", "=", "returned")
        .groupBy("r.assignmentId"),
    )
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .leftJoin("timed", "timed.assignmentId", "a.id")
    .leftJoin("returns", "returns.assignmentId", "a.id")
    .select((eb) => {
      const work = (status: "open" | "submitted" | "skipped") =>
        eb.fn.countAll<number>().filterWhere(eb.and([eb("a.status", "=", status), eb("a.purpose", "=", "work")]));
      const timedWork = eb.and([eb("a.status", "=", "submitted"), eb("a.purpose", "=", "work"), eb("timed.complete", "=", true)]);
      return [
        ...(["n.id as annotatorId", "n.name", "n.code"] as const),
        eb("n.userId", "is not", null).$castTo<boolean>().as("hasAccount"),
        work("open").as("open"),
        work("submitted").as("submitted"),
        work("skipped").as("skipped"),
        eb.fn.count<number>("a.flag").as("flagged"),
        eb.fn.coalesce(sql<number>`${eb.fn.sum("returns.n")}::int4`, eb.lit(0)).as("returned"),
        eb.fn.coalesce(eb.fn.sum<number>("timed.ms"), eb.lit(0)).as("activeMs"),
        eb.fn.countAll<number>().filterWhere(timedWork).as("timedSamples"),
        eb.fn.sum<number | null>("timed.ms").filterWhere(timedWork).as("timedMs"),
        eb.fn.max("a.updatedAt").as("lastActiveAt"),
      ];
    })
    .where("a.taskId", "=", taskId)
    .groupBy("n.id")
    .orderBy("n.name")
    .execute();
}

/** The choices of a task's plans that have started, the newest first. */
export async function listStartedPlans(taskId: string): Promise<PlanContent[]> {
  const plans = await db()
    .selectFrom("studyPlans")
    .select("content")
    .where("taskId", "=", taskId)
    .where("status", "in", ["running", "closed"])
    .orderBy("version", "desc")
    .execute();
  return plans.map(({ content }) => content);
}
