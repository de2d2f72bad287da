import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { db } from "./client";
import { troubleOf } from "./trouble";

/** The row that health checks write. It is a heartbeat because backups omit heartbeats. */
export const probeId = "write-probe";

/** Writes one row and commits it, which fails on a full disk or a read-only standby. */
export async function probeWrite(): Promise<void> {
  const beatAt = sql<Date>`now()`;
  await db()
    .insertInto("workerHeartbeats")
    .values({ id: probeId, beatAt })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ beatAt }))
    .execute();
}

/** Seconds since any worker's last heartbeat; null when there was none. Throws when the database does not answer. */
export async function readHeartbeatAgeSeconds(): Promise<number | null> {
  const newest = await db()
    .selectFrom("workerHeartbeats")
    .select(({ fn }) => sql<number | null>`extract(epoch from now() - ${fn.max("beatAt")})::float8`.as("age"))
    .where("id", "!=", probeId)
    // One from later than now was written before the clock was set back.
    .where("beatAt", "<", sql<Date>`now() + interval '10 seconds'`)
    .executeTakeFirst();
  return newest?.age ?? null;
}

const betweenTriesMs = 500;

/**
 * Waits until the database takes connections. A worker that ended for lack of one would be started again after ever longer pauses, and come back late.
 * Throws what waiting does not help, such as a wrong password.
 */
export async function untilDatabaseAnswers(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: env().DATABASE_URL, connectionTimeoutMillis: 3000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (troubleOf(error)?.kind !== "unavailable" && !(error instanceof Error && error.message.includes("timeout"))) throw error;
      if (tries === 0) log.warn({ err: error }, "waiting for the database");
      await pause(betweenTriesMs);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
