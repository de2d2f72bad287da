import "server-only";
import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** A process that works on requests with an Idempotency-Key holds an advisory lock of this class, with the hash of its id, while it lives. */
const lockClass = 7_272_002;

interface Holder {
  id: string;
  client: pg.Client;
}

// On globalThis: Next bundles each route with its own module state.
const held = globalThis as unknown as { redlineHolder?: Promise<Holder | null> | undefined };

/**
 * The id under which this process claims requests; null if it cannot take its lock now, so that its claims end by time alone. PostgreSQL releases the
 * lock the moment the process dies, however it dies: a repeat need not wait to see whether it still works.
 */
export async function claimHolder(): Promise<string | null> {
  held.redlineHolder ??= takeLock().catch((error: unknown) => {
    log.warn({ err: error }, "claims of requests are held by time alone for now");
    held.redlineHolder = undefined;
    return null;
  });
  return (await held.redlineHolder)?.id ?? null;
}

async function takeLock(): Promise<Holder> {
  const id = randomUUID();
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: "redline requests",
    connectionTimeoutMillis: 3000,
    keepAlive: true,
  });
  // With the connection the lock is gone, and so is every transaction that could have committed: the next claim is made under another id.
  client
    .on("error", () => undefined)
    .once("end", () => {
      held.redlineHolder = undefined;
    });
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1, hashtext($2))", [lockClass, id]);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return { id, client };
}

/** Whether the process with the id in this column is known to have ended. */
export const hasEnded = (holder: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(${holder} is not null and not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
    and l.classid::bigint = ${lockClass} and l.objid::bigint = hashtext(${holder})::bigint & 4294967295))`;

/** Gives the lock back; for tests and the end of a process. */
export async function releaseClaims(): Promise<void> {
  const holder = await held.redlineHolder;
  held.redlineHolder = undefined;
  await holder?.client.end().catch(() => undefined);
}
