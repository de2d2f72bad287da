import "server-only";
import { sql } from "kysely";
import { inTransaction, type Tx } from "./client";
import { probeId } from "./health";
import { leaseFrom } from "./queue";

/** A heartbeat from later than this is from before the clock was set back. */
const toleranceSeconds = 10;

const now = sql<Date>`now()`;
const later = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/**
 * After the database's clock was set back, what was due "in five minutes" would wait until the clock has caught up: for a day, if it was a day ahead.
 * Workers' heartbeats show that it happened. Then jobs, deliveries and the paces of model servers are due now, and leases are as long as they should be.
 * Call it before a heartbeat is written. Returns whether the clock had been set back.
 */
export function recoverFromClockSetBack(): Promise<boolean> {
  return inTransaction(async (tx) => {
    const seen = await tx.deleteFrom("workerHeartbeats").where("beatAt", ">", later(toleranceSeconds)).returning("id").execute();
    // Health checks write a row too, by the clock of their process.
    if (!seen.some(({ id }) => id !== probeId)) return false;
    await bringForward(tx);
    return true;
  });
}

async function bringForward(tx: Tx): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now(), created_at = least(created_at, now()), updated_at = now()
        where run_at > now() and locked_at is null and greatest(created_at, updated_at) > now()`.execute(tx);
  await tx.updateTable("webhookDeliveries").set({ nextTryAt: now }).where("status", "=", "pending").where("nextTryAt", ">", now).execute();
  await tx.updateTable("servers").set({ nextRequestAt: null, nextTokenAt: null, blockedUntil: null }).execute();
  await tx.updateTable("serverLeases").set({ expiresAt: now }).where("expiresAt", ">", later(120)).execute();
  await tx
    .updateTable("assignments as a")
    .from("tasks as t")
    .set(({ ref }) => ({ leasedUntil: leaseFrom(ref("t.leaseMinutes")) }))
    .whereRef("t.id", "=", "a.taskId")
    .where(({ eb, ref }) => eb("a.leasedUntil", ">", leaseFrom(sql`${ref("t.leaseMinutes")} + 1`)))
    .execute();
}
