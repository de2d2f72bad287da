import "server-only";
import type { PoolClient } from "pg";
import { type RowFileKind, type RowFileTail, readRowFile, unfitRows, unknownColumn, unknownTable } from "@/lib/datasets/row-file";
import type { StoredColumns, StoredTable } from "./stored-names";
import { bytesOf } from "./stored-objects";

/** Tables that hold what is computed or runs at the moment, which no file keeps. */
const passing: readonly string[] = [
  "_prisma_migrations",
  "backups",
  "rate_limits",
  "worker_heartbeats",
  "servers",
  "server_leases",
  "task_changes",
  "stored_reports",
  "prepared_exports",
  "prepared_export_chunks",
] satisfies (StoredTable | "_prisma_migrations")[];

/** Whether files hold rows of this table. Those of earlier versions may have some that are not restored any more. */
export const isKept = (table: string): boolean => !passing.includes(table);

/** An image can have ten megabytes, and so can a frozen report. */
const rowsPerLine = (table: string) => (table === "images" || table === "frozen_reports" ? 1 : 100);
/** Columns that refer to a table restored later, or to rows of their own; filled in once that table has all its rows. */
const backReferences: Record<string, readonly string[]> = {
  tasks: ["draft_run_id"],
  criteria_sets: ["proposal_draft_id", "derived_by_run_id"],
  criteria_rounds: ["previous_id"],
} satisfies { [Table in StoredTable]?: StoredColumns[Table][] };

/**
 * The rows of these tables as lines of JSON, in the caller's snapshot, and a last line that counts them. `where` is SQL over the alias `t`;
 * `columns` replaces what is written of a row; `onRows` is called with the number of rows of each line.
 */
export async function* rowLines(
  client: PoolClient,
  tables: readonly { table: string; where?: string; columns?: string }[],
  onRows?: (count: number) => void,
): AsyncGenerator<string> {
  const rows: Record<string, number> = {};
  for (const { table, where = "true", columns = "row_to_json(t)" } of tables) {
    rows[table] = 0;
    await client.query(`declare rows no scroll cursor for select ${columns} as row from "${table}" t where ${where}`);
    for (;;) {
      const batch = await client.query<{ row: object }>(`fetch ${rowsPerLine(table)} from rows`);
      if (batch.rows.length === 0) break;
      rows[table] += batch.rows.length;
      const written =
        table === "images" ? await Promise.all(batch.rows.map(({ row }) => withBytes(row))) : batch.rows.map(({ row }) => row);
      yield `${JSON.stringify({ table, batch: written })}\n`;
      onRows?.(batch.rows.length);
    }
    await client.query("close rows");
  }
  yield `${JSON.stringify({ rows } satisfies RowFileTail)}\n`;
}

/** An image's row as it would be without an object store, so that a file holds everything. */
async function withBytes(row: object): Promise<object> {
  const { object = null } = row as { object?: string | null };
  return object === null ? row : { ...row, bytes: `\\x${(await bytesOf({ bytes: null, object })).toString("hex")}`, object: null };
}

/** What a kind of file adds to reading its rows. */
export interface RowFile {
  /** How its messages call it. */
  name: RowFileKind;
  /** Refuses a first line that is not its own. */
  checkHead: (line: object) => Promise<void>;
  /** Whether it may hold this table. */
  holds: (table: string) => boolean;
  /** The row as it is stored; null: it is taken care of. */
  store?: (table: string, row: Record<string, unknown>) => Promise<Record<string, unknown> | null>;
}

/**
 * Writes the rows of a file inside the caller's transaction; returns how many each table got. Unfinished runs are stored as paused. Throws
 * invalid_input with the line (the caller adds the file's name) for a file that is damaged, truncated or contradicts itself.
 */
export async function storeRows(client: PoolClient, lines: AsyncIterable<string>, file: RowFile): Promise<Record<string, number>> {
  const stored: Record<string, number> = {};
  const later: { table: string; column: string; batch: object[] }[] = [];
  let columns = new Map<string, string[]>();
  for await (const line of readRowFile(lines, file.name)) {
    if ("head" in line) {
      await file.checkHead(line.head);
      // The head may have led to other tables.
      columns = await columnsOf(client);
    } else {
      const { table, number } = line;
      const known = columns.get(table);
      if (known === undefined || !file.holds(table)) throw unknownTable(file.name, table);
      const batch: Record<string, unknown>[] = [];
      for (const row of line.batch) {
        const changed = file.store ? await file.store(table, row) : row;
        if (changed !== null) batch.push(changed);
      }
      // Tables of an earlier version may lack some.
      const postponed = (backReferences[table] ?? []).filter((column) => known.includes(column));
      for (const column of postponed) later.push({ table, column, batch: batch.filter((row) => (row[column] ?? null) !== null) });
      const without = Object.fromEntries(postponed.map((column) => [column, null]));
      await insertBatch(client, { table, known, batch: batch.map((row) => ({ ...row, ...without })), line: number }, file.name);
      stored[table] = (stored[table] ?? 0) + line.batch.length;
    }
  }
  for (const { table, column, batch } of later) {
    await client.query(
      `update "${table}" t set ${column} = given.${column} from json_populate_recordset(null::"${table}", $1) given where t.id = given.id`,
      [JSON.stringify(batch)],
    );
  }
  return stored;
}

/** Columns that the rows do not have (they are newer than the file) get their defaults. */
async function insertBatch(
  client: PoolClient,
  { table, known, batch, line }: { table: string; known: readonly string[]; batch: Record<string, unknown>[]; line: number },
  name: RowFileKind,
): Promise<void> {
  const given = Object.keys(batch[0] ?? {});
  if (given.length === 0) return;
  const unknown = given.find((column) => !known.includes(column));
  if (unknown !== undefined) throw unknownColumn(name, table, unknown);
  const list = given.map((column) => `"${column}"`).join(", ");
  await client
    .query(`insert into "${table}" (${list}) select ${list} from json_populate_recordset(null::"${table}", $1)`, [JSON.stringify(batch)])
    .catch((error: unknown) => {
      const { code = "", detail, message } = error as { code?: string; detail?: string; message: string };
      // Classes 22 and 23: values that do not fit their columns, and rows that break a rule of the database.
      if (!/^2[23]/.test(code)) throw error;
      throw unfitRows(name, { line, table, why: detail ?? message }, error);
    });
}

async function columnsOf(client: PoolClient): Promise<Map<string, string[]>> {
  const found = await client.query<{ table: string; columns: string[] }>(
    `select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns where table_schema = current_schema() group by 1`,
  );
  return new Map(found.rows.map(({ table, columns }) => [table, columns]));
}

/** The migrations that the database has, in order. */
export async function appliedMigrations(client: PoolClient): Promise<string[]> {
  const result = await client.query<{ name: string }>(
    `select migration_name as name from "_prisma_migrations" where finished_at is not null order by 1`,
  );
  return result.rows.map((row) => row.name);
}

/** Pauses unfinished runs: a copy must not spend money unasked, and the same runs may still be active in the original installation. */
export async function pauseRuns(client: PoolClient, why: string, where = "true"): Promise<void> {
  await client.query(`update runs t set status = 'paused', error = $1 where status in ('queued', 'running') and ${where}`, [
    `Paused because ${why}. Resume it to continue here.`,
  ]);
}

/** Every reference from one table's column to another table, in the same order in every database. */
export async function listReferences(client: PoolClient) {
  const references = await client.query<{ from: string; column: string; to: string }>(
    `select c.conrelid::regclass::text as "from", a.attname::text as "column", c.confrelid::regclass::text as "to"
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1, 2, 3`,
  );
  return references.rows;
}

/** Our tables, each after those it refers to; `backReferences` lists the references that form a cycle. */
export async function tablesInOrder(client: PoolClient): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = current_schema() and not tablename = any($1) order by 1",
    [passing],
  );
  const references = (await listReferences(client)).filter(({ from, column }) => !backReferences[from]?.includes(column));
  const ordered: string[] = [];
  const visit = (table: string): void => {
    if (ordered.includes(table)) return;
    for (const reference of references) if (reference.from === table) visit(reference.to);
    ordered.push(table);
  };
  for (const { name } of tables.rows) visit(name);
  return ordered;
}
