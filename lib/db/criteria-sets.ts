import "server-only";
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { Action, NewAction } from "@/lib/domain/action";
import type { Criterion, CriterionContent } from "@/lib/domain/criterion";
import { type ItemKind, withItemIds } from "@/lib/domain/draft";
import { AppError, found } from "@/lib/domain/errors";
import type { CriteriaSet, Proposal } from "@/lib/domain/project";
import { applyCriteriaActions, type CriteriaState } from "@/lib/review/apply-criteria-actions";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

interface SetRow {
  id: string;
  taskId: string;
  projectId: string;
  version: number;
  status: "draft" | "published";
  kind: "pointwise" | "pairwise";
  publishedAt: Date | null;
  createdAt: Date;
  inUse: boolean;
  proposal: StoredProposal | null;
}

type StoredProposal = Omit<Proposal, "items"> & { items: { kind: ItemKind; text: string }[] };

const proposalTables = "drafts d join runs r on r.id = d.run_id join judges j on j.id = r.judge_id";
const proposalObject = `jsonb_build_object(
  'draftId', d.id, 'judge', j.name, 'model', r.model, 'promptVersion', r.prompt_version, 'items', d.items,
  'consistency', d.details->'consistency', 'sampled', coalesce(d.details->'sampled', '[]'),
  'temperature', case when d.details->'sampled' is not null then r.options->'temperature' end,
  'embeddingsModel', case when d.details->'consistency'->>'basis' = 'embeddings' then r.roles->'embedding'->'model' end)`;

const selectSet = `
  select cs.id, cs.task_id as "taskId", t.project_id as "projectId", cs.version, cs.status, t.kind, cs.published_at as "publishedAt",
         cs.created_at as "createdAt",
         exists (select 1 from assignments a where a.criteria_set_id = cs.id)
           or exists (select 1 from runs r where r.criteria_set_id = cs.id) as "inUse",
         (select ${proposalObject} from ${proposalTables} where d.id = cs.proposal_draft_id) as proposal
  from criteria_sets cs join tasks t on t.id = cs.task_id and cs.status <> 'derived'`;

const selectActions = `
  select criteria_set_id as "criteriaSetId", id, seq, parent_id as "parentId", kind, item_id as "itemId", item_kind as "itemKind", text, score,
         criterion, reason_code as "reasonCode", reason, undoes_id as "undoesId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from actions`;

/** A criteria set with where it belongs and, while it is a draft, what its actions leave. */
export type CriteriaSetInContext = CriteriaSet & { projectId: string; kind: "pointwise" | "pairwise"; state: CriteriaState };

/** A stable stand-in for the id that a criterion of a draft set gets when it is published. */
function provisionalId(criteriaSetId: string, lineId: string): string {
  const hex = createHash("sha256").update(`${criteriaSetId}/${lineId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function assemble(row: SetRow, frozen: Criterion[], actions: Action[]): CriteriaSetInContext {
  const items = withItemIds(row.proposal?.items ?? []);
  const state = applyCriteriaActions({ items, actions, pairwise: row.kind === "pairwise" });
  const kept = state.lines.filter((line) => line.outcome !== "open" && line.outcome !== "remove");
  const provisional = kept.map((line, position) => ({ ...line.criterion, id: provisionalId(row.id, line.id), position, sampleId: null }));
  return {
    id: row.id,
    taskId: row.taskId,
    projectId: row.projectId,
    kind: row.kind,
    version: row.version,
    status: row.status,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    criteria: row.status === "published" ? frozen : provisional,
    proposal: row.proposal ? { ...row.proposal, items } : null,
    actions,
    inUse: row.inUse,
    state,
  };
}

/** Fills sets with their criteria and actions: two queries for however many sets. */
async function fill(client: Queryable, rows: SetRow[]): Promise<CriteriaSetInContext[]> {
  const ids = rows.map((row) => row.id);
  const criteria = await client.query<Criterion & { criteriaSetId: string }>(
    `select criteria_set_id as "criteriaSetId", id, position, name, definition, scale, overall, sample_id as "sampleId"
     from criteria where criteria_set_id = any($1) and sample_id is null order by position`,
    [ids],
  );
  const actions = await client.query<Action & { criteriaSetId: string }>(`${selectActions} where criteria_set_id = any($1) order by seq`, [
    ids,
  ]);
  const of = <T extends { criteriaSetId: string }>(all: T[], id: string) =>
    all.filter((entry) => entry.criteriaSetId === id).map(({ criteriaSetId: _, ...entry }) => entry);
  return rows.map((row) => assemble(row, of(criteria.rows, row.id), of(actions.rows, row.id)));
}

/** Criteria sets of a task, newest first. Three queries. */
export async function listCriteriaSetRows(taskId: string): Promise<CriteriaSetInContext[]> {
  const result = await pool().query<SetRow>(`${selectSet} where cs.task_id = $1 order by cs.version desc`, [taskId]);
  return fill(pool(), result.rows);
}

/** Throws not_found. With `lock`, later writers of the same set wait until this transaction ends. */
export async function getCriteriaSet(id: string, options: { client?: Queryable; lock?: boolean } = {}): Promise<CriteriaSetInContext> {
  const client = options.client ?? pool();
  const result = await client.query<SetRow>(`${selectSet} where cs.id = $1 ${options.lock ? "for update of cs" : ""}`, [id]);
  const [set] = await fill(client, result.rows);
  return found(set, "criteria set");
}

/** What is shown to the outside: without where it belongs. */
export function toCriteriaSet({ projectId: _, kind: __, state: ___, ...set }: CriteriaSetInContext): CriteriaSet {
  return set;
}

/** What a criteria run came to; null: nothing yet. */
export async function findProposal(runId: string): Promise<Proposal | null> {
  const result = await pool().query<{ proposal: StoredProposal }>(
    `select ${proposalObject} as proposal from ${proposalTables} where r.id = $1 and r.kind = 'criteria' and d.sample_id is null`,
    [runId],
  );
  const stored = result.rows[0]?.proposal;
  return stored === undefined ? null : { ...stored, items: withItemIds(stored.items) };
}

/** Whether a draft is a proposal of criteria that was made for this task. */
export async function isProposalOf(client: Queryable, taskId: string, draftId: string): Promise<boolean> {
  const result = await client.query(
    "select 1 from drafts d join runs r on r.id = d.run_id where d.id = $1 and r.task_id = $2 and r.kind = 'criteria' and d.sample_id is null",
    [draftId, taskId],
  );
  return result.rows.length > 0;
}

/** The task's draft set, or null: there is one at a time, so that nobody publishes past somebody else's unfinished work. */
export async function findDraftSet(client: Queryable, taskId: string): Promise<string | null> {
  const result = await client.query<{ id: string }>("select id from criteria_sets where task_id = $1 and status = 'draft'", [taskId]);
  return result.rows[0]?.id ?? null;
}

/** A new draft set, one version on. Sets that belong to runs have versions below zero. */
export async function createCriteriaSetRow(client: Queryable, input: { taskId: string; proposalDraftId: string | null }): Promise<string> {
  const result = await client.query<{ id: string }>(
    `insert into criteria_sets (task_id, version, proposal_draft_id)
     select $1, greatest(max(version), 0) + 1, $2 from criteria_sets where task_id = $1 returning id`,
    [input.taskId, input.proposalDraftId],
  );
  return found(result.rows[0], "criteria set").id;
}

/** Appends actions on a draft set after `afterSeq` (-1: none yet). Throws conflict when an id is already used elsewhere. */
export async function appendCriteriaActions(
  client: Queryable,
  owner: { criteriaSetId: string; userId: string; afterSeq: number },
  actions: NewAction[],
): Promise<void> {
  if (actions.length === 0) return;
  const column = <K extends keyof NewAction>(name: K) => actions.map((action) => action[name]);
  const inserted = await client.query(
    `insert into actions (id, criteria_set_id, seq, parent_id, kind, item_id, item_kind, text, criterion, reason_code, reason, undoes_id, user_id, at)
     select id, $1, $2::int + ordinal::int, parent_id, kind, item_id, item_kind, text, criterion, reason_code, reason, undoes_id, $3, at
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::jsonb[], $11::text[], $12::text[], $13::uuid[], $14::timestamptz[])
       with ordinality as given (id, parent_id, kind, item_id, item_kind, text, criterion, reason_code, reason, undoes_id, at, ordinal)
     on conflict (id) do nothing`,
    [
      owner.criteriaSetId,
      owner.afterSeq,
      owner.userId,
      column("id"),
      column("parentId"),
      column("kind"),
      column("itemId"),
      column("itemKind"),
      column("text"),
      actions.map((action) => (action.criterion === null ? null : JSON.stringify(action.criterion))),
      column("reasonCode"),
      column("reason"),
      column("undoesId"),
      column("at"),
    ],
  );
  if (inserted.rowCount !== actions.length) throw new AppError("conflict", "An action with this id was already made elsewhere.");
}

/**
 * Freezes a draft set with these criteria. The samples' slots are counted anew: they count annotators under the published set, and this one
 * has none yet.
 */
export async function publishCriteriaSetRow(
  client: Queryable,
  set: { id: string; taskId: string; userId: string },
  criteria: CriterionContent[],
): Promise<void> {
  await client.query(
    `insert into criteria (criteria_set_id, position, name, definition, scale, overall)
     select $1, ordinal - 1, name, definition, scale, overall
     from unnest($2::text[], $3::text[], $4::jsonb[], $5::boolean[]) with ordinality as given (name, definition, scale, overall, ordinal)`,
    [
      set.id,
      criteria.map((criterion) => criterion.name),
      criteria.map((criterion) => criterion.definition),
      criteria.map((criterion) => JSON.stringify(criterion.scale)),
      criteria.map((criterion) => criterion.overall),
    ],
  );
  await client.query("update criteria_sets set status = 'published', published_at = now(), published_by_id = $2 where id = $1", [
    set.id,
    set.userId,
  ]);
  await client.query("update samples set filled_slots = 0 where task_id = $1 and filled_slots <> 0", [set.taskId]);
}

/** Deletes a draft set with its actions. */
export async function deleteCriteriaSetRow(client: Queryable, id: string): Promise<void> {
  await client.query("delete from criteria_sets where id = $1 and status = 'draft'", [id]);
}
