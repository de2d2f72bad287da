import "server-only";
import type { PoolClient } from "pg";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { type JudgeCapabilities, type JudgeParameters, judgeParameters, type ModelRole, type RunStatus } from "@/lib/domain/judge";
import type { Variant } from "@/lib/domain/pair-outputs";
import { inTransaction, pool } from "./client";
import { addDerivedCriteria } from "./derived-sets";
import { storable, storableJson } from "./storable";

/** Who takes another part in a run, frozen when it was started. */
export interface RoleInRun {
  judgeId: string;
  baseUrl: string;
  model: string;
  parameters: JudgeParameters;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
}

/** What drafting needs to know of a run: what was frozen in it, and where its judge is now. */
export interface RunFrame {
  runId: string;
  runStatus: RunStatus;
  projectId: string;
  judgeId: string;
  baseUrl: string;
  model: string;
  apiKeyEncrypted: string | null;
  protocol: string;
  promptVersion: string;
  prompts: Record<string, string>;
  parameters: JudgeParameters;
  options: Record<string, unknown>;
  roles: { [R in Exclude<ModelRole, "judge">]?: RoleInRun };
  /** What belongs to the judges who take other parts and not to the run, by judge. */
  roleJudges: Record<string, Pick<RunFrame, "apiKeyEncrypted" | "capabilities">>;
  /** What `judge test` found out, if it was run. */
  capabilities: JudgeCapabilities | null;
  variant: Variant;
  reuseAnswers: boolean;
  budgetUsd: number | null;
  budgetTokens: number | null;
  inputPriceUsd: number | null;
  outputPriceUsd: number | null;
  task: { id: string; description: string; inputName: string; outputName: string; kind: "pointwise" | "pairwise" };
}

const frame = `
  r.id as "runId", r.status as "runStatus", t.project_id as "projectId", j.id as "judgeId", j.base_url as "baseUrl", coalesce(r.model, j.model) as model,
  j.api_key_encrypted as "apiKeyEncrypted", r.protocol, r.prompt_version as "promptVersion", r.prompts, r.parameters, r.options, r.roles,
  (select coalesce(jsonb_object_agg(o.id, jsonb_build_object('apiKeyEncrypted', o.api_key_encrypted, 'capabilities', o.capabilities)), '{}')
   from judges o
   where o.project_id = t.project_id and o.id::text in (select part->>'judgeId' from jsonb_each(r.roles) as parts (name, part))) as "roleJudges",
  j.capabilities, r.variant, r.reuse_answers as "reuseAnswers", r.budget_usd as "budgetUsd", r.budget_tokens as "budgetTokens",
  r.input_price_usd as "inputPriceUsd", r.output_price_usd as "outputPriceUsd",
  jsonb_build_object('id', t.id, 'description', t.description, 'inputName', t.input_name, 'outputName', t.output_name, 'kind', t.kind) as task`;
const frameTables = "runs r join judges j on j.id = r.judge_id join tasks t on t.id = r.task_id";

export type CriterionToDraft = CriterionContent & { id: string };

export interface WorkToDraft extends RunFrame {
  sample: {
    id: string;
    externalId: string;
    input: string;
    output: string;
    outputB: string | null;
    reference: string | null;
    imageUrl: string | null;
  };
  /** Criteria whose units are still to be drafted: the one asked for, or all of the sample. */
  criteria: CriterionToDraft[];
  /** Drafts of this run for the sample's other criteria of the same set, in its order. */
  earlier: { criterion: CriterionToDraft; content: Pick<DraftContent, "score" | "items" | "raw"> }[];
  /** How many of the sample's other units have failed. */
  failedOthers: number;
}

const criterionObject =
  "jsonb_build_object('id', c.id, 'name', c.name, 'definition', c.definition, 'scale', c.scale, 'overall', c.overall)";

/** What is left to draft of one sample in a run (of one criterion, or null: of all) with everything the prompts need; null when it is gone. One query. */
export async function findWorkToDraft(runId: string, sampleId: string, criterionId: string | null): Promise<WorkToDraft | null> {
  const result = await pool().query<WorkToDraft>(
    `select ${frame},
            jsonb_build_object('id', s.id, 'externalId', s.external_id, 'input', s.input, 'output', s.output, 'outputB', s.output_b,
                               'reference', s.reference, 'imageUrl', s.image_url) as sample,
            (select coalesce(jsonb_agg(${criterionObject} order by c.position), '[]')
             from run_units u join criteria c on c.id = u.criterion_id
             where u.run_id = r.id and u.sample_id = s.id and u.status = 'pending' and ($3::uuid is null or u.criterion_id = $3)) as criteria,
            (select coalesce(jsonb_agg(jsonb_build_object('criterion', ${criterionObject},
                                       'content', jsonb_build_object('score', d.score, 'items', d.items, 'raw', d.raw)) order by c.position), '[]')
             from drafts d join criteria c on c.id = d.criterion_id
             where d.run_id = r.id and d.sample_id = s.id and c.criteria_set_id = r.criteria_set_id and c.id is distinct from $3::uuid) as earlier,
            (select count(*)::int from run_units u where u.run_id = r.id and u.sample_id = s.id and u.status = 'failed'
             and u.criterion_id is distinct from $3::uuid) as "failedOthers"
     from ${frameTables} join samples s on s.id = $2 and s.task_id = t.id
     where r.id = $1`,
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
  /** Whether no new request was needed for it. */
  cached: boolean;
}

type Queryable = Pick<PoolClient, "query">;

async function insertDraft(
  client: Queryable,
  runId: string,
  unit: { sampleId: string; criterionId: string } | null,
  draft: MadeDraft,
): Promise<void> {
  const { content } = draft;
  await client.query(
    `insert into drafts (run_id, sample_id, criterion_id, score, items, raw, details, input_tokens, output_tokens, cost_usd, latency_ms, cached)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    [
      runId,
      unit?.sampleId ?? null,
      unit?.criterionId ?? null,
      content.score,
      JSON.stringify(content.items.map(({ kind, text }) => ({ kind, text: storable(text) }))),
      storable(content.raw),
      content.details === undefined ? null : storableJson(content.details),
      draft.inputTokens,
      draft.outputTokens,
      draft.costUsd,
      draft.latencyMs,
      draft.cached,
    ],
  );
}

/** One draft of a piece of work: of a criterion of the set, or of one made for this sample alone. */
export interface DraftOfPiece {
  criterion: { id: string } | { made: CriterionContent };
  draft: MadeDraft;
  /** Why the protocol threw it out; null: it stands. */
  dropped: string | null;
}

/**
 * Keeps the drafts of one piece of work, with the criteria that were made for its sample, and crosses its units off the work list: all or nothing.
 * Where the units are already through, nothing is kept: the first drafts stand. Says whether these were kept.
 */
export async function saveDrafts(
  piece: { runId: string; sampleId: string },
  drafts: readonly DraftOfPiece[],
  requests: number,
): Promise<boolean> {
  const given = drafts.flatMap((one) => ("id" in one.criterion ? [one.criterion.id] : []));
  return inTransaction(async (client) => {
    const pending = await client.query<{ criterionId: string }>(
      `select criterion_id as "criterionId" from run_units where run_id = $1 and sample_id = $2 and criterion_id = any($3) and status = 'pending'
       order by criterion_id for update`,
      [piece.runId, piece.sampleId, given],
    );
    const open = new Set(pending.rows.map((row) => row.criterionId));
    if (open.size === 0) return false;
    const made = drafts.flatMap((one) => ("made" in one.criterion ? [one.criterion.made] : []));
    const madeIds = made.length === 0 ? [] : await addDerivedCriteria(client, piece.runId, piece.sampleId, made);
    for (const { criterion, draft, dropped } of drafts) {
      const criterionId = "id" in criterion ? criterion.id : (madeIds.shift() ?? "");
      if ("id" in criterion && !open.has(criterion.id)) continue;
      await insertDraft(client, piece.runId, { sampleId: piece.sampleId, criterionId }, draft);
      if ("made" in criterion) continue;
      await client.query(
        `update run_units set status = case when $5::text is null then 'done' else 'dropped' end, attempts = attempts + $4, error_code = null,
                error_message = $5, raw_reply = null, updated_at = now()
         where run_id = $1 and sample_id = $2 and criterion_id = $3`,
        [piece.runId, piece.sampleId, criterionId, requests, dropped === null ? null : storable(dropped)],
      );
    }
    return true;
  });
}

export interface DraftFailure {
  code: string;
  message: string;
  rawReply: string | null;
  requests: number;
}

/** Marks the units of a piece of work as failed, with what went wrong and what the model said. Units that have their draft stay done. */
export async function failUnits(
  piece: { runId: string; sampleId: string },
  criterionIds: readonly string[],
  failure: DraftFailure,
): Promise<void> {
  await pool().query(
    `update run_units set status = 'failed', attempts = attempts + $4, error_code = $5, error_message = $6, raw_reply = $7, updated_at = now()
     where run_id = $1 and sample_id = $2 and criterion_id = any($3) and status = 'pending'`,
    [
      piece.runId,
      piece.sampleId,
      criterionIds,
      failure.requests,
      failure.code,
      storable(failure.message),
      failure.rawReply === null ? null : storable(failure.rawReply),
    ],
  );
}

/** Marks all that a piece of work still lacks as failed: the one unit, or every one of the sample. */
export async function failPiece(
  piece: { runId: string; sampleId: string; criterionId: string | null },
  failure: { code: string; message: string },
): Promise<void> {
  await pool().query(
    `update run_units set status = 'failed', error_code = $4, error_message = $5, raw_reply = null, updated_at = now()
     where run_id = $1 and sample_id = $2 and ($3::uuid is null or criterion_id = $3) and status = 'pending'`,
    [piece.runId, piece.sampleId, piece.criterionId, failure.code, storable(failure.message)],
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
