import "server-only";
import { sql } from "kysely";
import type { Tx } from "./client";
import { withKeyTriggers, withoutKeyTriggers } from "./without-key-triggers";

type Rows = readonly { id: string }[];

/** The ids of rows, as a set. */
const idsOf = (rows: Rows) => sql<string>`(select unnest(${rows.map(({ id }) => id)}::uuid[]))`;

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
  await tx.deleteFrom("criteria").where("sampleId", "in", idsOf(samples)).execute();
  return samples.length > 0;
}

async function deleteFirst(tx: Tx, taskId: string, atMost: number): Promise<Rows> {
  const first = tx.selectFrom("samples").select("id").where("taskId", "=", taskId).orderBy("position").limit(atMost);
  const samples: Rows = await tx.deleteFrom("samples").where("id", "in", first).returning("id").execute();
  const assignments: Rows = await tx.deleteFrom("assignments").where("sampleId", "in", idsOf(samples)).returning("id").execute();
  const evaluations: Rows = await tx.deleteFrom("evaluations").where("assignmentId", "in", idsOf(assignments)).returning("id").execute();
  await tx.deleteFrom("actions").where("evaluationId", "in", idsOf(evaluations)).execute();
  await tx.deleteFrom("reviews").where("assignmentId", "in", idsOf(assignments)).execute();
  for (const table of ["drafts", "adjudications", "planSlots", "exchanges", "runUnits", "goldSamples", "goldAnswers"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", idsOf(samples)).execute();
  for (const table of ["calibrationSamples", "judgeSplitSamples", "sampleUpdates"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", idsOf(samples)).execute();
  return samples;
}
