import "server-only";
import { type DeleteQueryBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { Tx } from "./client";
import { withKeyTriggers, withoutKeyTriggers } from "./without-key-triggers";

/** Ids as PostgreSQL writes a list of them: tens of thousands come and go at once, and are not looked at here. */
type Ids = string;
const among = (ids: Ids) => sql<string>`(select unnest(${ids}::uuid[]))`;

/** Sends a deletion that returns ids, and with them those of the imports that brought the rows. */
async function gone(
  tx: Tx,
  deletion: DeleteQueryBuilder<DB, keyof DB, { id: string; importId: string | null }>,
): Promise<{ ids: Ids; imports: Ids }> {
  return tx
    .with("gone", () => deletion)
    .selectFrom("gone")
    .select(({ ref }) => [
      sql<Ids>`coalesce(array_agg(${ref("gone.id")}), '{}')::text`.as("ids"),
      sql<Ids>`coalesce(array_agg(distinct ${ref("gone.importId")}) filter (where ${ref("gone.importId")} is not null), '{}')::text`.as(
        "imports",
      ),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Deletes some samples of a task with everything that belongs to them, table by table: a cascade would look in every table for what belongs to every
 * single row, which takes minutes where there are millions; it does so where the role may not leave it out. The task is locked already. Returns the
 * imports that brought any of it; null: there were no samples.
 *
 * From the top: once a row is deleted, nobody can add what belongs to it, and who was about to has been waited for.
 */
export async function deleteSamples(tx: Tx, taskId: string, atMost: number): Promise<string[] | null> {
  const unchecked = await withoutKeyTriggers(tx);
  const { samples, imports } = await deleteFirst(tx, taskId, atMost);
  if (unchecked) await withKeyTriggers(tx);
  // Criteria of single samples are few, and little that refers to them is left.
  await tx.deleteFrom("criteria").where("sampleId", "in", among(samples)).execute();
  return samples === "{}" ? null : imports;
}

async function deleteFirst(tx: Tx, taskId: string, atMost: number): Promise<{ samples: Ids; imports: string[] }> {
  const first = tx.selectFrom("samples").select("id").where("taskId", "=", taskId).orderBy("position").limit(atMost);
  const rows = ["id", "importId"] as const;
  const { ids: samples, ...ofSamples } = await gone(tx, tx.deleteFrom("samples").where("id", "in", first).returning(rows));
  const ofThem = tx.deleteFrom("assignments").where("sampleId", "in", among(samples)).returning(rows);
  const { ids: assignments, ...ofAssignments } = await gone(tx, ofThem);
  const rated = tx.deleteFrom("evaluations").where("assignmentId", "in", among(assignments)).returning(rows);
  const { ids: evaluations, ...ofEvaluations } = await gone(tx, rated);
  await tx.deleteFrom("actions").where("evaluationId", "in", among(evaluations)).execute();
  await tx.deleteFrom("reviews").where("assignmentId", "in", among(assignments)).execute();
  for (const table of ["drafts", "adjudications", "planSlots", "exchanges", "runUnits", "goldSamples", "goldAnswers"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", among(samples)).execute();
  for (const table of ["calibrationSamples", "judgeSplitSamples"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", among(samples)).execute();
  const updates = await tx.deleteFrom("sampleUpdates").where("sampleId", "in", among(samples)).returning("importId").execute();
  const brought = [ofSamples, ofAssignments, ofEvaluations].flatMap(({ imports }) => imports.slice(1, -1).split(",")).filter(Boolean);
  return { samples, imports: [...new Set([...brought, ...updates.map(({ importId }) => importId)])] };
}
