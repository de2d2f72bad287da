import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { WebhookEvent } from "@/lib/domain/webhook";
import { db } from "./client";
import { publishedSetOf } from "./published-set";
import { isSetAside } from "./set-aside";

/** Something that happened: its key is the same each time it is found. */
export interface FoundEvent {
  event: WebhookEvent;
  key: string;
  data: Record<string, unknown>;
}

interface Window {
  projectId: string;
  since: Date;
}

const sub = expressionBuilder<DB>();
const text = (value: Expression<unknown>) => sql<string>`${value}::text`;

/** Runs that have ended. One that is resumed and ends again is reported again. */
export async function listEndedRuns({ projectId, since }: Window): Promise<FoundEvent[]> {
  const runs = await db()
    .selectFrom("runs as r")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .select(["r.id as runId", "r.taskId", "r.judgeId", "r.kind", "r.status", "r.error"])
    .select(({ ref }) => text(ref("r.endedAt")).as("at"))
    .where("t.projectId", "=", projectId)
    .where("r.importId", "is", null)
    .where("r.endedAt", ">", since)
    .execute();
  return runs.map(({ at, ...data }) => ({ event: "run.ended", key: `${data.runId} ${at}`, data }));
}

/** Annotators who passed an exam, by their own try or by a researcher's decision. */
export async function listQualified({ projectId, since }: Window): Promise<FoundEvent[]> {
  const passes = await db()
    .selectFrom("qualifications as q")
    .innerJoin("tasks as t", "t.id", "q.taskId")
    .select(["q.taskId", "q.annotatorId"])
    .select(({ ref }) => text(ref("q.passedAt")).as("at"))
    .where("t.projectId", "=", projectId)
    .where("q.passedAt", ">", since)
    .execute();
  return passes.map(({ at, ...data }) => ({ event: "qualification.passed", key: `${data.taskId} ${data.annotatorId} ${at}`, data }));
}

/** The running study of a task, which says how many ratings each sample gets. */
const planOf = (taskId: Expression<string>) =>
  sub.selectFrom("studyPlans as plan").select("plan.id").where("plan.taskId", "=", taskId).where("plan.status", "=", "running");

/**
 * Samples of a task with as many submitted ratings under the published criteria as the study or the task asks for, and when the last of these
 * came. More than that changes nothing.
 */
const completeSamples = (taskId: Expression<string>) =>
  sub
    .selectFrom("assignments as a")
    .innerJoin("tasks as asking", "asking.id", "a.taskId")
    .innerJoinLateral(
      ({ ref }) => publishedSetOf(ref("a.taskId")).select("published.id as setId").as("inUse"),
      (join) => join.onRef("inUse.setId", "=", "a.criteriaSetId"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("planSlots as slot")
          .select(({ fn }) => fn.countAll<number>().as("slots"))
          .whereRef("slot.sampleId", "=", "a.sampleId")
          .where("slot.round", "=", 0)
          .where("slot.planId", "in", planOf(eb.ref("a.taskId")))
          .as("planned"),
      (join) => join.onTrue(),
    )
    .select(["a.taskId", "a.sampleId"])
    .select(({ ref }) => {
      const asked = sql`case when ${sub.exists(planOf(taskId))} then max(${ref("planned.slots")}) else max(${ref("asking.annotatorsPerSample")}) end`;
      return sql<Date | null>`(array_agg(${ref("a.submittedAt")} order by ${ref("a.submittedAt")}))[nullif(${asked}, 0)::int]`.as("at");
    })
    .where("a.taskId", "=", taskId)
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("a.status", "=", "submitted")
    .where((eb) => eb.not(isSetAside(eb.ref("a.sampleId"))))
    .groupBy(["a.taskId", "a.sampleId"]);

const submittedSince = (taskId: Expression<string>, since: Date) =>
  sub.selectFrom("assignments as new").select("new.sampleId").where("new.taskId", "=", taskId).where("new.submittedAt", ">", since);

/** Samples that got the last of the ratings they need. */
export async function listCompletedSamples({ projectId, since }: Window): Promise<FoundEvent[]> {
  const samples = await db()
    .selectFrom("tasks as t")
    .innerJoinLateral(
      ({ ref }) =>
        completeSamples(ref("t.id"))
          .where("a.sampleId", "in", submittedSince(ref("t.id"), since))
          .as("complete"),
      (join) => join.onTrue(),
    )
    .innerJoin("samples as s", "s.id", "complete.sampleId")
    .select(["t.id as taskId", "s.id as sampleId", "s.externalId"])
    .select(({ ref }) => text(ref("complete.at")).as("at"))
    .where("t.projectId", "=", projectId)
    .where("t.archivedAt", "is", null)
    .where("complete.at", ">", since)
    .execute();
  return samples.map(({ at, ...data }) => ({ event: "sample.complete", key: `${data.sampleId} ${at}`, data }));
}

/** How many samples a task has to rate; with a running study, of those that the study asks for. */
const samplesToRate = (taskId: Expression<string>) =>
  sub
    .selectFrom("samples as s")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("s.taskId", "=", taskId)
    .where((eb) => eb.not(isSetAside(eb.ref("s.id"))))
    .where((eb) =>
      eb.or([
        eb.not(eb.exists(planOf(taskId))),
        eb.exists(
          eb
            .selectFrom("planSlots as slot")
            .select("slot.sampleId")
            .whereRef("slot.sampleId", "=", "s.id")
            .where("slot.round", "=", 0)
            .where("slot.planId", "in", planOf(taskId)),
        ),
      ]),
    );

/** Tasks whose last sample got the last of its ratings; of a running study, whose last sample that the study asks for did. */
export async function listCompletedTasks({ projectId, since }: Window): Promise<FoundEvent[]> {
  const tasks = await db()
    .selectFrom("tasks as t")
    .innerJoinLateral(
      ({ ref }) =>
        sub
          .selectFrom(completeSamples(ref("t.id")).as("complete"))
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere("complete.at", "is not", null).as("samples"),
            fn.max("complete.at").as("at"),
          ])
          .as("done"),
      (join) => join.onTrue(),
    )
    .select(["t.id as taskId", "t.name", "done.samples"])
    .select(({ ref }) => text(ref("done.at")).as("at"))
    .where("t.projectId", "=", projectId)
    .where("t.archivedAt", "is", null)
    .where(({ exists, ref }) => exists(submittedSince(ref("t.id"), since)))
    .where("done.at", ">", since)
    .where(({ eb, ref }) => eb("done.samples", ">=", samplesToRate(ref("t.id"))))
    .execute();
  return tasks.map(({ at, ...data }) => ({
    event: "task.complete",
    key: `${data.taskId} ${at}`,
    data: { ...data, samples: Number(data.samples) },
  }));
}
