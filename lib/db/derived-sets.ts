import "server-only";
import type { CriterionContent } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import type { Db } from "./client";
import { storable, storableJson } from "./storable";

/**
 * Creates the criteria set of a single run: a metric's own scale, or the dimensions that a protocol derives for individual samples. Its version is
 * negative, unlike that of any published set. Returns its id.
 */
export async function createDerivedSet(tx: Db, run: { id: string; taskId: string }): Promise<string> {
  // Without the lock, two runs starting at once would take the same version.
  found(await tx.selectFrom("tasks").select("id").where("id", "=", run.taskId).forUpdate().executeTakeFirst(), "task");
  const version = tx
    .selectFrom("criteriaSets")
    .select(({ fn, eb, val }) => eb(fn<number>("least", [fn.min("version"), val(0)]), "-", 1).as("next"))
    .where("taskId", "=", run.taskId);
  const made = tx
    .insertInto("criteriaSets")
    .values({ taskId: run.taskId, version, status: "derived", derivedByRunId: run.id })
    .returning("id");
  return (await made.executeTakeFirstOrThrow()).id;
}

/** Adds criteria to a run's derived set; `sampleId`: the sample they belong to. Returns their ids in order. */
export async function addDerivedCriteria(
  tx: Db,
  runId: string,
  sampleId: string | null,
  criteria: readonly CriterionContent[],
): Promise<string[]> {
  // The lock keeps two samples that finish at the same time from taking the same positions.
  const locked = tx.selectFrom("criteriaSets").select("id").where("derivedByRunId", "=", runId).forUpdate();
  const criteriaSetId = found(await locked.executeTakeFirst(), "criteria set of the run").id;
  const { next } = await tx
    .selectFrom("criteria")
    .select(({ fn, eb, val }) => eb(fn.coalesce(fn.max("position"), val(-1)), "+", 1).as("next"))
    .where("criteriaSetId", "=", criteriaSetId)
    .executeTakeFirstOrThrow();
  if (criteria.length === 0) return [];
  const values = criteria.map(({ name, definition, scale, overall }, index) => {
    const content = { name: storable(name), definition: storable(definition), scale: storableJson(scale), overall };
    return { ...content, criteriaSetId, sampleId, position: next + index };
  });
  return (await tx.insertInto("criteria").values(values).returning("id").execute()).map(({ id }) => id);
}
