import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import type { DB } from "@/generated/kysely/types";
import { PrismaClient } from "@/generated/prisma/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { NamedClient } from "./named-client";

/** Statements on typed tables: the pool's own, or those of a transaction. */
export type Db = Kysely<DB>;

/** A transaction. `bare` is its connection, for copying in bulk only. */
export type Tx = Db & { bare: pg.PoolClient };

interface Held {
  redlinePool?: pg.Pool;
  redlineLongPool?: pg.Pool;
  redlineDb?: Db;
  redlinePrisma?: PrismaClient;
}
// Kept on globalThis: Next reloads modules in development, and each copy would open connections of its own.
const held = globalThis as unknown as Held;

const int8 = 20;
// Counts come as int8, which pg hands over as text because it may pass 2^53; ours do not.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

const newPool = (settings: { max: number; connectionTimeoutMillis: number; options: string }) =>
  new pg.Pool({
    connectionString: env().DATABASE_URL,
    Client: NamedClient,
    types,
    // A connection that is closed takes its prepared statements along.
    idleTimeoutMillis: 300_000,
    ...settings,
    options: `-c TimeZone=UTC ${settings.options}`,
    // A connection may break while nobody uses it; the pool drops it, and an error without a listener would end the process.
  }).on("error", (error) => log.warn({ reason: error.message }, "a database connection broke"));

/**
 * The connections of short statements. Sessions run in UTC whatever the server's zone. Only this room's bulk copying uses it directly.
 * A statement that waits for a lock gives up soon: ten that wait for one lock would keep every other statement waiting too.
 */
export function pool(): pg.Pool {
  held.redlinePool ??= newPool({ max: 10, connectionTimeoutMillis: 8_000, options: "-c lock_timeout=3000 -c statement_timeout=60000" });
  return held.redlinePool;
}

/**
 * The connections of imports and exports, which are held for as long as a file is read or a reader takes. They are apart so that pages never wait
 * for them, and so that the short statements they make on `pool()` meanwhile cannot wait for themselves. Deletions that may take long are here too: these
 * connections have no time limits.
 */
export function longPool(): pg.Pool {
  held.redlineLongPool ??= newPool({ max: 4, connectionTimeoutMillis: 60_000, options: "" });
  return held.redlineLongPool;
}

// JSON keeps its keys as they are.
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
const kyselyOn = (connections: PostgresPool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }), plugins });

/** Typed statements, for what SQL itself decides. Tables and columns are in camel case. */
export function db(): Db {
  held.redlineDb ??= kyselyOn({ connect: () => pool().connect(), end: async () => undefined });
  return held.redlineDb;
}

/** Prisma Client, for plain reads and writes outside transactions; on the same connections. */
export function prisma(): PrismaClient {
  held.redlinePrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) });
  return held.redlinePrisma;
}

function onConnection(client: pg.PoolClient): Tx {
  const query = client.query.bind(client) as pg.PoolClient["query"];
  const connection = { query, release: () => undefined } as PostgresPoolClient;
  return Object.assign(kyselyOn({ connect: async () => connection, end: async () => undefined }), { bare: client });
}

async function onOneConnection<T>(connections: pg.Pool, end: "commit" | "rollback", work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connections.connect();
  try {
    await client.query("begin");
    const result = await work(onConnection(client));
    await client.query(end);
    client.release();
    return result;
  } catch (error) {
    // A broken connection cannot roll back and must not return to the pool; the server rolls back by itself.
    const rollbackFailed = await client.query("rollback").then(
      () => false,
      () => true,
    );
    client.release(rollbackFailed);
    throw error;
  }
}

/** Runs `work` in one transaction; any throw rolls it back. */
export function inTransaction<T>(work: (tx: Tx) => Promise<T>, connections = pool()): Promise<T> {
  return onOneConnection(connections, "commit", work);
}

/** Runs `work` in a transaction that is always rolled back, and returns what it returned: a trial without traces. It may take long. */
export function inTrial<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return onOneConnection(longPool(), "rollback", work);
}

/** Runs a stream of rows on one connection that sees the database as it is at the first row, whatever is saved meanwhile. */
export async function* inSnapshot<T>(rows: (tx: Tx) => AsyncIterable<T>): AsyncGenerator<T> {
  const client = await longPool().connect();
  let atEnd = false;
  try {
    await client.query("begin isolation level repeatable read read only");
    yield* rows(onConnection(client));
    await client.query("rollback");
    atEnd = true;
  } finally {
    // A reader who leaves early may leave a statement half read; that connection must not return to the pool.
    client.release(!atEnd);
  }
}

/** Closes all connections; for tests and for commands that end. */
export async function disconnect(): Promise<void> {
  await held.redlinePrisma?.$disconnect();
  await Promise.all([held.redlinePool?.end(), held.redlineLongPool?.end()]);
  delete held.redlinePrisma;
  delete held.redlineDb;
  delete held.redlinePool;
  delete held.redlineLongPool;
}
