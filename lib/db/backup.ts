import "server-only";
import type { PoolClient } from "pg";
import { AppError } from "@/lib/domain/errors";
import { inSnapshot } from "./client";

/** First line of a backup. */
interface Head {
  redlineBackup: 1;
  migrations: string[];
  at: string;
}
/** Last line: how many rows the file has of each table, so that a truncated file is noticed. */
interface Tail {
  rows: Record<string, number>;
}
type Line = Head | Tail | { table: string; batch: object[] };

/** An image can have ten megabytes. */
const rowsPerLine = (table: string) => (table === "images" ? 1 : 100);
/** Columns that refer to a table restored later; filled in once that table has its rows. */
const backReferences: Record<string, readonly string[]> = {
  tasks: ["draft_run_id"],
  criteria_sets: ["proposal_draft_id", "derived_by_run_id"],
};

/**
 * A consistent snapshot of the whole database as lines of JSON, independent of PostgreSQL's version.
 * Queued jobs are not included: unfinished runs come back paused. Keys stay encrypted under REDLINE_SECRET.
 */
export async function* backupLines(): AsyncGenerator<string> {
  yield* inSnapshot(async function* ({ bare: client }) {
    const head: Head = { redlineBackup: 1, migrations: await appliedMigrations(client), at: new Date().toISOString() };
    yield `${JSON.stringify(head)}\n`;
    const rows: Record<string, number> = {};
    for (const table of await tablesInOrder(client)) {
      rows[table] = 0;
      await client.query(`declare rows no scroll cursor for select row_to_json(t) as row from "${table}" t`);
      for (;;) {
        const batch = await client.query<{ row: object }>(`fetch ${rowsPerLine(table)} from rows`);
        if (batch.rows.length === 0) break;
        rows[table] += batch.rows.length;
        yield `${JSON.stringify({ table, batch: batch.rows.map((entry) => entry.row) })}\n`;
      }
      await client.query("close rows");
    }
    yield `${JSON.stringify({ rows } satisfies Tail)}\n`;
  });
}

const notABackup = "this is not a backup of Redline.";
const pausedByRestore = "Paused because the database was restored from a backup. Resume it to continue here.";

/**
 * Restores a backup into an empty database inside the caller's transaction; returns how many rows each table got. Throws conflict if the
 * database has accounts or projects or different migrations, and invalid_input (with the line; the caller adds the file's name) for a
 * file that is not a backup, is damaged or is truncated.
 */
export async function restoreLines(client: PoolClient, lines: AsyncIterable<string>): Promise<Record<string, number>> {
  await demandEmpty(client);
  const restored: Record<string, number> = {};
  const later: { table: string; column: string; batch: object[] }[] = [];
  let number = 0;
  let complete = false;
  for await (const text of lines) {
    number += 1;
    const line = parseLine(text, number);
    if (number === 1) await demandSameMigrations(client, line);
    else if ("table" in line) {
      const columns = backReferences[line.table] ?? [];
      for (const column of columns) {
        later.push({ table: line.table, column, batch: line.batch.filter((row) => (row as Record<string, unknown>)[column] !== null) });
      }
      const without = Object.fromEntries(columns.map((column) => [column, null]));
      await insertBatch(
        client,
        line.table,
        line.batch.map((row) => ({ ...row, ...without })),
      );
      restored[line.table] = (restored[line.table] ?? 0) + line.batch.length;
    } else if ("rows" in line) {
      complete = Object.entries(line.rows).every(([table, count]) => (restored[table] ?? 0) === count);
    }
  }
  if (number === 0) throw new AppError("invalid_input", notABackup);
  if (!complete) throw new AppError("invalid_input", `the backup is truncated: it ends at line ${number} without its closing count.`);
  for (const { table, column, batch } of later) {
    await client.query(
      `update "${table}" t set ${column} = given.${column} from json_populate_recordset(null::"${table}", $1) given where t.id = given.id`,
      [JSON.stringify(batch)],
    );
  }
  // A copy must not spend money unasked: the same runs may still be active in the original installation.
  await client.query("update runs set status = 'paused', error = $1 where status in ('queued', 'running')", [pausedByRestore]);
  return restored;
}

function parseLine(text: string, number: number): Line {
  try {
    return JSON.parse(text) as Line;
  } catch (error) {
    throw new AppError("invalid_input", `line ${number} of the backup is damaged.`, { cause: error });
  }
}

async function insertBatch(client: PoolClient, table: string, batch: object[]): Promise<void> {
  const known = await client.query("select 1 from pg_tables where schemaname = 'public' and tablename = $1", [table]);
  if (known.rows.length === 0) throw new AppError("invalid_input", `the backup has a table "${table}" that this version does not know.`);
  await client.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`, [JSON.stringify(batch)]);
}

async function appliedMigrations(client: PoolClient): Promise<string[]> {
  const result = await client.query<{ name: string }>(
    `select migration_name as name from "_prisma_migrations" where finished_at is not null order by 1`,
  );
  return result.rows.map((row) => row.name);
}

async function demandEmpty(client: PoolClient): Promise<void> {
  const result = await client.query("select 1 from users union all select 1 from projects limit 1");
  if (result.rows.length > 0)
    throw new AppError("conflict", "This database is in use. Restore into an empty one: another --data-dir, or a new DATABASE_URL.");
}

async function demandSameMigrations(client: PoolClient, head: Line): Promise<void> {
  if (!("redlineBackup" in head)) throw new AppError("invalid_input", notABackup);
  const here = await appliedMigrations(client);
  if (here.join() !== head.migrations.join()) {
    throw new AppError("conflict", "The backup is from another version. Restore it with the version that made it, then update.", {
      details: { backup: head.migrations, here },
    });
  }
}

/** Our tables, each after those it refers to; `backReferences` lists the references that form a cycle. */
async function tablesInOrder(client: PoolClient): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('_prisma_migrations', 'worker_heartbeats', 'endpoint_leases', 'task_changes', 'stored_reports') order by 1",
  );
  const references = await client.query<{ from: string; to: string }>(
    `select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to" from pg_constraint c join pg_attribute a
       on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and not (c.conrelid::regclass::text, a.attname) in (${Object.entries(backReferences)
       .flatMap(([table, columns]) => columns.map((column) => `('${table}', '${column}')`))
       .join(", ")})`,
  );
  const ordered: string[] = [];
  const visit = (table: string): void => {
    if (ordered.includes(table)) return;
    for (const reference of references.rows) if (reference.from === table && reference.to !== table) visit(reference.to);
    ordered.push(table);
  };
  for (const { name } of tables.rows) visit(name);
  return ordered;
}
