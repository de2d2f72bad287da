import "server-only";
import type { PoolClient } from "pg";
import type { CriterionContent } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import { storable, storableJson } from "./storable";

type Queryable = Pick<PoolClient, "query">;

/**
 * Makes the criteria set that belongs to a run alone: a metric's own scale, or the dimensions that a protocol finds for single samples. Its version
 * is below zero, so that it stands in nobody's way. Returns its id.
 */
export async function createDerivedSet(client: Queryable, run: { id: string; taskId: string }): Promise<string> {
  // Two runs that start at once would take the same version.
  await client.query("select 1 from tasks where id = $1 for update", [run.taskId]);
  const result = await client.query<{ id: string }>(
    `insert into criteria_sets (task_id, version, status, derived_by_run_id)
     select $1, least(min(version), 0) - 1, 'derived', $2 from criteria_sets where task_id = $1 returning id`,
    [run.taskId, run.id],
  );
  return found(result.rows[0], "task").id;
}

/** Adds criteria to the derived set of a run; `sampleId`: they belong to that sample. Returns their ids in order. */
export async function addDerivedCriteria(
  client: Queryable,
  runId: string,
  sampleId: string | null,
  criteria: readonly CriterionContent[],
): Promise<string[]> {
  // The lock keeps two samples that are through at the same time from taking the same positions.
  const set = await client.query<{ id: string }>("select id from criteria_sets where derived_by_run_id = $1 for update", [runId]);
  const setId = found(set.rows[0], "criteria set of the run").id;
  const ids: string[] = [];
  for (const { name, definition, scale, overall } of criteria) {
    const result = await client.query<{ id: string }>(
      `insert into criteria (criteria_set_id, position, name, definition, scale, overall, sample_id)
       select $1, coalesce(max(position), -1) + 1, $2, $3, $4, $5, $6 from criteria where criteria_set_id = $1 returning id`,
      [setId, storable(name), storable(definition), storableJson(scale), overall, sampleId],
    );
    ids.push(found(result.rows[0], "criterion").id);
  }
  return ids;
}
