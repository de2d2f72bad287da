import "server-only";
import { pool } from "./client";

/** Seconds since any worker last said that it lives; null when none ever did. Throws when the database cannot be asked. */
export async function readHeartbeatAgeSeconds(): Promise<number | null> {
  const result = await pool().query<{ age: number | null }>(
    "select extract(epoch from now() - max(beat_at))::float8 as age from worker_heartbeats",
  );
  return result.rows[0]?.age ?? null;
}
