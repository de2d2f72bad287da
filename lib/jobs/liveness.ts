import "server-only";
import pg from "pg";
import { poolCounts } from "@/lib/db/client";
import { promptly, SilenceWatch } from "@/lib/db/silence";
import { freeJobsOf, listDeadWorkers, noteHeartbeat, removeHeartbeats, removeOldHeartbeats, workerLockClass } from "@/lib/db/workers";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { readOwnMetrics } from "@/lib/telemetry/metrics";

const secondsUntilUnknownIsDead = 5;
const beatsBetweenMetrics = 3;

/**
 * A worker's liveness: a heartbeat for people and health checks, and an advisory lock on a dedicated connection. The lock is released the moment the
 * process dies, however it dies, so a dead worker's jobs are found at once instead of after hours.
 */
export class Liveness {
  private client: pg.Client | null = null;
  private workerId: string | null = null;
  private beats = 0;

  /** Announces this worker. Until then it only frees dead workers' jobs. */
  async announce(workerId: string): Promise<void> {
    this.workerId = workerId;
    await this.beat();
  }

  /** Renews the heartbeat, and the connection and lock if they were lost. */
  async beat(): Promise<void> {
    await this.hold();
    if (this.workerId === null) return;
    const isTold = this.beats++ % beatsBetweenMetrics === 0;
    await noteHeartbeat(this.workerId, isTold ? await readOwnMetrics(poolCounts()) : null);
  }

  /**
   * Frees the jobs of workers whose lock is gone. A worker that has not announced itself yet is given a few seconds.
   * Returns how many workers were found dead.
   */
  async freeJobsOfTheDead(): Promise<number> {
    await this.hold();
    const dead = await listDeadWorkers(secondsUntilUnknownIsDead);
    if (dead.length > 0) {
      await freeJobsOf(dead);
      await removeHeartbeats(dead);
      log.info({ workers: dead }, "jobs of dead workers are free again");
    }
    await removeOldHeartbeats();
    return dead.length;
  }

  /** Removes the heartbeat and releases the lock. */
  async end(): Promise<void> {
    const { client } = this;
    this.client = null;
    if (client === null) return;
    if (this.workerId !== null) await removeHeartbeats([this.workerId]).catch(noteLoss);
    await client.end().catch(noteLoss);
  }

  /** Opens the connection and takes the lock, if either is missing. */
  async hold(): Promise<void> {
    this.client ??= await this.connect();
    if (this.workerId !== null) await lock(this.client, this.workerId);
  }

  private async connect(): Promise<pg.Client> {
    const config = {
      connectionString: env().DATABASE_URL,
      options: "-c TimeZone=UTC",
      application_name: "redline worker",
      connectionTimeoutMillis: 8000,
    };
    const client = new pg.Client(config);
    client.on("error", (error) => {
      noteLoss(error);
      if (this.client === client) this.client = null;
    });
    await client.connect();
    new SilenceWatch(config, promptly).add(client);
    return client;
  }
}

// Acquiring a lock already held increments its count, but closing the connection releases it all the same.
async function lock(client: pg.Client, workerId: string): Promise<void> {
  await client.query(
    `select pg_try_advisory_lock($1, hashtext($2)) where not exists (
       select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and classid::bigint = $1 and granted)`,
    [workerLockClass, workerId],
  );
}

const noteLoss = (error: unknown) => log.warn({ err: error }, "the worker lost its connection to the database");
