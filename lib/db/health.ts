import "server-only";
import { sql } from "kysely";
import { db } from "./client";

/** The row that health checks write. It is a heartbeat because backups omit heartbeats. */
export const probeId = "write-probe";

/** Writes one row and commits it, which fails on a full disk or a read-only standby. */
export async function probeWrite(): Promise<void> {
  const beatAt = new Date();
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
    .executeTakeFirst();
  return newest?.age ?? null;
}
