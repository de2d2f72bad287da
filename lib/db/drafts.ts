import "server-only";
import type { PoolClient } from "pg";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { type JudgeParameters, judgeParameters, type RunStatus } from "@/lib/domain/judge";
import { inTransaction, pool } from "./client";

/** What drafting needs to know of a run: what was frozen in it, and where its judge is now. */
interface RunFrame {
  runId: string;
  runStatus: RunStatus;
  projectId: string;
  judgeId: string;
  baseUrl: string;
  model: string;
  apiKeyEncrypted: string | null;
  protocol: string;
  promptVersion: string;
  parameters: JudgeParameters;
  /** What `judge test` found out, if it was run. */
  followsSchema: boolean | null;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
  task: { id: string; description: string; inputName: string; outputName: string };
}

const frame = `
  r.id as "runId", r.status as "runStatus", t.project_id as "projectId", j.id as "judgeId", j.base_url as "baseUrl", coalesce(r.model, j.model) as model,
  j.api_key_encrypted as "apiKeyEncrypted", r.protocol, r.prompt_version as "promptVersion", r.parameters,
  (j.capabilities->>'structuredOutput')::boolean as "followsSchema", r.input_price_usd as "inputPriceUsd", r.output_price_usd as "outputPriceUsd",
  jsonb_build_object('id', t.id, 'description', t.description, 'inputName', t.input_name, 'outputName', t.output_name) as task`;
const frameTables = "runs r join judges j on j.id = r.judge_id join tasks t on t.id = r.task_id";

export interface UnitToDraft extends RunFrame {
  unitStatus: "pending" | "done" | "failed";
  attempts: number;
  sample: { id: string; externalId: string; input: string; output: string; reference: string | null };
  criterion: CriterionContent & { id: string };
}

/** One unit of a run with everything its prompt needs; null when it is gone. One query. */
export async function findUnitToDraft(runId: string, sampleId: string, criterionId: string): Promise<UnitToDraft | null> {
  const result = await pool().query<UnitToDraft>(
    `select ${frame}, u.status as "unitStatus", u.attempts,
            jsonb_build_object('id', s.id, 'externalId', s.external_id, 'input', s.input, 'output', s.output, 'reference', s.reference) as sample,
            jsonb_build_object('id', c.id, 'name', c.name, 'definition', c.definition, 'scale', c.scale, 'overall', c.overall) as criterion
     from run_units u join ${frameTables} on r.id = u.run_id join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id
     where u.run_id = $1 and u.sample_id = $2 and u.criterion_id = $3`,
    [runId, sampleId, criterionId],
  );
  const row = result.rows[0];
  return row === undefined ? null : { ...row, parameters: judgeParameters.parse(row.parameters) };
}

export interface ProposalToMake extends RunFrame {
  /** The first samples of the task, of different inputs, as demonstration. */
  examples: { input: string; output: string }[];
}

/** A criteria run with what its prompt needs; null when it is gone. */
export async function findProposalToMake(runId: string): Promise<ProposalToMake | null> {
  const result = await pool().query<ProposalToMake>(
    `select ${frame},
            (select coalesce(jsonb_agg(jsonb_build_object('input', left(e.input, 8000), 'output', left(e.output, 8000)) order by e.position), '[]')
             from (select distinct on (input_key) input, output, position
                   from (select * from samples where task_id = t.id order by position limit 20) first
                   order by input_key, position) e
             where e.position <= (select coalesce(min(position), 0) + 8 from samples where task_id = t.id)) as examples
     from ${frameTables} where r.id = $1 and r.kind = 'criteria'`,
    [runId],
  );
  const row = result.rows[0];
  return row === undefined ? null : { ...row, examples: row.examples.slice(0, 2), parameters: judgeParameters.parse(row.parameters) };
}

export interface MadeDraft {
  content: DraftContent;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  latencyMs: number;
}

type Queryable = Pick<PoolClient, "query">;

/** PostgreSQL takes neither NUL nor half a surrogate pair; models send both. */
const storable = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, "\uFFFD");

async function insertDraft(
  client: Queryable,
  runId: string,
  unit: { sampleId: string; criterionId: string } | null,
  draft: MadeDraft,
): Promise<void> {
  await client.query(
    `insert into drafts (run_id, sample_id, criterion_id, score, items, raw, input_tokens, output_tokens, cost_usd, latency_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      runId,
      unit?.sampleId ?? null,
      unit?.criterionId ?? null,
      draft.content.score,
      JSON.stringify(draft.content.items.map(({ kind, text }) => ({ kind, text: storable(text) }))),
      storable(draft.content.raw),
      draft.inputTokens,
      draft.outputTokens,
      draft.costUsd,
      draft.latencyMs,
    ],
  );
}

/** Keeps a draft and crosses its unit off the work list, both or neither. A second draft of the same unit is dropped: the first one stands. */
export async function saveUnitDraft(
  unit: { runId: string; sampleId: string; criterionId: string },
  draft: MadeDraft,
  requests: number,
): Promise<void> {
  await inTransaction(async (client) => {
    await insertDraft(client, unit.runId, unit, draft);
    await client.query(
      `update run_units set status = 'done', attempts = attempts + $4, error_code = null, error_message = null, raw_reply = null, updated_at = now()
       where run_id = $1 and sample_id = $2 and criterion_id = $3`,
      [unit.runId, unit.sampleId, unit.criterionId, requests],
    );
  });
}

export interface DraftFailure {
  code: string;
  message: string;
  rawReply: string | null;
  requests: number;
}

/** Marks a unit as failed with what went wrong and what the model said. A unit that has its draft stays done. */
export async function failUnit(unit: { runId: string; sampleId: string; criterionId: string }, failure: DraftFailure): Promise<void> {
  await pool().query(
    `update run_units set status = 'failed', attempts = attempts + $4, error_code = $5, error_message = $6, raw_reply = $7, updated_at = now()
     where run_id = $1 and sample_id = $2 and criterion_id = $3 and status = 'pending'`,
    [
      unit.runId,
      unit.sampleId,
      unit.criterionId,
      failure.requests,
      failure.code,
      storable(failure.message),
      failure.rawReply === null ? null : storable(failure.rawReply),
    ],
  );
}

/** Keeps a proposal of criteria and ends its run. A run has one proposal, however often its job runs. */
export async function saveProposal(runId: string, draft: MadeDraft): Promise<void> {
  await inTransaction(async (client) => {
    const run = await client.query<{ status: RunStatus }>("select status from runs where id = $1 for update", [runId]);
    if (!["queued", "running"].includes(run.rows[0]?.status ?? "")) return;
    await insertDraft(client, runId, null, draft);
    await client.query("update runs set status = 'done', error = null, ended_at = now() where id = $1", [runId]);
  });
}
