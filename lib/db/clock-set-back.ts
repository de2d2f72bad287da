import "server-only";
import { sql } from "kysely";
import { inTransaction, type Tx } from "./client";
import { probeId } from "./health";

/** A heartbeat from later than this is from before the clock was set back. */
const toleranceSeconds = 10;

const fromTheFuture = sql<boolean>`beat_at > now() + make_interval(secs => ${toleranceSeconds})`;

/**
 * After the database's clock was set back, what was due "in five minutes" would wait until the clock has caught up: for a day, if it was a day ahead.
 * Workers' heartbeats show that it happened. Then jobs, deliveries and the paces of model servers are due now, and leases are as long as they should be.
 * Call it before a heartbeat is written. Returns whether the clock had been set back.
 */
export function recoverFromClockSetBack(): Promise<boolean> {
  return inTransaction(async (tx) => {
    const seen = await sql<{ id: string }>`delete from worker_heartbeats where ${fromTheFuture} returning id`.execute(tx);
    // Health checks write a row too, by the clock of their process.
    if (!seen.rows.some(({ id }) => id !== probeId)) return false;
    await bringForward(tx);
    return true;
  });
}

async function bringForward(tx: Tx): Promise<void> {
  const statements = [
    sql`update graphile_worker._private_jobs set run_at = now(), created_at = least(created_at, now()), updated_at = now()
        where run_at > now() and locked_at is null and greatest(created_at, updated_at) > now()`,
    sql`update webhook_deliveries set next_try_at = now() where status = 'pending' and next_try_at > now()`,
    sql`update servers set next_request_at = null, next_token_at = null, blocked_until = null`,
    sql`update server_leases set expires_at = now() where expires_at > now() + interval '2 minutes'`,
    sql`update assignments a set leased_until = now() + make_interval(mins => t.lease_minutes) from tasks t
        where t.id = a.task_id and a.leased_until > now() + make_interval(mins => t.lease_minutes + 1)`,
  ];
  for (const statement of statements) await statement.execute(tx);
}
