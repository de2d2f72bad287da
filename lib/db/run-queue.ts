import "server-only";
import { pool } from "./client";

/** One piece of a judge's work: a unit to draft, or (without sample and criterion) a proposal of criteria. */
export interface WorkPiece {
  runId: string;
  sampleId: string | null;
  criterionId: string | null;
}

/** The name under which a judge's work is queued. */
export const draftJobName = "draft-judge";

/**
 * Queues a judge's work. All jobs of a judge stand in one queue of their own, which the library lets only one worker hold at a time: so a judge's
 * concurrency is kept by one process, however many workers there are. More than one job waiting is merged by its key.
 * Where no worker has ever started there is no queue yet; the first one to start looks for work by itself.
 */
export async function wakeJudge(judgeId: string, afterMs = 0): Promise<void> {
  try {
    await pool().query(
      "select graphile_worker.add_job($1, json_build_object('judgeId', $2::text), queue_name := 'judge:' || $2::text, job_key := 'judge:' || $2::text, max_attempts := 1000, run_at := now() + make_interval(secs => $3 / 1000.0))",
      [draftJobName, judgeId, afterMs],
    );
  } catch (error) {
    const isQueueMissing = ["3F000", "42883"].includes((error as { code?: string }).code ?? "");
    if (!isQueueMissing) throw error;
  }
}

/** Judges with unfinished runs and no job waiting for them: what a crash between two statements may leave. */
export async function listForgottenJudges(): Promise<string[]> {
  const result = await pool().query<{ id: string }>(
    `select distinct r.judge_id as id from runs r
     where r.status in ('queued', 'running') and r.import_id is null
       and not exists (select 1 from graphile_worker.jobs j where j.queue_name = 'judge:' || r.judge_id)`,
  );
  return result.rows.map((row) => row.id);
}

/**
 * The next pieces of a judge's work, oldest run first, in the order of samples. Runs that are paused or ended have none.
 * Nothing is marked: only the holder of the judge's queue asks, and it leaves out what it has under way.
 */
export async function listNextWork(judgeId: string, limit: number): Promise<WorkPiece[]> {
  const result = await pool().query<WorkPiece>(
    `with active as (
       select id, kind, created_at from runs where judge_id = $1 and status in ('queued', 'running') and import_id is null
     )
     (select id as "runId", null::uuid as "sampleId", null::uuid as "criterionId" from active where kind = 'criteria' order by created_at, id)
     union all
     (select a.id, u.sample_id, u.criterion_id
      from active a join run_units u on u.run_id = a.id and u.status = 'pending' join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id
      order by a.created_at, a.id, s.position, c.position limit $2)`,
    [judgeId, limit],
  );
  return result.rows;
}

/** Marks runs as begun. */
export async function markRunning(runIds: string[]): Promise<void> {
  await pool().query(
    "update runs set status = 'running', started_at = coalesce(started_at, now()) where id = any($1) and status = 'queued'",
    [runIds],
  );
}

/** Ends the judge's runs that have nothing left to do: done, or failed when not one unit succeeded. Returns the ids ended. */
export async function endDrainedRuns(judgeId: string): Promise<string[]> {
  const result = await pool().query<{ id: string }>(
    `update runs r set ended_at = now(),
       status = case when made.done > 0 or made.failed = 0 then 'done' else 'failed' end,
       error = case when made.done = 0 and made.failed > 0 then 'Every unit failed.' end
     from (select r2.id, count(*) filter (where u.status = 'pending') as pending, count(*) filter (where u.status = 'done') as done,
                  count(*) filter (where u.status = 'failed') as failed
           from runs r2 left join run_units u on u.run_id = r2.id
           where r2.judge_id = $1 and r2.kind = 'evaluation' and r2.status in ('queued', 'running') and r2.import_id is null group by r2.id) made
     where made.id = r.id and made.pending = 0 and r.status in ('queued', 'running') returning r.id`,
    [judgeId],
  );
  return result.rows.map((row) => row.id);
}

/** How many requests at once a judge is asked, as set now. Null: no such judge any more. */
export async function findJudgeConcurrency(judgeId: string): Promise<number | null> {
  const result = await pool().query<{ concurrency: number | null }>(
    "select coalesce((parameters->>'concurrency')::int, 4) as concurrency from judges where id = $1",
    [judgeId],
  );
  return result.rows[0]?.concurrency ?? null;
}
