import "server-only";
import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import { bundledOfUsers, bundledTables } from "./bundle-tables";
import { inScratch, pool } from "./client";
import { applyMigration, type MigrationFile, readMigrationFiles } from "./migrations";
import type { StoredRow } from "./stored-names";
import { appliedMigrations, rowLines, storeRows, tablesInOrder } from "./table-rows";

/** What every row of these tables needs besides what a bundle says about it. */
const added: Readonly<Record<string, () => object>> = {
  users: () => ({ role: "user", email_verified: false }) satisfies StoredRow<"users">,
  participation_links: () => ({ token: randomBytes(18).toString("base64url") }) satisfies StoredRow<"participation_links">,
};

/** The migrations of a bundle that is older than this database; null for every other file, whose reader says what is wrong with it. */
async function olderMigrations(head: string): Promise<string[] | null> {
  let migrations: unknown;
  try {
    ({ migrations } = JSON.parse(head) as { migrations?: unknown });
  } catch {
    return null;
  }
  if (!Array.isArray(migrations) || migrations.length === 0) return null;
  const here = await pool().connect();
  try {
    const applied = await appliedMigrations(here);
    const isOlder = migrations.length < applied.length && migrations.every((name) => applied.includes(String(name)));
    return isOlder ? migrations.map(String) : null;
  } finally {
    here.release();
  }
}

/**
 * The lines of a bundle as this version would have written them. One of an earlier version is loaded into tables of that version, in a schema of its own
 * that is never committed; the later migrations then change its rows as they changed those of every installation.
 */
export async function* upToDateBundle(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  const older = first.done ? null : await olderMigrations(first.value);
  if (older === null) return yield* whole();
  yield* inScratch(({ bare }) => rewritten(bare, whole(), { head: String(first.value), older }));
}

async function* rewritten(
  client: PoolClient,
  lines: AsyncIterable<string>,
  { head, older }: { head: string; older: string[] },
): AsyncGenerator<string> {
  const here = await appliedMigrations(client);
  const files = await readMigrationFiles();
  const schema = `bundle_${randomBytes(6).toString("hex")}`;
  await client.query(`create schema "${schema}"`);
  await client.query(`create table "${schema}"."_prisma_migrations" (like public."_prisma_migrations" including all)`);
  await client.query(`set local search_path to "${schema}"`);
  await applyAll(
    client,
    files.filter(({ name }) => older.includes(name)),
  );
  await storeRows(client, lines, {
    name: "bundle",
    checkHead: async () => undefined,
    holds: () => true,
    store: async (table, row) => ({ ...row, ...added[table]?.() }),
  });
  await applyAll(
    client,
    files.filter(({ name }) => here.includes(name) && !older.includes(name)),
  );
  yield `${JSON.stringify({ ...(JSON.parse(head) as object), migrations: here })}\n`;
  const tables = (await tablesInOrder(client)).filter((table) => bundledTables.includes(table));
  yield* rowLines(client, [{ table: "users", columns: bundledOfUsers }, ...tables.map((table) => ({ table }))]);
}

async function applyAll(client: PoolClient, files: readonly MigrationFile[]): Promise<void> {
  for (const file of files) await applyMigration(client, file);
}
