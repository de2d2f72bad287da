import "server-only";
import type { PoolClient } from "pg";
import { found } from "@/lib/domain/errors";
import type { TaskContent, TaskSummary } from "@/lib/domain/project";
import { showsDrafts } from "@/lib/domain/shown-draft";
import { type RunToShow, whyNotShown } from "@/lib/domain/shown-run";
import { pool } from "./client";
import { countDrafts, type EvaluationRun } from "./draft-counts";
import { countInQueue, countWithoutDraft, shownByItself } from "./queue";
import { unlessTaken } from "./unless-taken";

type Queryable = Pick<PoolClient, "query">;

interface TaskRow extends Omit<TaskSummary, "archivedAt" | "counts" | "publishedSet" | "mine"> {
  archivedAt: Date | null;
  counts: Omit<TaskSummary["counts"], "drafts" | "samplesWithoutDraft">;
  shownRunId: string | null;
  annotatorId: string | null;
  runs: EvaluationRun[];
  publishedSet: TaskSummary["publishedSet"];
  mine: TaskSummary["mine"];
}

/**
 * A task with its counts, in one statement for however many tasks. Each count reads one index range; nothing is joined row by row.
 * `$1` is the asking user: `mine` counts their own work, and `available` what a claim could still give them.
 * Finished samples are those whose slots are full and nobody still works on; imported work has no slots and is counted one by one.
 */
const selectTask = `
  select t.id, t.project_id as "projectId", t.name, t.description, t.input_name as "inputName", t.output_name as "outputName", t.kind,
         t.guidelines, t.annotators_per_sample as "annotatorsPerSample", t.arm, t.lease_minutes as "leaseMinutes",
         t.reason_required as "reasonRequired", t.archived_at as "archivedAt", t.draft_run_id as "draftRunId",
         (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'settled', r.status = 'done' and r.import_id is null)), '[]')
          from runs r where r.task_id = t.id and r.kind = 'evaluation') as runs,
         case when cs.id is not null then jsonb_build_object('id', cs.id, 'version', cs.version) end as "publishedSet",
         jsonb_build_object(
           'samples', (select count(*) from samples s where s.task_id = t.id),
           'inputs', (select count(*) from (select from samples s where s.task_id = t.id group by s.input_key) k),
           'criteria', (select count(*) from criteria c where c.criteria_set_id = cs.id and c.sample_id is null),
           'assignmentsOpen', (select count(*) from assignments a where a.task_id = t.id and a.status = 'open'),
           'assignmentsSubmitted', (select count(*) from assignments a where a.task_id = t.id and a.status = 'submitted'),
           'samplesFinished', case
              when exists (select 1 from imports i join assignments a on a.import_id = i.id where i.project_id = t.project_id and a.task_id = t.id) then (
                select count(*) from (
                  select from assignments a where a.task_id = t.id and a.status = 'submitted' and a.criteria_set_id = cs.id
                  group by a.sample_id having count(*) >= t.annotators_per_sample) finished)
              else (select count(*) from samples s where s.task_id = t.id and s.filled_slots >= t.annotators_per_sample) - (
                select count(distinct a.sample_id) from assignments a join samples s on s.id = a.sample_id
                where a.task_id = t.id and a.status = 'open' and a.criteria_set_id = cs.id and a.slot is not null
                  and s.filled_slots >= t.annotators_per_sample) end
         ) as counts,
         jsonb_build_object(
           'submitted', coalesce(mine.submitted, 0), 'skipped', coalesce(mine.skipped, 0), 'open', coalesce(mine.open, 0),
           'available', case
              when t.archived_at is not null or p.archived_at is not null or cs.id is null or (t.arm = 'drafted' and shown.id is null) then 0
              else (select count(*) from samples s where s.task_id = t.id and s.filled_slots < t.annotators_per_sample) - coalesce(mine.unfilled, 0) + (
                select count(distinct a.sample_id) from assignments a join samples s on s.id = a.sample_id
                where a.task_id = t.id and a.status = 'open' and a.criteria_set_id = cs.id and a.slot is not null and a.leased_until < now()
                  and s.filled_slots >= t.annotators_per_sample and not exists (
                    select 1 from assignments m where m.sample_id = s.id and m.criteria_set_id = cs.id and m.annotator_id = me.id)) end
         ) as mine, shown.id as "shownRunId", me.id as "annotatorId"
  from tasks t
  join projects p on p.id = t.project_id
  left join lateral (
    select id, version from criteria_sets where task_id = t.id and status = 'published' order by version desc limit 1) cs on true
  left join lateral (
    select r.id from runs r where r.task_id = t.id and r.criteria_set_id = cs.id
      and (r.id = t.draft_run_id or (r.kind = 'evaluation' and r.status = 'done' and ${shownByItself}))
    order by r.id = t.draft_run_id desc nulls last, r.created_at desc limit 1) shown on true
  left join annotators me on me.project_id = t.project_id and me.user_id = $1
  left join lateral (
    select count(*) filter (where a.status = 'submitted') as submitted, count(*) filter (where a.status = 'skipped') as skipped,
           count(*) filter (where a.status = 'open') as open,
           count(*) filter (where a.criteria_set_id = cs.id and s.filled_slots < t.annotators_per_sample) as unfilled
    from assignments a join samples s on s.id = a.sample_id where a.annotator_id = me.id and a.task_id = t.id) mine on true`;

async function toSummaries(rows: TaskRow[]): Promise<TaskSummary[]> {
  const drafts = await countDrafts(rows.flatMap((row) => row.runs));
  return Promise.all(
    rows.map(async ({ archivedAt, runs, counts, shownRunId, annotatorId, ...row }) => {
      const withDrafts = { ...counts, drafts: runs.reduce((sum, run) => sum + (drafts.get(run.id) ?? 0), 0), samplesWithoutDraft: 0 };
      const task = { ...row, archivedAt: archivedAt?.toISOString() ?? null, counts: withDrafts };
      const isWhole = (drafts.get(shownRunId ?? "") ?? 0) >= counts.samples * counts.criteria;
      if (shownRunId === null || !showsDrafts(row.arm) || isWhole) return task;
      return { ...task, ...(await countUndrafted(task, shownRunId, annotatorId ?? nobody)) };
    }),
  );
}

/** Nobody has this id. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** The counts of a task whose run has not drafted everything: what lacks a draft is counted sample by sample. */
async function countUndrafted(task: TaskSummary, runId: string, annotatorId: string): Promise<Pick<TaskSummary, "counts" | "mine">> {
  const asked = { taskId: task.id, criteriaSetId: task.publishedSet?.id ?? nobody, runId };
  const [samplesWithoutDraft, available] = await Promise.all([
    countWithoutDraft(asked),
    task.mine.available === 0 ? 0 : countInQueue({ ...asked, annotatorId, annotatorsPerSample: task.annotatorsPerSample }),
  ]);
  return { counts: { ...task.counts, samplesWithoutDraft }, mine: { ...task.mine, available } };
}

/** Tasks of a project in the order made, archived ones last. Two queries. */
export async function listTaskRows(projectId: string, userId: string): Promise<TaskSummary[]> {
  const result = await pool().query<TaskRow>(
    `${selectTask} where t.project_id = $2 order by t.archived_at is not null, t.created_at, t.name`,
    [userId, projectId],
  );
  return toSummaries(result.rows);
}

/** Throws not_found. */
export async function getTaskRow(id: string, userId: string): Promise<TaskSummary> {
  const result = await pool().query<TaskRow>(`${selectTask} where t.id = $2`, [userId, id]);
  const [task] = await toSummaries(result.rows);
  return found(task, "task");
}

/** The project a task belongs to, which is what rights are asked of. Throws not_found. */
export async function getTaskProject(id: string): Promise<string> {
  const result = await pool().query<{ projectId: string }>(`select project_id as "projectId" from tasks where id = $1`, [id]);
  return found(result.rows[0], "task").projectId;
}

const columns = {
  name: "name",
  description: "description",
  inputName: "input_name",
  outputName: "output_name",
  kind: "kind",
  guidelines: "guidelines",
  annotatorsPerSample: "annotators_per_sample",
  arm: "arm",
  leaseMinutes: "lease_minutes",
  reasonRequired: "reason_required",
} as const satisfies Record<keyof TaskContent, string>;

/** What of a task can be changed; absent fields stay. */
export type TaskChange = { [K in keyof TaskContent]?: TaskContent[K] | undefined } & {
  archived?: boolean | undefined;
  draftRunId?: string | null | undefined;
};

const contentOf = (change: TaskChange) =>
  Object.entries(columns).flatMap(([field, column]) => {
    const value = change[field as keyof TaskContent];
    return value === undefined ? [] : [{ column, value }];
  });

/** Throws already_exists. */
export async function createTaskRow(client: Queryable, projectId: string, content: TaskContent): Promise<string> {
  const given = contentOf(content);
  return unlessTaken(`This project already has a task called "${content.name}".`, async () => {
    const result = await client.query<{ id: string }>(
      `insert into tasks (project_id, ${given.map((entry) => entry.column).join(", ")})
       values ($1, ${given.map((_, index) => `$${index + 2}`).join(", ")}) returning id`,
      [projectId, ...given.map((entry) => entry.value)],
    );
    return found(result.rows[0], "task").id;
  });
}

/** Changes what is given and keeps the rest. Throws already_exists, not_found. */
export async function updateTaskRow(client: Queryable, id: string, change: TaskChange): Promise<void> {
  const given: { column: string; value: unknown }[] = contentOf(change);
  if (change.draftRunId !== undefined) given.push({ column: "draft_run_id", value: change.draftRunId });
  const sets = given.map((entry, index) => `${entry.column} = $${index + 2}`);
  if (change.archived !== undefined) sets.push(`archived_at = ${change.archived ? "coalesce(archived_at, now())" : "null"}`);
  if (sets.length === 0) return;
  const result = await unlessTaken(`This project already has a task called "${change.name}".`, () =>
    client.query(`update tasks set ${sets.join(", ")} where id = $1`, [id, ...given.map((entry) => entry.value)]),
  );
  found(result.rowCount || null, "task");
}

/** Why the drafts of a run cannot be the ones shown in a task, in words; null when they can. */
export async function whyRunNotShown(client: Queryable, taskId: string, runId: string): Promise<string | null> {
  const result = await client.query<{ run: RunToShow; task: Parameters<typeof whyNotShown>[1] }>(
    `select jsonb_build_object('kind', r.kind, 'variant', r.variant, 'protocol', r.protocol, 'criteriaSetId', r.criteria_set_id,
                               'hasDrafts', exists (select 1 from drafts d where d.run_id = r.id)) as run,
            jsonb_build_object('kind', t.kind, 'publishedSetId', (
              select id from criteria_sets where task_id = t.id and status = 'published' order by version desc limit 1)) as task
     from runs r join tasks t on t.id = r.task_id where r.id = $1 and r.task_id = $2`,
    [runId, taskId],
  );
  const [found] = result.rows;
  return found === undefined ? "This run drafted no samples of this task." : whyNotShown(found.run, found.task);
}

export interface LockedTask {
  name: string;
  kind: TaskContent["kind"];
  projectId: string;
}

/** Locks a task until the transaction ends. Throws not_found. */
export async function lockTask(client: Queryable, id: string): Promise<LockedTask> {
  const result = await client.query<LockedTask>(`select name, kind, project_id as "projectId" from tasks where id = $1 for update`, [id]);
  return found(result.rows[0], "task");
}

/** Deletes a task with everything in it. */
export async function deleteTaskRow(client: Queryable, id: string): Promise<void> {
  await client.query("delete from tasks where id = $1", [id]);
}
