import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from "kysely";
import pg from "pg";
import type { DB } from "@/generated/kysely/types";
import { PrismaClient } from "@/generated/prisma/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { releaseClaims } from "./claim-holder";
import { onceClaimed } from "./claimed-request";
import { literals } from "./literals";
import { largeSession, newPool, pooled, shortSession, withOptions } from "./new-pool";
import { patiently, promptly } from "./silence";

/** Statements on typed tables: the pool's own, or those of a transaction. */
export type Db = Kysely<DB>;

/** A transaction. `bare` is its connection, for copying in bulk only. */
export type Tx = Db & { bare: pg.PoolClient };

interface Held {
  redlinePool?: pg.Pool;
  redlineLongPool?: pg.Pool;
  redlineLockPool?: pg.Pool;
  redlineReadPool?: pg.Pool;
  redlineDb?: Db;
  redlinePrisma?: PrismaClient;
}
// Kept on globalThis: Next reloads modules in development, and each copy would open its own connections.
const held = globalThis as unknown as Held;

/** Connections for short statements. Sessions run in UTC whatever the server's time zone. Only this room's bulk copying uses the pool directly. */
export function pool(): pg.Pool {
  const { REDLINE_POOLED_URL: through } = env();
  const reached = through === undefined ? withOptions(env().DATABASE_URL, shortSession) : pooled(through);
  held.redlinePool ??= newPool({ max: 10, connectionTimeoutMillis: 8_000, ...reached }, promptly);
  return held.redlinePool;
}

/**
 * Connections for imports and exports, which hold one as long as the file or its reader takes. They are separate so that pages never wait for them,
 * and so that the short statements they run on `pool()` meanwhile cannot deadlock. Deletions that may take long use them too: these connections
 * have no time limits.
 */
export function longPool(): pg.Pool {
  held.redlineLongPool ??= newPool(
    { max: 4, connectionTimeoutMillis: 60_000, ...withOptions(env().DATABASE_URL, largeSession) },
    patiently,
  );
  return held.redlineLongPool;
}

/** Connections that only hold a lock while its holder works on others: on the same ones, holders could leave none to each other's work. */
export function lockPool(): pg.Pool {
  held.redlineLockPool ??= newPool(
    { max: 4, connectionTimeoutMillis: 60_000, ...withOptions(env().DATABASE_URL, largeSession) },
    patiently,
  );
  return held.redlineLockPool;
}

/** PostgreSQL's code for "cannot connect now". */
const cannotConnect = "57P03";

/**
 * Connections for the queue, as its library wants them. The caller ends them. The library waits for nobody while it notes how a job ended: it tries again
 * after errors with a code that it knows, and any other would be an unhandled rejection, which ends the process.
 */
export function queuePool(size: number, patience = 8_000): pg.Pool {
  const settings = {
    Client: pg.Client,
    types: pg.types,
    max: size,
    connectionTimeoutMillis: patience,
    connectionString: env().DATABASE_URL,
  };
  const connections = newPool(settings, promptly);
  const connect: typeof connections.connect = connections.connect.bind(connections);
  const connectOrSay = async (): Promise<pg.PoolClient> => {
    // Nothing is noted any more once the worker has stopped: the next one frees the job.
    if (connections.ending) return new Promise(() => undefined);
    return connect().catch((error: Error) => {
      throw Object.assign(error, { code: cannotConnect });
    });
  };
  return Object.assign(connections, {
    connect: (done?: Parameters<typeof connect>[0]) => (done === undefined ? connectOrSay() : connect(done)),
  });
}

/** How long the replica is waited for. */
const patienceMs = 5_000;

/** Connections to the replica, for reports and exports. */
function readPool(connectionString: string): pg.Pool {
  held.redlineReadPool ??= newPool(
    { max: 4, connectionTimeoutMillis: patienceMs, ...withOptions(connectionString, largeSession) },
    { ...patiently, isOneServer: false },
  );
  return held.redlineReadPool;
}

/** The row that the replica answers with. Throws if it does not answer by `end`: on a connection that died without a word it never would. */
async function askReplica<T extends pg.QueryResultRow>(
  address: string,
  { text, values, end }: { text: string; values: unknown[]; end: number },
): Promise<T | undefined> {
  const client = await readPool(address).connect();
  // pg's types know the limit for whole connections alone.
  const limited = { text, values, query_timeout: Math.max(1, end - Date.now()) };
  try {
    const { rows } = await client.query<T>(limited);
    client.release();
    return rows[0];
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Where a report or an export reads: the replica, once it has everything that is committed now, so that nobody misses what they have just done. The
 * primary where there is no replica, or where it does not catch up within five seconds.
 */
async function poolToRead(): Promise<pg.Pool> {
  const { REDLINE_READ_URL: address } = env();
  if (address === undefined) return longPool();
  try {
    const { rows } = await pool().query<{ lsn: string }>("select pg_current_wal_insert_lsn()::text as lsn");
    const asked = { text: "select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes", values: [rows[0]?.lsn], end: Date.now() + patienceMs };
    for (; Date.now() < asked.end; await sleep(20)) {
      if ((await askReplica<{ yes: boolean }>(address, asked))?.yes) return readPool(address);
    }
    log.warn({ ms: patienceMs }, "the replica lags behind; the primary is read instead");
  } catch (error) {
    log.warn({ err: error }, "the replica cannot be read; the primary is read instead");
  }
  return longPool();
}

/** Seconds since the last change that the replica has; 0 if it has all, null if there is no replica. Throws if it does not answer. */
export async function readReplicaLag(): Promise<number | null> {
  const { REDLINE_READ_URL: address } = env();
  if (address === undefined) return null;
  const { rows: ends } = await pool().query<{ lsn: string }>("select pg_current_wal_insert_lsn()::text as lsn");
  const text = `select case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
       else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as lag`;
  const answer = await askReplica<{ lag: number | null }>(address, { text, values: [ends[0]?.lsn], end: Date.now() + patienceMs });
  return answer?.lag ?? null;
}

const countsOf = (connections: pg.Pool | undefined) => {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = connections ?? {};
  return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
};

/** How many connections of each pool are in use and idle, and how many requests wait for one. Opens none. */
export const poolCounts = () => ({ short: countsOf(held.redlinePool), long: countsOf(held.redlineLongPool) });

/** Within `readingApart`, the connections to read from. */
const apart = new AsyncLocalStorage<{ from: pg.Pool; db: Db }>();

/** Runs `work`, which only reads and may take minutes, on the replica if there is one, and without a limit of time. */
export async function readingApart<T>(work: () => Promise<T>): Promise<T> {
  const from = await poolToRead();
  return apart.run({ from, db: kyselyOn({ connect: () => from.connect(), end: async () => undefined }) }, work);
}

class Names extends CamelCasePlugin {
  /** A row as its statement names it. `transformResult` waits for nothing either, but each promise costs. */
  name = (row: Record<string, unknown>) => this.mapRow(row);

  override transformQuery(given: PluginTransformQueryArgs): RootOperationNode {
    return literals.transformNode(super.transformQuery(given), given.queryId);
  }

  /** Columns are renamed once per result: for each of a hundred thousand rows it takes as long as reading them. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const columns = Object.keys(result.rows[0] ?? {});
    const names = columns.map((column) => this.camelCase(column));
    const named = (row: UnknownRow) => {
      const one: UnknownRow = {};
      for (let n = 0; n < columns.length; n++) one[names[n] as string] = row[columns[n] as string];
      return one;
    };
    return { ...result, rows: result.rows.map(named) };
  }
}

/** Tables and columns in camel case; keys inside JSON values are left unchanged. */
export const camelCase = new Names({ maintainNestedObjectKeys: true });
const kyselyOn = (connections: PostgresPool) =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }), plugins: [camelCase] });

/** Typed statements, for decisions made in SQL. Tables and columns are in camel case. */
export function db(): Db {
  held.redlineDb ??= kyselyOn({ connect: () => pool().connect(), end: async () => undefined });
  return apart.getStore()?.db ?? held.redlineDb;
}

/** One of the connections of `db()`, for copying in bulk only. */
export async function onBare<T>(work: (bare: pg.PoolClient) => Promise<T>): Promise<T> {
  const bare = await (apart.getStore()?.from ?? pool()).connect();
  try {
    const result = await work(bare);
    bare.release();
    return result;
  } catch (error) {
    // What it was sending may be half read.
    bare.release(true);
    throw error;
  }
}

/** Prisma Client, for plain reads and writes outside transactions, on the same connections. */
export function prisma(): PrismaClient {
  held.redlinePrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) });
  return held.redlinePrisma;
}

function onConnection(client: pg.PoolClient): Tx {
  const query = client.query.bind(client) as pg.PoolClient["query"];
  const connection = { query, release: () => undefined } as PostgresPoolClient;
  return Object.assign(kyselyOn({ connect: async () => connection, end: async () => undefined }), { bare: client });
}

async function onOneConnection<T>(
  connections: pg.Pool,
  end: "commit" | "rollback",
  work: (tx: Tx) => Promise<T>,
  note: (tx: Tx, result: T) => Promise<void> = async () => undefined,
): Promise<T> {
  const client = await connections.connect();
  try {
    await client.query("begin");
    const tx = onConnection(client);
    const result = await work(tx);
    await note(tx, result);
    await client.query(end);
    client.release();
    return result;
  } catch (error) {
    // A broken connection cannot roll back and must not return to the pool; the server rolls back on its own.
    const rollbackFailed = await client.query("rollback").then(
      () => false,
      () => true,
    );
    client.release(rollbackFailed);
    throw error;
  }
}

/** Runs `work` in one transaction; any throw rolls it back. A repeated request gets the result of the first attempt, so `work` may only return it. */
export function inTransaction<T>(work: (tx: Tx) => Promise<T>, connections = pool()): Promise<T> {
  return onceClaimed((note) => onOneConnection(connections, "commit", work, note));
}

/** Runs `work` in a transaction that is always rolled back, and returns its result: a dry run. It may take long. */
export function inTrial<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return onOneConnection(longPool(), "rollback", work);
}

/** Streams what `rows` yields from a transaction that is rolled back at its end. */
async function* streamed<T>(
  connections: pg.Pool,
  { begin, isReusable }: { begin: string; isReusable: boolean },
  rows: (tx: Tx) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await connections.connect();
  let atEnd = false;
  try {
    await client.query(begin);
    yield* rows(onConnection(client));
    await client.query("rollback");
    atEnd = true;
  } finally {
    // A reader that stops early may leave a statement half read; that connection must not return to the pool.
    client.release(!(atEnd && isReusable));
  }
}

/** Streams rows over one connection from a single snapshot, taken at the first row; from the replica, if there is one. */
export async function* inSnapshot<T>(rows: (tx: Tx) => AsyncIterable<T>): AsyncGenerator<T> {
  yield* streamed(await poolToRead(), { begin: "begin isolation level repeatable read read only", isReusable: true }, rows);
}

/** Streams rows of tables that `rows` makes for itself: nothing of them stays, nor does the connection, whose settings are not for others. */
export const inScratch = <T>(rows: (tx: Tx) => AsyncIterable<T>): AsyncGenerator<T> =>
  streamed(longPool(), { begin: "begin", isReusable: false }, rows);

/** Closes all connections; for tests and command-line commands. */
export async function disconnect(): Promise<void> {
  await held.redlinePrisma?.$disconnect();
  await Promise.all([
    releaseClaims(),
    held.redlinePool?.end(),
    held.redlineLongPool?.end(),
    held.redlineLockPool?.end(),
    held.redlineReadPool?.end(),
  ]);
  delete held.redlinePrisma;
  delete held.redlineDb;
  delete held.redlinePool;
  delete held.redlineLongPool;
  delete held.redlineLockPool;
  delete held.redlineReadPool;
}
