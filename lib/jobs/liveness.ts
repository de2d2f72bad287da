import "server-only";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** Class of the advisory locks that show which workers are alive. */
const lockClass = 7_272_001;
const secondsUntilUnknownIsDead = 5;

/**
 * A worker's liveness: a heartbeat for people and health checks, and an advisory lock on a dedicated connection. The lock is released the moment the
 * process dies, however it dies, so a dead worker's jobs are found at once instead of after hours.
 */
export class Liveness {
  private client: pg.Client | null = null;
  private workerId: string | null = null;

  /** Announces this worker. Until then it only frees dead workers' jobs. */
  async announce(workerId: string): Promise<void> {
    this.workerId = workerId;
    await this.beat();
  }

  /** Renews the heartbeat, and the connection and lock if they were lost. */
  async beat(): Promise<void> {
    const client = await this.connected();
    if (this.workerId === null) return;
    await client.query(
      "insert into worker_heartbeats (id, beat_at) values ($1, now()) on conflict (id) do update set beat_at = excluded.beat_at",
      [this.workerId],
    );
  }

  /**
   * Frees the jobs of workers whose lock is gone. A worker that has not announced itself yet is given a few seconds.
   * Returns how many workers were found dead.
   */
  async freeJobsOfTheDead(): Promise<number> {
    const client = await this.connected();
    const dead = await client.query<{ id: string }>(
      `with holders as (
         select locked_by as id, min(locked_at) as since from graphile_worker._private_jobs where locked_by is not null group by 1
         union
         select locked_by, min(locked_at) from graphile_worker._private_job_queues where locked_by is not null group by 1
       )
       select distinct h.id from holders h left join worker_heartbeats b on b.id = h.id
       where not exists (select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
                           and l.classid::bigint = $1 and l.objid::bigint = hashtext(h.id)::bigint & 4294967295)
         and (b.id is not null or h.since < now() - make_interval(secs => $2))`,
      [lockClass, secondsUntilUnknownIsDead],
    );
    const ids = dead.rows.map((row) => row.id);
    if (ids.length > 0) {
      await client.query("select graphile_worker.force_unlock_workers($1::text[])", [ids]);
      await client.query("delete from worker_heartbeats where id = any($1)", [ids]);
      log.info({ workers: ids }, "jobs of dead workers are free again");
    }
    await client.query("delete from worker_heartbeats where beat_at < now() - interval '1 day'");
    return ids.length;
  }

  /** Removes the heartbeat and releases the lock. */
  async end(): Promise<void> {
    const { client } = this;
    this.client = null;
    if (client === null) return;
    if (this.workerId !== null) await client.query("delete from worker_heartbeats where id = $1", [this.workerId]).catch(noteLoss);
    await client.end().catch(noteLoss);
  }

  private async connected(): Promise<pg.Client> {
    if (this.client === null) {
      const client = new pg.Client({
        connectionString: env().DATABASE_URL,
        options: "-c TimeZone=UTC",
        application_name: "redline worker",
      });
      client.on("error", (error) => {
        noteLoss(error);
        if (this.client === client) this.client = null;
      });
      await client.connect();
      this.client = client;
      if (this.workerId !== null) await this.lock(client, this.workerId);
    } else if (this.workerId !== null) await this.lock(this.client, this.workerId);
    return this.client;
  }

  // Acquiring a lock already held increments its count, but closing the connection releases it all the same.
  private async lock(client: pg.Client, workerId: string): Promise<void> {
    await client.query(
      `select pg_try_advisory_lock($1, hashtext($2)) where not exists (
         select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and classid::bigint = $1 and granted)`,
      [lockClass, workerId],
    );
  }
}

const noteLoss = (error: unknown) => log.warn({ err: error }, "the worker lost its connection to the database");
