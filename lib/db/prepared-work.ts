import "server-only";
import { sql } from "kysely";
import type { Arm } from "@/lib/domain/assignment";
import { type Db, db } from "./client";
import { prepared } from "./prepared";
import { publishedSetOf } from "./published-set";
import { leaseFrom } from "./queue";
import { isSetAside } from "./set-aside";

interface Renewal {
  taskId: string;
  annotatorId: string;
  /** The plan that runs; null: none, and the assignment must be what the queue gives out now. */
  planId: string | null;
  criteriaSetId: string;
  runId: string | null;
  arm: Arm | null;
  /** `open` begins it. */
  status: "prepared" | "open";
  leaseMinutes: number;
}

const renewStatement = prepared<Renewal, { id: string }>((given) =>
  db()
    .updateTable("assignments as a")
    .set({
      status: sql<Renewal["status"]>`${given.status}::text`,
      leasedUntil: leaseFrom(given.leaseMinutes),
      // What counts is when the work began.
      createdAt: sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
    })
    .where("a.taskId", "=", given.taskId)
    .where("a.annotatorId", "=", given.annotatorId)
    .where("a.status", "=", "prepared")
    .where("a.criteriaSetId", "=", given.criteriaSetId)
    .where(({ ref }) => sql<boolean>`${ref("a.planId")} is not distinct from ${given.planId}::uuid`)
    .where((eb) => {
      const { runId, arm } = given;
      const asQueued = sql<boolean>`${eb.ref("a.runId")} is not distinct from ${runId}::uuid and ${eb.ref("a.arm")} = ${arm}::text`;
      return eb.or([eb("a.planId", "is not", null), eb.and([asQueued, eb.not(isSetAside(eb.ref("a.sampleId")))])]);
    })
    .returning("a.id"),
);

/**
 * Begins what was prepared for an annotator in a task, or holds it longer. Null: nothing is prepared that still fits what is collected now; what does not fit
 * goes back.
 */
export async function renewPrepared(renewal: Renewal): Promise<string | null> {
  const [renewed] = await renewStatement(renewal);
  if (renewed !== undefined) return renewed.id;
  await dropPrepared(db(), { taskId: renewal.taskId, annotatorId: renewal.annotatorId });
  return null;
}

/** Gives back what annotators have prepared and not begun: its slots are free, and its annotators can still get the samples. */
export async function dropPrepared(on: Db, of: { projectId?: string; taskId?: string | null; annotatorId?: string }): Promise<void> {
  const { projectId, taskId, annotatorId } = of;
  await on
    .with("dropped", (q) => {
      let rows = q.deleteFrom("assignments").where("status", "=", "prepared");
      if (projectId !== undefined)
        rows = rows.where("taskId", "in", ({ selectFrom }) => selectFrom("tasks").select("id").where("projectId", "=", projectId));
      if (taskId !== undefined && taskId !== null) rows = rows.where("taskId", "=", taskId);
      if (annotatorId !== undefined) rows = rows.where("annotatorId", "=", annotatorId);
      return rows.returning(["sampleId", "taskId", "criteriaSetId", "slot"]);
    })
    .with("counted", (q) =>
      q
        .selectFrom("dropped")
        .select(({ fn }) => ["dropped.sampleId", fn.countAll<number>().as("n")])
        .where("dropped.slot", "is not", null)
        .where((eb) => eb("dropped.criteriaSetId", "=", publishedSetOf(eb.ref("dropped.taskId")).select("published.id")))
        .groupBy("dropped.sampleId"),
    )
    .updateTable("samples")
    .from("counted")
    .set((eb) => ({ filledSlots: sql<number>`${eb.ref("samples.filledSlots")} - ${eb.ref("counted.n")}` }))
    .whereRef("samples.id", "=", "counted.sampleId")
    .execute();
}
