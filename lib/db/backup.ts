import "server-only";
import type { PoolClient } from "pg";
import { AppError } from "@/lib/domain/errors";
import { inSnapshot } from "./client";
import { applyMigration, type MigrationFile, readMigrationFiles, removeTables } from "./migrations";
import type { StoredPlace } from "./stored-names";
import { appliedMigrations, isKept, pauseRuns, rowLines, storeRows, tablesInOrder } from "./table-rows";

/** First line of a backup. */
interface Head {
  redlineBackup: 1;
  migrations: string[];
  at: string;
}

/**
 * A consistent snapshot of the whole database as lines of JSON, independent of PostgreSQL's version.
 * Queued jobs are not included: unfinished runs come back paused, and watches wait. Keys stay encrypted under REDLINE_SECRET.
 */
export async function* backupLines(): AsyncGenerator<string> {
  yield* inSnapshot(async function* ({ bare: client }) {
    const head: Head = { redlineBackup: 1, migrations: await appliedMigrations(client), at: new Date().toISOString() };
    yield `${JSON.stringify(head)}\n`;
    yield* rowLines(
      client,
      (await tablesInOrder(client)).map((table) => ({ table })),
    );
  });
}

/**
 * Restores a backup into an empty database inside the caller's transaction; returns how many rows each table got. A backup of an earlier version gets
 * the tables of that version first, and the later migrations after its rows. Throws conflict if the database has accounts or projects or the backup is
 * from a later version, and invalid_input (with the line; the caller adds the file's name) for a file that is not a backup, is damaged or is
 * truncated.
 */
export async function restoreLines(client: PoolClient, lines: AsyncIterable<string>): Promise<Record<string, number>> {
  await demandEmpty(client);
  let later: MigrationFile[] = [];
  const restored = await storeRows(client, lines, {
    name: "backup",
    checkHead: async (line) => {
      later = await settleTables(client, line);
    },
    holds: () => true,
    store: async (table, row) => (isKept(table) ? row : null),
  });
  for (const migration of later) await applyMigration(client, migration);
  await pauseRuns(client, "the database was restored from a backup");
  await holdWatches(client);
  return restored;
}

const [watches, nextAt]: StoredPlace = ["judge_watches", "next_at"];

/** A watch would ask its judge at its time; in a copy, it waits for somebody who asks for a look. */
async function holdWatches(client: PoolClient): Promise<void> {
  await client.query(`update ${watches} set ${nextAt} = null`);
}

async function demandEmpty(client: PoolClient): Promise<void> {
  const result = await client.query("select 1 from users union all select 1 from projects limit 1");
  if (result.rows.length > 0)
    throw new AppError("conflict", "This database is in use. Restore into an empty one: another --data-dir, or a new DATABASE_URL.");
}

/** Gives the database the tables that the backup was made from; returns the migrations that are still to be applied after its rows. */
async function settleTables(client: PoolClient, head: object): Promise<MigrationFile[]> {
  if (!("redlineBackup" in head)) throw new AppError("invalid_input", "this is not a backup of Redline.");
  const { migrations } = head as Head;
  const here = await appliedMigrations(client);
  if (here.join() === migrations.join()) return [];
  const unknown = migrations.filter((name) => !here.includes(name));
  if (unknown.length > 0)
    throw new AppError("conflict", "The backup is from a later version of Redline. Update Redline, and restore it then.", {
      details: { unknown },
    });
  const files = await readMigrationFiles();
  const missing = here.filter((name) => !files.some((file) => file.name === name));
  if (missing.length > 0)
    throw new AppError(
      "unavailable",
      `The backup is from an earlier version, and the migrations to bring it up to date are not here (${missing[0]}).`,
    );
  await removeTables(client);
  for (const file of files.filter(({ name }) => migrations.includes(name))) await applyMigration(client, file);
  return files.filter(({ name }) => here.includes(name) && !migrations.includes(name));
}
