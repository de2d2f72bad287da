import "server-only";
import type { PoolClient } from "pg";
import { found } from "@/lib/domain/errors";
import type { Run, RunStatus } from "@/lib/domain/judge";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A run with its progress, counted where the work is kept: the work list, or the drafts of an imported run. Tokens and cost are sums over drafts. */
const selectRun = `
  select r.id, r.task_id as "taskId", jsonb_build_object('id', j.id, 'name', j.name) as judge, r.kind, r.status, r.model, r.protocol,
         r.prompt_version as "promptVersion", r.parameters,
         case when cs.id is not null then jsonb_build_object('id', cs.id, 'version', cs.version) end as "criteriaSet",
         r.import_id is not null or j.kind = 'imported' as imported,
         jsonb_build_object(
           'total', case when work.total > 0 then work.total when r.kind = 'criteria' then 1 else made.drafts end,
           'done', case when work.total > 0 then work.done else made.drafts end,
           'failed', case when work.total > 0 then work.failed when r.kind = 'criteria' and r.status = 'failed' then 1 else 0 end,
           'pending', case when work.total > 0 then work.pending when r.kind = 'criteria' and r.status in ('queued', 'running', 'paused') then 1 else 0 end
         ) as units,
         coalesce(failures.list, '[]') as failures, made.input_tokens as "inputTokens", made.output_tokens as "outputTokens",
         made.cost as "costUsd", r.error, ${iso("r.created_at")} as "createdAt", ${iso("r.started_at")} as "startedAt",
         ${iso("r.ended_at")} as "endedAt",
         case when r.kind = 'criteria' then (select d.id from drafts d where d.run_id = r.id limit 1) end as "proposalDraftId"
  from runs r join judges j on j.id = r.judge_id
  left join criteria_sets cs on cs.id = r.criteria_set_id
  cross join lateral (
    select count(*)::int as total, count(*) filter (where status = 'done')::int as done, count(*) filter (where status = 'failed')::int as failed,
           count(*) filter (where status = 'pending')::int as pending
    from run_units u where u.run_id = r.id) work
  cross join lateral (
    select count(*)::int as drafts, coalesce(sum(input_tokens), 0)::float8 as input_tokens, coalesce(sum(output_tokens), 0)::float8 as output_tokens,
           sum(cost_usd) as cost
    from drafts d where d.run_id = r.id) made
  left join lateral (
    select jsonb_agg(jsonb_build_object('code', code, 'count', n, 'message', message) order by n desc, code) as list
    from (select coalesce(error_code, 'internal') as code, count(*) as n, coalesce(min(error_message), '') as message
          from run_units u where u.run_id = r.id and u.status = 'failed' group by 1) grouped) failures on true`;

/** Runs of a task, newest first. */
export async function listRunRows(taskId: string): Promise<Run[]> {
  return (await pool().query<Run>(`${selectRun} where r.task_id = $1 order by r.created_at desc, r.id`, [taskId])).rows;
}

/** Throws not_found. */
export async function getRunRow(id: string): Promise<Run> {
  return found((await pool().query<Run>(`${selectRun} where r.id = $1`, [id])).rows[0], "run");
}

/** What the right to a run is asked of, and what controls it. Throws not_found. */
export async function getRunPlace(id: string): Promise<{ projectId: string; taskId: string; judgeId: string; status: RunStatus }> {
  const result = await pool().query<{ projectId: string; taskId: string; judgeId: string; status: RunStatus }>(
    `select t.project_id as "projectId", r.task_id as "taskId", r.judge_id as "judgeId", r.status
     from runs r join tasks t on t.id = r.task_id where r.id = $1`,
    [id],
  );
  return found(result.rows[0], "run");
}

/** What a task offers a run: its project and its published criteria. Throws not_found. */
export async function getTaskForRun(taskId: string) {
  const result = await pool().query<{ id: string; projectId: string; archived: boolean; kind: string; publishedSetId: string | null }>(
    `select t.id, t.project_id as "projectId", t.archived_at is not null or p.archived_at is not null as archived, t.kind,
            (select id from criteria_sets where task_id = t.id and status = 'published' order by version desc limit 1) as "publishedSetId"
     from tasks t join projects p on p.id = t.project_id where t.id = $1`,
    [taskId],
  );
  return found(result.rows[0], "task");
}

/** Whether the set is a published one of the task. */
export async function isPublishedSetOf(taskId: string, criteriaSetId: string): Promise<boolean> {
  const result = await pool().query("select 1 from criteria_sets where id = $1 and task_id = $2 and status = 'published'", [
    criteriaSetId,
    taskId,
  ]);
  return result.rows.length > 0;
}

export interface NewRun {
  taskId: string;
  judge: {
    id: string;
    model: string;
    parameters: Record<string, unknown>;
    inputPriceUsd: number | null;
    outputPriceUsd: number | null;
  };
  criteriaSetId: string | null;
  kind: "evaluation" | "criteria";
  protocol: string;
  promptVersion: string;
  createdById: string;
}

/** Makes a run, with what is asked frozen in it. */
export async function createRun(client: Queryable, run: NewRun): Promise<string> {
  const { judge } = run;
  const result = await client.query<{ id: string }>(
    `insert into runs (task_id, judge_id, criteria_set_id, kind, status, model, protocol, prompt_version, parameters, input_price_usd, output_price_usd, created_by_id)
     values ($1, $2, $3, $4, 'queued', $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      run.taskId,
      judge.id,
      run.criteriaSetId,
      run.kind,
      judge.model,
      run.protocol,
      run.promptVersion,
      JSON.stringify(judge.parameters),
      judge.inputPriceUsd,
      judge.outputPriceUsd,
      run.createdById,
    ],
  );
  return found(result.rows[0], "run").id;
}

/** Writes the work list of a run in one statement: each sample with the criteria that apply to it. Returns how many units. */
export async function createRunUnits(client: Queryable, runId: string, sampleLimit: number | null): Promise<number> {
  const result = await client.query(
    `insert into run_units (run_id, sample_id, criterion_id)
     select r.id, s.id, c.id
     from runs r
     cross join lateral (select id, position from samples where task_id = r.task_id order by position, id limit $2) s
     join criteria c on c.criteria_set_id = r.criteria_set_id and (c.sample_id is null or c.sample_id = s.id)
     where r.id = $1`,
    [runId, sampleLimit],
  );
  return result.rowCount ?? 0;
}

/** Moves a run to a status if it is in one of `from`. Says whether it was. */
export async function moveRun(
  client: Queryable,
  id: string,
  from: RunStatus[],
  to: RunStatus,
  error: string | null = null,
): Promise<boolean> {
  const result = await client.query(
    `update runs set status = $3, error = $4, ended_at = case when $3 in ('done', 'failed', 'cancelled') then now() end
     where id = $1 and status = any($2)`,
    [id, from, to, error],
  );
  return result.rowCount === 1;
}

/** Puts a run's failed units back on its work list. Returns how many. */
export async function reopenFailedUnits(client: Queryable, runId: string): Promise<number> {
  const result = await client.query("update run_units set status = 'pending', updated_at = now() where run_id = $1 and status = 'failed'", [
    runId,
  ]);
  return result.rowCount ?? 0;
}

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

/** Failed units in the order of samples and criteria, after a place in it. */
export async function listFailedUnitRows(
  runId: string,
  after: { sample: number; criterion: number } | null,
  limit: number,
): Promise<FailedUnitRow[]> {
  const result = await pool().query<FailedUnitRow>(
    `select jsonb_build_object('id', s.id, 'externalId', s.external_id) as sample, jsonb_build_object('id', c.id, 'name', c.name) as criterion,
            u.attempts, coalesce(u.error_code, 'internal') as code, coalesce(u.error_message, '') as message, u.raw_reply as "rawReply",
            s.position as "samplePosition", c.position as "criterionPosition"
     from run_units u join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id
     where u.run_id = $1 and u.status = 'failed' and ($2::int is null or (s.position, c.position) > ($2::int, $3::int))
     order by s.position, c.position limit $4`,
    [runId, after?.sample ?? null, after?.criterion ?? null, limit],
  );
  return result.rows;
}
