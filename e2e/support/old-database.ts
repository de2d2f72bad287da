import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { withClient } from "../../bin/lib/database.mjs";
import { applyMigrations, readMigrations } from "../../bin/lib/migrate.mjs";
import { root } from "../../bin/lib/paths.mjs";

const folder = join(root, "lib/testing/kept");
const backup = /^(.+)\.backup\.jsonl\.gz$/;

/** The released versions, of each of which a backup is kept. */
export const oldVersions = readdirSync(folder).flatMap((name) => backup.exec(name)?.[1] ?? []);

interface Line {
  migrations?: string[];
  table?: string;
  batch?: Record<string, unknown>[];
}

/**
 * Gives an empty database the tables that a released version had, by its own list of migrations, and the rows that people left in it. Returns the names of
 * the tables that have rows.
 */
export async function makeOldDatabase(url: string, version: string): Promise<string[]> {
  const kept = gunzipSync(readFileSync(join(folder, `${version}.backup.jsonl.gz`))).toString("utf8");
  const [head, ...lines] = kept
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
  await applyMigrations(
    url,
    readMigrations().filter(({ name }) => head?.migrations?.includes(name)),
  );
  const batches = lines.flatMap(({ table, batch = [] }) => (table === undefined ? [] : [{ table, batch }]));
  await withClient(url, async (client: pg.Client) => {
    // Rows may come before those they refer to; as those of a replica, they are taken as they are.
    await client.query("set session_replication_role = replica");
    for (const { table, batch } of batches) {
      const columns = Object.keys(batch[0] ?? {})
        .map((name) => `"${name}"`)
        .join(", ");
      const rows = `select ${columns} from json_populate_recordset(null::"${table}", $1)`;
      await client.query(`insert into "${table}" (${columns}) ${rows}`, [JSON.stringify(batch)]);
    }
  });
  return [...new Set(batches.map(({ table }) => table))];
}
