import "server-only";
import { sql } from "kysely";
import { db } from "./client";
import { probeId } from "./health";

/** A worker holds an advisory lock of this class, with the hash of its id, while it lives. */
export const workerLockClass = 7_272_001;

/** Notes that a worker is alive, for people and health checks, and what it measured, if it says so this time. */
export async function noteHeartbeat(id: string, metrics: readonly object[] | null = null): Promise<void> {
  const said = metrics === null ? {} : { metrics: JSON.stringify(metrics) };
  await db()
    .insertInto("workerHeartbeats")
    .values({ id, beatAt: sql<Date>`now()`, ...said })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(({ ref }) => ({ beatAt: ref("excluded.beatAt"), ...said })))
    .execute();
}

/** Workers that gave a sign of life lately, and what they last measured. */
export async function listWorkers(withinSeconds: number) {
  return await db()
    .selectFrom("workerHeartbeats")
    .select(["id", "metrics"])
    .select(({ ref }) => sql<number>`extract(epoch from now() - ${ref("beatAt")})::float8`.as("ageSeconds"))
    .where("id", "!=", probeId)
    .where("beatAt", ">", sql<Date>`now() - make_interval(secs => ${withinSeconds})`)
    .orderBy("id")
    .execute();
}

/** Removes workers' heartbeats. */
export async function removeHeartbeats(ids: readonly string[]): Promise<void> {
  await db().deleteFrom("workerHeartbeats").where("id", "in", ids).execute();
}

/** Removes the heartbeats of workers that ended long ago without a word. */
export async function removeOldHeartbeats(): Promise<void> {
  await db().deleteFrom("workerHeartbeats").where("beatAt", "<", sql<Date>`now() - interval '1 day'`).execute();
}

/** Who holds jobs or queues, and since when. The tables are graphile-worker's own. */
const holders = sql<{ id: string; since: Date }>`(
  select locked_by as id, min(locked_at) as since from graphile_worker._private_jobs where locked_by is not null group by 1
  union
  select locked_by, min(locked_at) from graphile_worker._private_job_queues where locked_by is not null group by 1)`.as<"holder">(
  sql`holder(id, since)`,
);

/** Workers that hold jobs but not their lock. One without a heartbeat may still be about to take its lock: it is given some seconds. */
export async function listDeadWorkers(graceSeconds: number): Promise<string[]> {
  const dead = await db()
    .selectFrom(holders)
    .leftJoin("workerHeartbeats as beat", "beat.id", "holder.id")
    .select("holder.id")
    .distinct()
    .where(
      ({ ref }) => sql<boolean>`not exists (
        select from pg_locks l
        where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
          and l.classid::bigint = ${workerLockClass} and l.objid::bigint = hashtext(${ref("holder.id")})::bigint & 4294967295)`,
    )
    .where(({ eb, or }) =>
      or([eb("beat.id", "is not", null), eb("holder.since", "<", sql<Date>`now() - make_interval(secs => ${graceSeconds})`)]),
    )
    .execute();
  return dead.map(({ id }) => id);
}

/** Makes the jobs that these workers held free for others. One that was queued again meanwhile has lost its key to its successor, and is removed. */
export async function freeJobsOf(workerIds: readonly string[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs
    where key is null and attempts >= max_attempts and (locked_by is null or locked_by = any(${workerIds}::text[]))`.execute(db());
  await sql`select graphile_worker.force_unlock_workers(${workerIds}::text[])`.execute(db());
}
