import "server-only";
import { sql } from "kysely";
import type { Db } from "./client";
import type { StagedDb } from "./import/staging";

/**
 * For the rest of the transaction, or until `withKeyTriggers`, foreign keys are neither checked nor cascaded, and no other trigger fires, where the role
 * may leave them out. Resolves to whether it may.
 */
export async function withoutKeyTriggers(tx: Db | StagedDb): Promise<boolean> {
  const role = await sql<{ rolsuper: boolean }>`select rolsuper from pg_roles where rolname = current_user`.execute(tx);
  const may = role.rows[0]?.rolsuper === true;
  if (may) await sql`set local session_replication_role = replica`.execute(tx);
  return may;
}

/** Foreign keys and triggers count again, after `withoutKeyTriggers` left them out. */
export const withKeyTriggers = async (tx: Db): Promise<void> => {
  await sql`set local session_replication_role = origin`.execute(tx);
};
