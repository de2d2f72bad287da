import "server-only";
import type { PoolClient } from "pg";
import type { DraftContent } from "@/lib/domain/draft";
import type { JudgeKind, RunStatus } from "@/lib/domain/judge";
import { insertRows } from "./bulk";
import { inTransaction, pool } from "./client";
import { storable } from "./storable";

type Queryable = Pick<PoolClient, "query">;

/** Units worked on at once. */
export const batchSize = 500;

export interface UnitKey {
  sampleId: string;
  criterionId: string;
}

/**
 * The pending units of run $1 after the unit ($2, $3), at most $4, as the end of a statement on run_units. They are walked by their keys from where
 * the last batch ended; the status is written so that its index is not used, which has to be read and sorted as a whole for each batch.
 */
export const pendingAfter = `where run_id = $1 and (sample_id, criterion_id) > ($2::uuid, $3::uuid) and status || '' = 'pending'
  order by run_id, sample_id, criterion_id limit $4`;

const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Where to go on, as `pendingAfter` takes it. */
export const placeOf = (after: UnitKey | null): [string, string] => [after?.sampleId ?? beforeAll, after?.criterionId ?? beforeAll];

/** What became of a unit: a draft with a score, or why there is none. */
export type UnitResult = UnitKey & ({ content: DraftContent & { score: number } } | { code: string; message: string });

/** A run that is worked on without a model: what was frozen in it. */
export interface BatchRun {
  options: Record<string, unknown>;
  taskKind: "pointwise" | "pairwise";
  criteriaSetId: string | null;
}

/** The run, if its judge is of this kind. */
export async function findBatchRun(runId: string, kind: JudgeKind): Promise<BatchRun | null> {
  const result = await pool().query<BatchRun>(
    `select r.options, t.kind as "taskKind", r.criteria_set_id as "criteriaSetId"
     from runs r join judges j on j.id = r.judge_id join tasks t on t.id = r.task_id where r.id = $1 and r.kind = 'evaluation' and j.kind = $2`,
    [runId, kind],
  );
  return result.rows[0] ?? null;
}

/** How a run's pending units are fetched and what is made of each. `list` returns those after a unit, in the order of their keys. */
export interface Batches<Unit extends UnitKey> {
  list: (after: UnitKey | null) => Promise<Unit[]>;
  work: (unit: Unit) => UnitResult;
}

/** Asked before each batch whether to go on. */
export type Stop = Pick<AbortSignal, "throwIfAborted">;

/**
 * Works off a run's pending units batch by batch, until none is left or the run is no longer under way. What is not finished when the process dies
 * is still on the list. Throws when `signal` aborts. Resolves to how many units were worked off.
 */
export async function workInBatches<Unit extends UnitKey>(runId: string, signal: Stop, batches: Batches<Unit>): Promise<number> {
  let worked = 0;
  let after: UnitKey | null = null;
  while (true) {
    signal.throwIfAborted();
    const units: Unit[] = await batches.list(after);
    const last = units.at(-1);
    // Units before the last one seen may have come back meanwhile: only a search from the start that finds nothing ends the work.
    if (last === undefined && after === null) return worked;
    after = last ?? null;
    const saved = units.length === 0 ? 0 : await saveResults(runId, units.map(batches.work));
    if (saved === null) return worked;
    worked += saved;
  }
}

/** Keeps the drafts and crosses the units off, all or nothing; units that are no longer pending are left alone. Null: the run is not under way. */
async function saveResults(runId: string, results: readonly UnitResult[]): Promise<number | null> {
  return inTransaction(async (client) => {
    // Held until the end: once a run is paused or cancelled, nothing more appears in it.
    const run = await client.query<{ status: RunStatus }>("select status from runs where id = $1 for share", [runId]);
    if (!["queued", "running"].includes(run.rows[0]?.status ?? "")) return null;
    // Units are looked up by their keys. Of a run just started the planner knows nothing yet, and it would read the whole work list for each batch.
    await client.query("set local enable_hashjoin = off; set local enable_mergejoin = off");
    const pending = await lockPending(client, runId, results);
    const open = results.filter((result) => pending.has(keyOf(result)));
    await insertDrafts(client, runId, open);
    await crossOff(client, runId, open);
    return open.length;
  });
}

const keyOf = (unit: UnitKey) => `${unit.sampleId}/${unit.criterionId}`;
const samplesOf = (units: readonly UnitKey[]) => units.map((unit) => unit.sampleId);
const criteriaOf = (units: readonly UnitKey[]) => units.map((unit) => unit.criterionId);

async function lockPending(client: Queryable, runId: string, units: readonly UnitKey[]): Promise<Set<string>> {
  const result = await client.query<UnitKey & { status: string }>(
    `select u.sample_id as "sampleId", u.criterion_id as "criterionId", u.status
     from unnest($2::uuid[], $3::uuid[]) as given (sample_id, criterion_id)
     join run_units u on u.run_id = $1 and u.sample_id = given.sample_id and u.criterion_id = given.criterion_id
     order by u.sample_id, u.criterion_id for update of u`,
    [runId, samplesOf(units), criteriaOf(units)],
  );
  return new Set(result.rows.filter((row) => row.status === "pending").map(keyOf));
}

/** What such a draft costs is known: nothing. */
async function insertDrafts(client: Queryable, runId: string, results: readonly UnitResult[]): Promise<void> {
  const columns = {
    run_id: "uuid",
    sample_id: "uuid",
    criterion_id: "uuid",
    score: "float8",
    items: "jsonb",
    raw: "text",
    details: "jsonb",
    input_tokens: "int",
    output_tokens: "int",
    cost_usd: "float8",
  };
  const rows = results.flatMap((result) => {
    if (!("content" in result)) return [];
    const { score, items, raw, details } = result.content;
    const found = details === undefined ? null : storable(JSON.stringify(details));
    return [[runId, result.sampleId, result.criterionId, score, storable(JSON.stringify(items)), storable(raw), found, 0, 0, 0]];
  });
  await insertRows(client, "drafts", columns, rows, "on conflict do nothing");
}

async function crossOff(client: Queryable, runId: string, results: readonly UnitResult[]): Promise<void> {
  const failures = results.map((result) => ("content" in result ? null : result));
  await client.query(
    `update run_units u set status = case when given.code is null then 'done' else 'failed' end, attempts = u.attempts + 1,
            error_code = given.code, error_message = given.message, raw_reply = null, updated_at = now()
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as given (sample_id, criterion_id, code, message)
     where u.run_id = $1 and u.sample_id = given.sample_id and u.criterion_id = given.criterion_id`,
    [
      runId,
      samplesOf(results),
      criteriaOf(results),
      failures.map((failure) => failure?.code ?? null),
      failures.map((failure) => (failure === null ? null : storable(failure.message))),
    ],
  );
}
