import "server-only";
import type { PoolClient } from "pg";
import { AppError } from "@/lib/domain/errors";
import { inSnapshot } from "./client";
import { appliedMigrations, pauseRuns, rowLines, storeRows, tablesInOrder } from "./table-rows";

/** First line of a backup. */
interface Head {
  redlineBackup: 1;
  migrations: string[];
  at: string;
}

/**
 * A consistent snapshot of the whole database as lines of JSON, independent of PostgreSQL's version.
 * Queued jobs are not included: unfinished runs come back paused. Keys stay encrypted under REDLINE_SECRET.
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
 * Restores a backup into an empty database inside the caller's transaction; returns how many rows each table got. Throws conflict if the
 * database has accounts or projects or different migrations, and invalid_input (with the line; the caller adds the file's name) for a
 * file that is not a backup, is damaged or is truncated.
 */
export async function restoreLines(client: PoolClient, lines: AsyncIterable<string>): Promise<Record<string, number>> {
  await demandEmpty(client);
  const restored = await storeRows(client, lines, {
    name: "backup",
    checkHead: (line) => demandSameMigrations(client, line),
    holds: () => true,
  });
  await pauseRuns(client, "the database was restored from a backup");
  return restored;
}

async function demandEmpty(client: PoolClient): Promise<void> {
  const result = await client.query("select 1 from users union all select 1 from projects limit 1");
  if (result.rows.length > 0)
    throw new AppError("conflict", "This database is in use. Restore into an empty one: another --data-dir, or a new DATABASE_URL.");
}

async function demandSameMigrations(client: PoolClient, head: object): Promise<void> {
  if (!("redlineBackup" in head)) throw new AppError("invalid_input", "this is not a backup of Redline.");
  const { migrations } = head as Head;
  const here = await appliedMigrations(client);
  if (here.join() !== migrations.join()) {
    throw new AppError("conflict", "The backup is from another version. Restore it with the version that made it, then update.", {
      details: { backup: migrations, here },
    });
  }
}
