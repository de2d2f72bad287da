import "server-only";
import { lockPool } from "./client";

/** The number of the advisory lock that is held while a scheduled backup is written. */
const lockNumber = 7_272_003;

/**
 * Runs `work` unless another process on this database is doing the same; returns whether it ran. The lock ends with its session, however this process
 * ends, and is taken on a direct connection, because a PgBouncer shares its sessions.
 */
export async function alone(work: () => Promise<void>): Promise<boolean> {
  const client = await lockPool().connect();
  // A broken connection shows in the statements of `work`; without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [lockNumber]);
    if (!rows[0]?.held) return false;
    await work();
    return true;
  } finally {
    // Closed instead of returned to the pool, and the lock with it.
    client.release(true);
  }
}
