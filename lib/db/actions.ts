import "server-only";
import type { PoolClient } from "pg";
import type { Action, NewAction } from "@/lib/domain/action";
import type { ItemKind } from "@/lib/domain/draft";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

const selectAction = `
  select id, seq, parent_id as "parentId", kind, item_id as "itemId", item_kind as "itemKind", text, score, criterion,
         reason_code as "reasonCode", reason, undoes_id as "undoesId", origin,
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from actions`;

/** An action as the database has it; `origin` is set on imported ones only. */
export type StoredAction = Action & { origin: { row: number; textSeen: string; cells: string[] } | null };

/** The evaluation of one unit of an assignment, made if it is not there yet, locked until the transaction ends. */
export async function lockEvaluation(
  client: Queryable,
  assignmentId: string,
  criterionId: string,
): Promise<{ id: string; activeMs: number }> {
  await client.query("insert into evaluations (assignment_id, criterion_id, updated_at) values ($1, $2, now()) on conflict do nothing", [
    assignmentId,
    criterionId,
  ]);
  const result = await client.query<{ id: string; activeMs: number }>(
    'select id, coalesce(duration_ms, 0) as "activeMs" from evaluations where assignment_id = $1 and criterion_id = $2 for update',
    [assignmentId, criterionId],
  );
  const row = result.rows[0];
  if (!row) throw new Error("an evaluation vanished between two statements of one transaction");
  return row;
}

/** All actions of one evaluation, in order. */
export async function listActions(client: Queryable, evaluationId: string): Promise<StoredAction[]> {
  return (await client.query<StoredAction>(`${selectAction} where evaluation_id = $1 order by seq`, [evaluationId])).rows;
}

/** All actions of an assignment, by criterion, in order, with the time spent. One query. */
export async function listAssignmentActions(assignmentId: string): Promise<Map<string, { actions: StoredAction[]; activeMs: number }>> {
  const result = await pool().query<StoredAction & { criterionId: string; activeMs: number; hasAction: boolean }>(
    `select e.criterion_id as "criterionId", coalesce(e.duration_ms, 0) as "activeMs", a.* , a.id is not null as "hasAction"
     from evaluations e left join lateral (${selectAction} where evaluation_id = e.id) a on true
     where e.assignment_id = $1 order by e.criterion_id, a.seq`,
    [assignmentId],
  );
  const byCriterion = new Map<string, { actions: StoredAction[]; activeMs: number }>();
  for (const { criterionId, activeMs, hasAction, ...action } of result.rows) {
    const unit = byCriterion.get(criterionId) ?? { actions: [], activeMs };
    if (hasAction) unit.actions.push(action);
    byCriterion.set(criterionId, unit);
  }
  return byCriterion;
}

/** Appends actions after `afterSeq` (-1: none yet). The primary key refuses an id that is already used elsewhere. */
export async function appendActions(
  client: Queryable,
  owner: { evaluationId: string; userId: string; afterSeq: number },
  actions: NewAction[],
): Promise<void> {
  await client.query(
    `insert into actions (id, evaluation_id, seq, parent_id, kind, item_id, item_kind, text, score, reason_code, reason, undoes_id, user_id, at)
     select id, $1, $2::int + ordinal::int, parent_id, kind, item_id, item_kind, text, score, reason_code, reason, undoes_id, $3, at
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::float8[], $11::text[], $12::text[], $13::uuid[], $14::timestamptz[])
       with ordinality as given (id, parent_id, kind, item_id, item_kind, text, score, reason_code, reason, undoes_id, at, ordinal)`,
    [
      owner.evaluationId,
      owner.afterSeq,
      owner.userId,
      actions.map((action) => action.id),
      actions.map((action) => action.parentId),
      actions.map((action) => action.kind),
      actions.map((action) => action.itemId),
      actions.map((action) => action.itemKind),
      actions.map((action) => action.text),
      actions.map((action) => action.score),
      actions.map((action) => action.reasonCode),
      actions.map((action) => action.reason),
      actions.map((action) => action.undoesId),
      actions.map((action) => action.at),
    ],
  );
}

export interface DerivedEvaluation {
  score: number | null;
  complete: boolean;
  tally: Record<string, Record<string, number>>;
}

/** Writes what the reducer made of the actions, beside them in the same transaction. Time only grows: a late repeat of a save cannot shorten it. */
export async function saveDerived(
  client: Queryable,
  evaluationId: string,
  derived: DerivedEvaluation,
  activeMs: number | undefined,
): Promise<void> {
  await client.query(
    `update evaluations set score = $2, complete = $3, tally = $4, duration_ms = greatest(coalesce(duration_ms, 0), coalesce($5::int, 0)),
       started_at = coalesce(started_at, now() - make_interval(secs => least(coalesce($5::int, 0), 86400000) / 1000.0)), ended_at = now(), updated_at = now()
     where id = $1`,
    [evaluationId, derived.score, derived.complete, JSON.stringify(derived.tally), activeMs ?? null],
  );
}

/** The draft of one unit in a run; null where the run has none. Items without ids, as stored. */
export async function findUnitDraft(client: Queryable, runId: string, sampleId: string, criterionId: string) {
  const result = await client.query<{ id: string; score: number | null; items: { kind: ItemKind; text: string }[] }>(
    "select id, score, items from drafts where run_id = $1 and sample_id = $2 and criterion_id = $3",
    [runId, sampleId, criterionId],
  );
  return result.rows[0] ?? null;
}

/** The drafts of one sample in a run, by criterion. */
export async function listSampleDrafts(runId: string, sampleId: string) {
  const result = await pool().query<{ id: string; criterionId: string; score: number | null; items: { kind: ItemKind; text: string }[] }>(
    'select id, criterion_id as "criterionId", score, items from drafts where run_id = $1 and sample_id = $2 and criterion_id is not null',
    [runId, sampleId],
  );
  return new Map(result.rows.map((row) => [row.criterionId, row]));
}
