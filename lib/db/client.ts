import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/generated/prisma/client";
import { env } from "@/lib/env";

// Kept on globalThis: Next reloads modules in development, and each copy would open connections of its own.
const held = globalThis as unknown as { redlinePrisma?: PrismaClient; redlinePool?: pg.Pool; redlineLongPool?: pg.Pool };

/** Prisma, made at first use so that a build needs no database. */
export function prisma(): PrismaClient {
  held.redlinePrisma ??= new PrismaClient({ adapter: new PrismaPg({ connectionString: env().DATABASE_URL, max: 10 }) });
  return held.redlinePrisma;
}

const newPool = (max: number) => new pg.Pool({ connectionString: env().DATABASE_URL, max, options: "-c TimeZone=UTC" });

/** Bare connections, for bulk work and for statements where SQL itself decides. Sessions run in UTC whatever the server's zone. */
export function pool(): pg.Pool {
  held.redlinePool ??= newPool(10);
  return held.redlinePool;
}

/**
 * The connections of imports and exports, which are held for as long as a file is read or a reader takes. They are apart, so that more of
 * them than there are connections wait for each other and not the pages for them; nor can they wait for the short statements that they
 * make on `pool()` meanwhile, which on one pool would be for ever.
 */
export function longPool(): pg.Pool {
  held.redlineLongPool ??= newPool(4);
  return held.redlineLongPool;
}

/** Runs `work` in one transaction on a bare connection; any throw rolls it back. */
export async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>, connections = pool()): Promise<T> {
  const client = await connections.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
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

/** Runs `work` in a transaction that is always rolled back, and returns what it returned: a trial without traces. It may take long. */
export async function inTrial<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await longPool().connect();
  let broken = false;
  try {
    await client.query("begin");
    return await work(client);
  } finally {
    broken = await client.query("rollback").then(
      () => false,
      () => true,
    );
    client.release(broken);
  }
}

/** Closes all pools; for tests and for commands that end. */
export async function disconnect(): Promise<void> {
  await Promise.all([held.redlinePrisma?.$disconnect(), held.redlinePool?.end(), held.redlineLongPool?.end()]);
  delete held.redlinePrisma;
  delete held.redlinePool;
  delete held.redlineLongPool;
}
