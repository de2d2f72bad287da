import "server-only";
import type { Exchange, NewExchange } from "@/lib/domain/exchange";
import { pool } from "./client";
import { storable } from "./storable";

/** Which piece of a run an exchange belongs to; both null for a proposal of criteria. */
export interface ExchangePlace {
  runId: string;
  sampleId: string | null;
  criterionId: string | null;
}

/** Keeps an exchange. It is never changed afterwards. */
export async function appendExchange(place: ExchangePlace, exchange: NewExchange): Promise<void> {
  await pool().query(
    `insert into exchanges (run_id, sample_id, criterion_id, step, role, request_hash, request, reply, problem, cached_from_id, input_tokens, output_tokens, cost_usd, latency_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      place.runId,
      place.sampleId,
      place.criterionId,
      exchange.step,
      exchange.role,
      exchange.requestHash,
      exchange.request,
      storable(exchange.reply),
      exchange.problem === null ? null : storable(exchange.problem),
      exchange.cachedFromId,
      exchange.inputTokens,
      exchange.outputTokens,
      exchange.costUsd,
      exchange.latencyMs,
    ],
  );
}

export interface EarlierAnswer {
  exchangeId: string;
  text: string;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Whether this very piece of work had asked it, before it was cut off: then nothing is saved, it is only not paid for twice. */
  own: boolean;
}

/**
 * A readable answer to the same question: from the same piece of the same run (cut off before its draft was stored), else, with `reuse`, from any
 * run of the project. Null: none.
 */
export async function findAnswer(place: ExchangePlace, requestHash: string, reuse: boolean): Promise<EarlierAnswer | null> {
  const result = await pool().query<EarlierAnswer>(
    `select e.id as "exchangeId", e.reply as text, e.input_tokens as "inputTokens", e.output_tokens as "outputTokens", e.own
     from (select *, run_id = $1 and sample_id is not distinct from $2 and criterion_id is not distinct from $3 as own
           from exchanges where request_hash = $4 and problem is null and cached_from_id is null) e
     where e.own or ($5 and exists (select 1 from runs r join tasks t on t.id = r.task_id where r.id = e.run_id
                                    and t.project_id = (select t2.project_id from runs r2 join tasks t2 on t2.id = r2.task_id where r2.id = $1)))
     order by e.own desc, e.created_at desc limit 1`,
    [place.runId, place.sampleId, place.criterionId, requestHash, reuse],
  );
  return result.rows[0] ?? null;
}

/** Everything a run asked about a sample, in order. */
export async function listExchanges(runId: string, sampleId: string): Promise<Exchange[]> {
  const result = await pool().query<Exchange>(
    `select id, step, role, request, request_exact as "requestExact", reply, problem, cached_from_id as "cachedFromId", input_tokens as "inputTokens", output_tokens as "outputTokens",
            cost_usd as "costUsd", latency_ms as "latencyMs", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from exchanges where run_id = $1 and sample_id = $2 order by created_at, id`,
    [runId, sampleId],
  );
  return result.rows;
}
