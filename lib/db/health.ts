import "server-only";
import { sql } from "kysely";
import { db } from "./client";

/** Seconds since any worker last said that it lives; null when none ever did. Throws when the database cannot be asked. */
export async function readHeartbeatAgeSeconds(): Promise<number | null> {
  const newest = await db()
    .selectFrom("workerHeartbeats")
    .select(({ fn }) => sql<number | null>`extract(epoch from now() - ${fn.max("beatAt")})::float8`.as("age"))
    .executeTakeFirst();
  return newest?.age ?? null;
}
