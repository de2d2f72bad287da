import "server-only";
import { type DeleteQueryBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { Tx } from "./client";
import { withKeyTriggers, withoutKeyTriggers } from "./without-key-triggers";

/** Ids as PostgreSQL writes a list of them: tens of thousands come and go at once, and are not looked at here. */
type Ids = string;
const among = (ids: Ids) => sql<string>`(select unnest(${ids}::uuid[]))`;

/** Sends a deletion that returns ids. */
async function idsOf(tx: Tx, deletion: DeleteQueryBuilder<DB, keyof DB, { id: string }>): Promise<Ids> {
  const { ids } = await tx
    .with("gone", () => deletion)
    .selectFrom("gone")
    .select(({ ref }) => sql<Ids>`coalesce(array_agg(${ref("gone.id")}), '{}')::text`.as("ids"))
    .executeTakeFirstOrThrow();
  return ids;
}

/**
 * Deletes some samples of a task with everything that belongs to them, table by table: a cascade would look in every table for what belongs to every
 * single row, which takes minutes where there are millions; it does so where the role may not leave it out. The task is locked already. Returns whether
 * there were any.
 *
 * From the top: once a row is deleted, nobody can add what belongs to it, and who was about to has been waited for.
 */
export async function deleteSamples(tx: Tx, taskId: string, atMost: number): Promise<boolean> {
  const unchecked = await withoutKeyTriggers(tx);
  const samples = await deleteFirst(tx, taskId, atMost);
  if (unchecked) await withKeyTriggers(tx);
  // Criteria of single samples are few, and little that refers to them is left.
  await tx.deleteFrom("criteria").where("sampleId", "in", among(samples)).execute();
  return samples !== "{}";
}

async function deleteFirst(tx: Tx, taskId: string, atMost: number): Promise<Ids> {
  const first = tx.selectFrom("samples").select("id").where("taskId", "=", taskId).orderBy("position").limit(atMost);
  const samples = await idsOf(tx, tx.deleteFrom("samples").where("id", "in", first).returning("id"));
  const assignments = await idsOf(tx, tx.deleteFrom("assignments").where("sampleId", "in", among(samples)).returning("id"));
  const evaluations = await idsOf(tx, tx.deleteFrom("evaluations").where("assignmentId", "in", among(assignments)).returning("id"));
  await tx.deleteFrom("actions").where("evaluationId", "in", among(evaluations)).execute();
  await tx.deleteFrom("reviews").where("assignmentId", "in", among(assignments)).execute();
  for (const table of ["drafts", "adjudications", "planSlots", "exchanges", "runUnits", "goldSamples", "goldAnswers"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", among(samples)).execute();
  for (const table of ["calibrationSamples", "judgeSplitSamples", "sampleUpdates"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", among(samples)).execute();
  return samples;
}
