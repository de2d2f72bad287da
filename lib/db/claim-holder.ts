import "server-only";
import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { env } from "@/lib/env";
import { promptly, SilenceWatch } from "./silence";

/** A process that works on requests with an Idempotency-Key holds an advisory lock of this class, with the hash of its id, while it lives. */
const lockClass = 7_272_002;

interface Holder {
  id: string;
  client: pg.Client;
}

// On globalThis: Next bundles each route with its own module state.
const held = globalThis as unknown as { redlineHolder?: Promise<Holder> | undefined };

/**
 * The id under which this process claims requests. PostgreSQL releases its lock the moment the process dies, however it dies: a repeat need not wait to
 * see whether it still works. Throws if the lock cannot be taken: a claim without it would keep its request from being repeated for minutes if the
 * process died, as it is more likely to do when the database is in trouble already.
 */
export async function claimHolder(): Promise<string> {
  held.redlineHolder ??= keepLock();
  return (await held.redlineHolder).id;
}

/** Takes the lock, and forgets it when it cannot be taken or is lost with its connection: the next claim is then made under another id. */
function keepLock(): Promise<Holder> {
  const taking = takeLock();
  const forget = () => {
    if (held.redlineHolder === taking) held.redlineHolder = undefined;
  };
  // With the connection, every transaction that could have committed is gone too.
  taking.then(({ client }) => client.once("end", forget), forget);
  return taking;
}

async function takeLock(): Promise<Holder> {
  const id = randomUUID();
  const config = {
    connectionString: env().DATABASE_URL,
    application_name: "redline requests",
    connectionTimeoutMillis: 8000,
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 30_000 },
  };
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    new SilenceWatch(config, promptly).add(client);
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
  const holder = await held.redlineHolder?.catch(() => null);
  held.redlineHolder = undefined;
  await holder?.client.end().catch(() => undefined);
}
