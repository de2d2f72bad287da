import "server-only";
import type { PoolClient } from "pg";
import type { Criterion } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

const selectCriterion = `select id, position, name, definition, scale, overall, sample_id as "sampleId" from criteria`;

/** One criterion, only if it belongs to the set. Throws not_found. */
export async function getCriterionOfSet(client: Queryable, criteriaSetId: string, criterionId: string): Promise<Criterion> {
  const result = await client.query<Criterion>(`${selectCriterion} where id = $1 and criteria_set_id = $2`, [criterionId, criteriaSetId]);
  return found(result.rows[0], "criterion in this task's criteria set");
}

/** The criteria that apply to a sample: the set's, and those that belong to this sample. In order. */
export async function listCriteriaForSample(criteriaSetId: string, sampleId: string): Promise<Criterion[]> {
  const result = await pool().query<Criterion>(
    `${selectCriterion} where criteria_set_id = $1 and (sample_id is null or sample_id = $2) order by position`,
    [criteriaSetId, sampleId],
  );
  return result.rows;
}
