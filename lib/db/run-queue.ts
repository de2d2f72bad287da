import "server-only";
import { pool } from "./client";

/**
 * One piece of a judge's work: one unit; all that a sample still lacks; a whole run that needs no model (metrics and panels); or a proposal of
 * criteria.
 */
export type WorkPiece =
  | { kind: "unit"; runId: string; sampleId: string; criterionId: string }
  | { kind: "sample"; runId: string; sampleId: string; criterionId: null }
  | { kind: "batch" | "criteria"; runId: string; sampleId: null; criterionId: null };

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

/** For each run the position of the first sample that had work at the last look: nothing before it is left, unless units came back. */
export type WorkPlaces = Map<string, number>;

/** With no more pending units than this they are all fetched and sorted; with more, the samples are walked in order. */
const fewUnits = 2000;

/**
 * The next pieces of a judge's work, oldest run first, in the order of samples. Runs that are paused or ended have none. The overall criterion of a
 * sample comes when its other criteria are through, since it is judged in view of them.
 * Nothing is marked: only the holder of the judge's queue asks, and it leaves out what it has under way. Given the same `places` each time, a look
 * does not begin at the first sample again, so that it costs the same at any place of a run of any length.
 */
export async function listNextWork(judgeId: string, limit: number, places: WorkPlaces = new Map()): Promise<WorkPiece[]> {
  const active = await pool().query<ActiveRun>(
    `select id, kind, scope, task_id as "taskId",
            (select count(*)::int from (select from run_units u where u.run_id = runs.id and u.status = 'pending' limit $2) first) as pending
     from runs where judge_id = $1 and status in ('queued', 'running') and import_id is null order by created_at, id`,
    [judgeId, fewUnits + 1],
  );
  const whole: WorkPiece[] = active.rows
    .filter((run) => run.kind === "criteria" || (run.scope === "batch" && run.pending > 0))
    .map((run) => ({ kind: run.kind === "criteria" ? "criteria" : "batch", runId: run.id, sampleId: null, criterionId: null }));
  const parts: WorkPiece[] = [];
  for (const run of active.rows.filter(({ kind, scope, pending }) => kind === "evaluation" && scope !== "batch" && pending > 0)) {
    if (parts.length >= limit) break;
    for (const { position: _, ...piece } of await listPieces(run, limit - parts.length, places)) parts.push(piece);
  }
  return [...whole, ...parts];
}

interface ActiveRun {
  id: string;
  kind: "evaluation" | "criteria";
  scope: "unit" | "sample" | "batch";
  taskId: string;
  /** Pending units, counted no further than one more than few. */
  pending: number;
}

type PlacedPiece = Extract<WorkPiece, { kind: "unit" | "sample" }> & { position: number };

async function listPieces(run: ActiveRun, limit: number, places: WorkPlaces): Promise<PlacedPiece[]> {
  if (run.pending <= fewUnits) return queryPieces(run, sortPending[run.scope === "unit" ? "unit" : "sample"], [run.id, limit]);
  const walk = walkSamples[run.scope === "unit" ? "unit" : "sample"];
  const from = places.get(run.id) ?? 0;
  const found = await queryPieces(run, walk, [run.id, limit, run.taskId, from]);
  // Units that were retried may lie before the place.
  const pieces = found.length < limit && from > 0 ? await queryPieces(run, walk, [run.id, limit, run.taskId, 0]) : found;
  places.set(run.id, pieces[0]?.position ?? 0);
  return pieces;
}

async function queryPieces(run: ActiveRun, sql: string, values: unknown[]): Promise<PlacedPiece[]> {
  const result = await pool().query<{ sampleId: string; criterionId: string | null; position: number }>(sql, values);
  return result.rows.map(({ sampleId, criterionId, position }) =>
    criterionId === null
      ? { kind: "sample", runId: run.id, sampleId, criterionId, position }
      : { kind: "unit", runId: run.id, sampleId, criterionId, position },
  );
}

// The limits tell the planner how few there are, whatever it last counted.
const sortPending = {
  unit: `
    select u.sample_id as "sampleId", u.criterion_id as "criterionId", s.position
    from (select * from run_units where run_id = $1 and status = 'pending' limit ${fewUnits}) u
    join samples s on s.id = u.sample_id join criteria c on c.id = u.criterion_id
    where not (c.overall and exists (
      select from run_units o where o.run_id = u.run_id and o.sample_id = u.sample_id and o.status = 'pending' and o.criterion_id <> u.criterion_id))
    order by s.position, s.id, c.position limit $2`,
  sample: `
    select s.id as "sampleId", null as "criterionId", s.position
    from (select distinct sample_id as id from (select sample_id from run_units where run_id = $1 and status = 'pending' limit ${fewUnits}) u) u
    join samples s using (id) order by s.position, s.id limit $2`,
};

// The status is written so that its index is not used, which has all pending units of the run, and is read as a whole for each sample.
const walkSamples = {
  unit: `
    select s.id as "sampleId", u.criterion_id as "criterionId", s.position
    from samples s cross join lateral (
      select u.criterion_id, c.position, c.overall and count(*) over () > 1 as waits
      from run_units u join criteria c on c.id = u.criterion_id
      where u.run_id = $1 and u.sample_id = s.id and u.status || '' = 'pending' order by c.position) u
    where s.task_id = $3 and s.position >= $4 and not u.waits
    order by s.position, s.id, u.position limit $2`,
  sample: `
    select s.id as "sampleId", null as "criterionId", s.position
    from samples s cross join lateral (
      select from run_units u where u.run_id = $1 and u.sample_id = s.id and u.status || '' = 'pending' limit 1) u
    where s.task_id = $3 and s.position >= $4 order by s.position, s.id limit $2`,
};

/** Marks runs as begun. */
export async function markRunning(runIds: string[]): Promise<void> {
  await pool().query(
    "update runs set status = 'running', started_at = coalesce(started_at, now()) where id = any($1) and status = 'queued'",
    [runIds],
  );
}

/** Ends the judge's runs that have nothing left to do: done, or failed when not one unit succeeded. Returns the ids ended. */
export async function endDrainedRuns(judgeId: string): Promise<string[]> {
  const has = (statuses: string) => `exists (select from run_units u where u.run_id = r.id and u.status in (${statuses}))`;
  const result = await pool().query<{ id: string }>(
    `update runs r set ended_at = now(), (status, error) = (
       select case when all_failed then 'failed' else 'done' end, case when all_failed then 'Every unit failed.' end
       from (select ${has("'failed'")} and not ${has("'done', 'dropped'")} as all_failed) made)
     where r.judge_id = $1 and r.kind = 'evaluation' and r.status in ('queued', 'running') and r.import_id is null and not ${has("'pending'")}
     returning r.id`,
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
