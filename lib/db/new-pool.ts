import "server-only";
import { createHash } from "node:crypto";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { NamedClient } from "./named-client";
import { type Patience, SilenceWatch } from "./silence";
import { TimedClient } from "./timed-client";

const int8 = 20;
// Counts are int8, which pg returns as text because they may exceed 2^53; ours do not.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/**
 * How connections of processes with this secret are named in pg_stat_activity: by a mark of it, so that `redline doctor` sees processes that were
 * given different ones.
 */
export const connectionName = (secret = env().REDLINE_SECRET): string =>
  `redline ${createHash("sha256").update(`connections\n${secret}`).digest("hex").slice(0, 12)}`;

/**
 * The address with our options after its own (a host's `endpoint`, say): of two that say the same the last one counts. pg itself would take the address's for
 * all there are.
 */
export function withOptions(connectionString: string, options: string): pg.PoolConfig {
  if (!URL.canParse(connectionString)) return { connectionString, options };
  const address = new URL(connectionString);
  const own = address.searchParams.get("options");
  if (own === null) return { connectionString, options };
  address.searchParams.delete("options");
  address.search = address.searchParams.toString().replaceAll("+", "%20"); // pg reads a plus as a plus
  return { connectionString: address.href, options: `${own} ${options}` };
}

/** A pool whose connections end when their answer will never come. */
export function newPool(settings: pg.PoolConfig, patience: Patience): pg.Pool {
  const config = {
    application_name: connectionName(),
    Client: NamedClient,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    // Closing a connection drops its prepared statements.
    idleTimeoutMillis: 300_000,
    ...settings,
  };
  const connections = new pg.Pool(config)
    // A connection may break, idle or in use: its statements fail and the pool drops it, but an error without a listener would end the process.
    .on("error", () => undefined)
    .on("connect", (client) => {
      client.on("error", () => undefined).once("error", (error) => log.warn({ err: error }, "a database connection broke"));
    });
  const { Client: _, verify: __, ...asked } = config;
  new SilenceWatch(asked, patience).addPool(connections);
  return connections;
}

/** Compiling statements takes longer than running them: the page of a task with a million ratings took 1.5 s in place of 0.05. */
const session = "-c TimeZone=UTC -c jit=off";
/** What people wait for. A statement that waits for a lock gives up soon: ten waiting for one lock would make every other statement wait too. */
export const shortSession = `${session} -c lock_timeout=3000 -c statement_timeout=60000 -c work_mem=16MB`;
/** Hundreds of thousands of rows are sorted and grouped in memory, and by one process: those of people who save have the other processors. */
export const largeSession = `${session} -c work_mem=64MB -c max_parallel_workers_per_gather=0`;

/**
 * Through a PgBouncer in transaction mode, statements of one connection reach different sessions: none is prepared by name, and the session's settings are
 * PgBouncer's to make (its `connect_query`). Refuses connections whose sessions are not in UTC, in which times would be read wrongly, or lack a time limit.
 */
export const pooled = (connectionString: string): pg.PoolConfig => ({
  connectionString,
  Client: TimedClient,
  verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
    const setting = (name: string) => `current_setting('${name}')`;
    const settings = `select ${setting("TimeZone")} as zone, ${setting("lock_timeout")} as lock, ${setting("statement_timeout")} as statement`;
    client.query<Record<"zone" | "lock" | "statement", string>>(settings).then(({ rows: [session] }) => {
      const problems = [
        ["UTC", "Etc/UTC", "GMT"].includes(session?.zone ?? "") ? null : `are in ${session?.zone}, not in UTC`,
        session?.lock === "0" ? "have no lock_timeout" : null,
        session?.statement === "0" ? "have no statement_timeout" : null,
      ].filter((problem) => problem !== null);
      if (problems.length === 0) return done();
      const wanted = "connect_query = 'set timezone = utc; set jit = off; set lock_timeout = 3000; set statement_timeout = 60000'";
      done(new Error(`Sessions of REDLINE_POOLED_URL ${problems.join(" and ")}. Set for this database in PgBouncer: ${wanted}`));
    }, done);
  },
});
