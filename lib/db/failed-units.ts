import "server-only";
import { pool } from "./client";

export interface FailedUnitRow {
  sample: { id: string; externalId: string };
  criterion: { id: string; name: string };
  attempts: number;
  code: string;
  message: string;
  rawReply: string | null;
  samplePosition: number;
  criterionPosition: number;
}

/** With no more failures than this they are all fetched and sorted; with more, the samples are walked in order. */
const fewUnits = 2000;

/** Failed units in the order of samples and criteria, after a place in it. */
export async function listFailedUnitRows(
  runId: string,
  after: { sample: number; criterion: number } | null,
  limit: number,
): Promise<FailedUnitRow[]> {
  const counted = await pool().query<{ failed: number }>(
    "select count(*)::int as failed from (select from run_units where run_id = $1 and status = 'failed' limit $2) first",
    [runId, fewUnits + 1],
  );
  const isFew = (counted.rows[0]?.failed ?? 0) <= fewUnits;
  const result = await pool().query<FailedUnitRow>(
    `with page as (
       ${isFew ? sortFailed : walkSamples} order by s.position, c.position limit $4
     )
     select jsonb_build_object('id', s.id, 'externalId', s.external_id) as sample, jsonb_build_object('id', c.id, 'name', c.name) as criterion,
            u.attempts, coalesce(u.error_code, 'internal') as code, coalesce(u.error_message, '') as message, u.raw_reply as "rawReply",
            s.position as "samplePosition", c.position as "criterionPosition"
     from page join run_units u on u.run_id = $1 and u.sample_id = page.sample_id and u.criterion_id = page.criterion_id
     join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id
     order by s.position, c.position`,
    [runId, after?.sample ?? null, after?.criterion ?? null, limit],
  );
  return result.rows;
}

const isAfter = "($2::int is null or (s.position, c.position) > ($2::int, $3::int))";

const sortFailed = `
  select u.sample_id, u.criterion_id
  from (select sample_id, criterion_id from run_units where run_id = $1 and status = 'failed' limit ${fewUnits + 1}) u
  join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id where ${isAfter}`;

// The status is written so that its index is not used, which has all failed units of the run, and is read as a whole for each sample.
const walkSamples = `
  select s.id as sample_id, c.id as criterion_id
  from (select id, position from samples where task_id = (select task_id from runs where id = $1) and position >= coalesce($2::int, 0)) s
  cross join lateral (
    select c.id, c.position from run_units u join criteria c on c.id = u.criterion_id
    where u.run_id = $1 and u.sample_id = s.id and u.status || '' = 'failed' order by c.position) c
  where ${isAfter}`;
