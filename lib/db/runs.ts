import "server-only";
import type { PoolClient } from "pg";
import { found } from "@/lib/domain/errors";
import type { Run, RunStatus } from "@/lib/domain/judge";
import type { Variant } from "@/lib/domain/pair-outputs";
import { pool } from "./client";
import type { RoleInRun } from "./drafts";
import { storable } from "./storable";

type Queryable = Pick<PoolClient, "query">;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A run with its progress, counted where the work is kept: the work list, or the drafts of an imported run. Tokens and cost are sums over what was
 * asked, failures included; of an imported run over its drafts. The drafts of other runs are looked at only where they may say more.
 */
const selectRun = `
  select r.id, r.task_id as "taskId", jsonb_build_object('id', j.id, 'name', j.name) as judge, r.kind, r.status, r.model, r.protocol,
         r.prompt_version as "promptVersion", r.parameters, r.options, r.variant, r.reuse_answers as "reuseAnswers", r.budget_usd as "budgetUsd",
         (select coalesce(jsonb_object_agg(part, jsonb_build_object('judgeId', who->>'judgeId', 'model', who->>'model')), '{}')
          from jsonb_each(r.roles) as parts (part, who)) as roles,
         r.budget_tokens as "budgetTokens",
         r.input_price_usd is not null and r.output_price_usd is not null as priced,
         case when cs.id is not null then jsonb_build_object('id', cs.id, 'version', cs.version) end as "criteriaSet",
         r.import_id is not null or j.kind = 'imported' as imported,
         jsonb_build_object(
           'total', case when work.total > 0 then work.total when r.kind = 'criteria' then 1 else made.drafts end,
           'done', case when work.total > 0 then work.done else made.drafts end,
           'failed', case when work.total > 0 then work.failed when r.kind = 'criteria' and r.status = 'failed' then 1 else 0 end,
           'pending', case when work.total > 0 then work.pending when r.kind = 'criteria' and r.status in ('queued', 'running', 'paused') then 1 else 0 end,
           'dropped', work.dropped, 'cached', made.cached
         ) as units,
         case when r.status = 'running' then rate.units else 0 end as "unitsPerMinute",
         case when r.status = 'running' and rate.units > 0 and work.pending > 0 then work.pending * 60.0 / rate.units end::float8 as "secondsLeft",
         case when r.status in ('queued', 'running') then
           (select ${iso("e.blocked_until")} from endpoints e
            where e.project_id = j.project_id and e.base_url = j.base_url and e.blocked_until > now()) end as "heldUntil",
         coalesce(failures.list, '[]') as failures, coalesce(asked.input_tokens, made.input_tokens) as "inputTokens",
         coalesce(asked.output_tokens, made.output_tokens) as "outputTokens", coalesce(asked.cost, made.cost) as "costUsd",
         coalesce(asked.without_cost, 0) as "requestsWithoutCost",
         r.error, ${iso("r.created_at")} as "createdAt", ${iso("r.started_at")} as "startedAt", ${iso("r.ended_at")} as "endedAt",
         case when r.kind = 'criteria' then (select d.id from drafts d where d.run_id = r.id limit 1) end as "proposalDraftId",
         case when r.kind = 'criteria' then (select d.details->'consistency' from drafts d where d.run_id = r.id limit 1) end as consistency
  from runs r join judges j on j.id = r.judge_id
  left join criteria_sets cs on cs.id = r.criteria_set_id
  cross join lateral (
    select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where status = 'done'), 0)::int as done,
           coalesce(sum(n) filter (where status = 'failed'), 0)::int as failed, coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending,
           coalesce(sum(n) filter (where status = 'dropped'), 0)::int as dropped
    from (select status, count(*) as n from run_units u where u.run_id = r.id group by status) counted) work
  cross join lateral (
    select (count(*) * 60.0 / greatest(1, least(60, extract(epoch from now() - r.started_at))))::float8 as units
    from run_units u
    where u.run_id = r.id and r.status = 'running' and u.status in ('done', 'failed', 'dropped') and u.updated_at > now() - interval '1 minute') rate
  left join lateral (
    select coalesce(sum(input_tokens), 0)::float8 as input_tokens, coalesce(sum(output_tokens), 0)::float8 as output_tokens, sum(cost_usd) as cost,
           (count(*) filter (where cost_usd is null))::int as without_cost
    from exchanges e where e.run_id = r.id and e.cached_from_id is null having count(*) > 0) asked on true
  cross join lateral (
    select count(*)::int as drafts, (count(*) filter (where cached))::int as cached, coalesce(sum(input_tokens), 0)::float8 as input_tokens,
           coalesce(sum(output_tokens), 0)::float8 as output_tokens, sum(cost_usd) as cost
    from drafts d where d.run_id = r.id and (r.reuse_answers or work.total = 0 or asked.input_tokens is null)) made
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
  const result = await pool().query<{
    id: string;
    projectId: string;
    archived: boolean;
    kind: "pointwise" | "pairwise";
    publishedSetId: string | null;
  }>(
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
  judgeId: string;
  model: string | null;
  parameters: Record<string, unknown>;
  options: Record<string, unknown>;
  /** Who takes the other parts, as they are now. */
  roles: Record<string, RoleInRun>;
  prompts: Record<string, string>;
  promptVersion: string;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
  criteriaSetId: string | null;
  kind: "evaluation" | "criteria";
  protocol: string;
  scope: "unit" | "sample" | "batch";
  variant: Variant;
  reuseAnswers: boolean;
  budgetUsd: number | null;
  budgetTokens: number | null;
  createdById: string;
}

/** Makes a run, with what is asked frozen in it. */
export async function createRun(client: Queryable, run: NewRun): Promise<string> {
  const values: Record<string, unknown> = {
    task_id: run.taskId,
    judge_id: run.judgeId,
    criteria_set_id: run.criteriaSetId,
    kind: run.kind,
    model: run.model,
    protocol: run.protocol,
    prompt_version: run.promptVersion,
    prompts: JSON.stringify(run.prompts),
    parameters: JSON.stringify(run.parameters),
    options: JSON.stringify(run.options),
    roles: JSON.stringify(run.roles),
    scope: run.scope,
    variant: run.variant,
    reuse_answers: run.reuseAnswers,
    budget_usd: run.budgetUsd,
    budget_tokens: run.budgetTokens,
    input_price_usd: run.inputPriceUsd,
    output_price_usd: run.outputPriceUsd,
    created_by_id: run.createdById,
  };
  const columns = Object.keys(values);
  const result = await client.query<{ id: string }>(
    `insert into runs (${columns.join(", ")}) values (${columns.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
    Object.values(values),
  );
  return found(result.rows[0], "run").id;
}

/** Writes the work list of a run in one statement: each sample with the criteria of its set that apply to it, or only the overall one. Returns how many units. */
export async function createRunUnits(
  client: Queryable,
  runId: string,
  choice: { criteria: "every" | "overall"; sampleLimit: number | null },
): Promise<number> {
  const result = await client.query(
    `insert into run_units (run_id, sample_id, criterion_id)
     select r.id, s.id, c.id
     from runs r
     cross join lateral (select id, position from samples where task_id = r.task_id order by position, id limit $2) s
     join criteria c on c.criteria_set_id = r.criteria_set_id and (c.sample_id is null or c.sample_id = s.id) and ($3 or c.overall)
     where r.id = $1`,
    [runId, choice.sampleLimit, choice.criteria === "every"],
  );
  return result.rowCount ?? 0;
}

/** Writes the work list of a run that judges by a criterion of its own: every sample with that one. Returns how many units. */
export async function createUnitsOfCriterion(
  client: Queryable,
  runId: string,
  criterionId: string,
  sampleLimit: number | null,
): Promise<number> {
  const result = await client.query(
    `insert into run_units (run_id, sample_id, criterion_id)
     select r.id, s.id, $2 from runs r cross join lateral (select id from samples where task_id = r.task_id order by position, id limit $3) s where r.id = $1`,
    [runId, criterionId, sampleLimit],
  );
  return result.rowCount ?? 0;
}

/** Whether the set has an overall criterion. */
export async function hasOverallCriterion(criteriaSetId: string): Promise<boolean> {
  const result = await pool().query("select 1 from criteria where criteria_set_id = $1 and overall and sample_id is null", [criteriaSetId]);
  return result.rows.length > 0;
}

/** How many of a task's first samples have no reference. */
export async function countWithoutReference(taskId: string, sampleLimit: number | null): Promise<number> {
  const result = await pool().query<{ count: number }>(
    `select count(*) filter (where coalesce(trim(reference), '') = '')::int as count
     from (select reference from samples where task_id = $1 order by position, id limit $2) s`,
    [taskId, sampleLimit],
  );
  return result.rows[0]?.count ?? 0;
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
    [id, from, to, error === null ? null : storable(error)],
  );
  return result.rowCount === 1;
}

/** Sets a run's budgets; what is undefined stays. */
export async function setBudget(
  client: Queryable,
  runId: string,
  budget: { budgetUsd?: number | null | undefined; budgetTokens?: number | null | undefined },
): Promise<void> {
  const { budgetUsd, budgetTokens } = budget;
  await client.query(
    "update runs set budget_usd = case when $2 then $3 else budget_usd end, budget_tokens = case when $4 then $5 else budget_tokens end where id = $1",
    [runId, budgetUsd !== undefined, budgetUsd ?? null, budgetTokens !== undefined, budgetTokens ?? null],
  );
}

/** Puts a run's failed units back on its work list. Returns how many. */
export async function reopenFailedUnits(client: Queryable, runId: string): Promise<number> {
  const result = await client.query("update run_units set status = 'pending', updated_at = now() where run_id = $1 and status = 'failed'", [
    runId,
  ]);
  return result.rowCount ?? 0;
}
