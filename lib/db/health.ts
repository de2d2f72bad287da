import "server-only";
import { sql } from "kysely";
import { db } from "./client";

/** The row that health checks write, among the heartbeats because backups leave those out. */
const probeId = "write-probe";

/** Writes one row and commits it, which tells a full disk and a read-only standby from a database that is well. */
export async function probeWrite(): Promise<void> {
  const beatAt = new Date();
  await db()
    .insertInto("workerHeartbeats")
    .values({ id: probeId, beatAt })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ beatAt }))
    .execute();
}

/** Seconds since any worker last said that it lives; null when none ever did. Throws when the database cannot be asked. */
export async function readHeartbeatAgeSeconds(): Promise<number | null> {
  const newest = await db()
    .selectFrom("workerHeartbeats")
    .select(({ fn }) => sql<number | null>`extract(epoch from now() - ${fn.max("beatAt")})::float8`.as("age"))
    .where("id", "!=", probeId)
    .executeTakeFirst();
  return newest?.age ?? null;
}
