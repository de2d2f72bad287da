import "server-only";
import { sql } from "kysely";
import type { Tx } from "./client";
import { withKeyTriggers, withoutKeyTriggers } from "./without-key-triggers";

/** As a set, whose size the planner sees: it looks a few up by key, and reads a table whole where most of it goes. */
const among = (ids: readonly string[]) => sql<string>`(select unnest(${ids}::uuid[]))`;

/**
 * Deletes some samples of a task with everything that belongs to them, table by table: a cascade would look in every table for what belongs to every
 * single row, which takes minutes where there are millions. The task is locked already. Returns whether there were any.
 */
export async function deleteSamples(tx: Tx, taskId: string, atMost: number): Promise<boolean> {
  // Nobody may add to a row between the deletion of what belongs to it and its own: with keys unchecked, nothing would find that later.
  const first = tx.selectFrom("samples").select("id").where("taskId", "=", taskId).orderBy("position").limit(atMost);
  const samples = idsOf(await first.forUpdate().execute());
  if (samples.length === 0) return false;
  const unchecked = await withoutKeyTriggers(tx);
  const assignments = idsOf(await tx.selectFrom("assignments").select("id").where("sampleId", "in", among(samples)).forUpdate().execute());
  const evaluations = idsOf(
    await tx.selectFrom("evaluations").select("id").where("assignmentId", "in", among(assignments)).forUpdate().execute(),
  );
  await tx.deleteFrom("actions").where("evaluationId", "in", among(evaluations)).execute();
  for (const table of ["evaluations", "reviews"] as const)
    await tx.deleteFrom(table).where("assignmentId", "in", among(assignments)).execute();
  for (const table of [
    "planSlots",
    "assignments",
    "adjudications",
    "exchanges",
    "runUnits",
    "drafts",
    "goldAnswers",
    "goldSamples",
  ] as const)
    await tx.deleteFrom(table).where("sampleId", "in", among(samples)).execute();
  for (const table of ["calibrationSamples", "judgeSplitSamples", "sampleUpdates"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", among(samples)).execute();
  await tx.deleteFrom("samples").where("id", "in", among(samples)).execute();
  if (unchecked) await withKeyTriggers(tx);
  // Criteria of single samples are few, and are gone with what else refers to them.
  await tx.deleteFrom("criteria").where("sampleId", "in", among(samples)).execute();
  return true;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
