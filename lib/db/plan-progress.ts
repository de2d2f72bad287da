import "server-only";
import { sql } from "kysely";
import type { PlanProgress } from "@/lib/domain/study-plan";
import { db } from "./client";
import { isExcluded } from "./exclusions";

type ArmProgress = PlanProgress["arms"][number];

/**
 * What each started plan of a task asked for and what was submitted, by arm, and by criterion within it. Repeats, samples with known answers and drafts
 * that are wrong on purpose are not counted.
 */
export async function listPlanProgress(taskId: string): Promise<Map<string, PlanProgress>> {
  const [arms, criteria, samples, outside] = await Promise.all([
    ...([countArms(taskId), countCriteria(taskId), countSamples(taskId), countOutside(taskId)] as const),
  ]);
  const byPlan = new Map<string, PlanProgress>();
  const nothing = { submitted: 0, before: 0 };
  for (const { planId, n } of samples) {
    const { submitted, before } = outside.find((row) => row.planId === planId) ?? nothing;
    byPlan.set(planId, { samples: n, outside: { submitted, before }, arms: [] });
  }
  for (const { planId, ...one } of arms) {
    const own = criteria.filter((row) => row.planId === planId && (row.arm === null || sameArm(row, one)));
    byPlan.get(planId)?.arms.push({
      ...one,
      criteria: own.map(({ name, planned, submitted }) => ({
        name,
        planned: planned ?? one.planned,
        submitted: submitted ?? one.submitted,
      })),
    });
  }
  return byPlan;
}

const sameArm = (a: { arm: string | null; runId: string | null }, b: Pick<ArmProgress, "arm" | "runId">) =>
  a.arm === b.arm && a.runId === b.runId;

/** The honest ratings that the plans of a task asked for. */
const ratingsOf = (taskId: string) =>
  db()
    .selectFrom("studyPlans as p")
    .innerJoin("planSlots as slot", "slot.planId", "p.id")
    .leftJoin("assignments as a", (join) => join.onRef("a.id", "=", "slot.assignmentId").on("a.status", "=", "submitted"))
    .leftJoin("runs as r", "r.id", "slot.runId")
    .where("p.taskId", "=", taskId)
    .where("slot.purpose", "in", ["work", "shared"])
    .where(({ or, eb }) => or([eb("r.id", "is", null), eb("r.variant", "<>", "planted")]));

const countSamples = (taskId: string) =>
  ratingsOf(taskId)
    .select(({ fn }) => ["p.id as planId", fn.count<number>("slot.sampleId").distinct().as("n")])
    .groupBy("p.id")
    .execute();

/** Work under each plan's criteria that no plan asked for: done before the first one started, or imported. */
const countOutside = (taskId: string) =>
  db()
    .selectFrom("studyPlans as p")
    .innerJoin("assignments as a", (join) => join.onRef("a.taskId", "=", "p.taskId").onRef("a.criteriaSetId", "=", "p.criteriaSetId"))
    .select(({ fn, eb, ref }) => [
      "p.id as planId",
      fn.countAll<number>().as("submitted"),
      fn
        .countAll<number>()
        .filterWhere(eb("a.submittedAt", "<", ref("p.startedAt")))
        .as("before"),
    ])
    .where("p.taskId", "=", taskId)
    .where("p.status", "<>", "draft")
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("planSlots as slot").select("slot.position").whereRef("slot.assignmentId", "=", "a.id"))),
    )
    .groupBy("p.id")
    .execute();

const countArms = (taskId: string) =>
  db()
    .selectFrom(
      ratingsOf(taskId)
        .leftJoin("judges as j", "j.id", "r.judgeId")
        .select(({ fn }) => [
          ...(["p.id as planId", "p.taskId", "slot.arm", "slot.runId", "j.name as judge", "a.annotatorId"] as const),
          fn.countAll<number>().as("planned"),
          fn.count<number>("a.id").as("submitted"),
        ])
        .groupBy(["p.id", "slot.arm", "slot.runId", "j.name", "a.annotatorId"])
        .as("person"),
    )
    .select(({ fn, ref }) => [
      ...(["person.planId", "person.arm", "person.runId", "person.judge"] as const),
      sql<number>`${fn.sum("person.planned")}::int`.as("planned"),
      sql<number>`${fn.sum("person.submitted")}::int`.as("submitted"),
      sql<number>`coalesce(sum(${ref("person.submitted")}) filter (where ${isExcluded(ref("person.annotatorId"), ref("person.taskId"))}), 0)::int`.as(
        "excluded",
      ),
    ])
    .groupBy(["person.planId", "person.arm", "person.runId", "person.judge"])
    .orderBy("person.arm")
    .orderBy("person.judge")
    .execute();

/** Criteria of every sample, rated with each rating; and, counted together, those that belong to one sample each. */
async function countCriteria(taskId: string) {
  const general = db()
    .selectFrom("studyPlans as p")
    .innerJoin("criteria as c", "c.criteriaSetId", "p.criteriaSetId")
    .select(["p.id as planId", "c.name"])
    .where("p.taskId", "=", taskId)
    .where("p.status", "<>", "draft")
    .where("c.sampleId", "is", null)
    .orderBy("c.position")
    .execute();
  const own = ratingsOf(taskId)
    .innerJoin("criteria as c", (join) => join.onRef("c.criteriaSetId", "=", "p.criteriaSetId").onRef("c.sampleId", "=", "slot.sampleId"))
    .select(({ fn }) => [
      ...(["p.id as planId", "slot.arm", "slot.runId"] as const),
      fn.countAll<number>().as("planned"),
      fn.count<number>("a.id").as("submitted"),
    ])
    .groupBy(["p.id", "slot.arm", "slot.runId"])
    .execute();
  const [all, single] = await Promise.all([general, own]);
  return [
    ...all.map(({ planId, name }) => ({ planId, name, arm: null, runId: null, planned: null, submitted: null })),
    ...single.map((row) => ({ ...row, name: null })),
  ];
}
