// Applies the committed migrations, on `pg` alone. Rows in _prisma_migrations are written exactly as Prisma writes them.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withClient } from "./database.mjs";
import { messageOf } from "./errors.mjs";
import { root } from "./paths.mjs";

export const migrationsFolder = join(root, "prisma/migrations");

const advisoryLock = 72707369; // the number Prisma itself locks with

const createTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** @typedef {{ name: string, sql: string, checksum: string }} Migration */

/**
 * The committed migrations, oldest first.
 * @returns {Migration[]}
 */
export function readMigrations(folder = migrationsFolder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function appliedChecksums(/** @type {import("pg").Client} */ client) {
  const { rows } = await client.query(
    "select migration_name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return new Map(rows.map((/** @type {{ migration_name: string, checksum: string }} */ row) => [row.migration_name, row.checksum]));
}

async function applyOne(/** @type {import("pg").Client} */ client, /** @type {Migration} */ migration) {
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    // The next migration cannot alter a table while checks of its rows are still due.
    await client.query("set constraints all immediate");
  } catch (error) {
    const { position } = /** @type {{ position?: string }} */ (error);
    const place = position ? ` (line ${migration.sql.slice(0, Number(position)).split("\n").length})` : "";
    throw new Error(
      `Migration ${migration.name} failed${place}: ${messageOf(error)}. The database is as it was, and the version that ran before still runs on it.`,
      { cause: error },
    );
  }
}

async function applyMissing(/** @type {import("pg").Client} */ client, /** @type {readonly Migration[]} */ migrations) {
  const applied = await appliedChecksums(client);
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The database was made by a newer version of Redline (it has the migration ${unknown.join(", ")}). Update Redline.`);
  }
  const done = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) {
      await applyOne(client, migration);
      done.push(migration.name);
    } else if (checksum !== migration.checksum) {
      throw new Error(`Migration ${migration.name} was edited after it was applied. Restore it, and make a new migration instead.`);
    }
  }
  return done;
}

/**
 * Applies missing migrations, all in one transaction, because the version that ran before refuses a database with only some of them; concurrent
 * processes wait for each other.
 * @returns the names of those applied. Throws if an applied migration has been edited, or the database is from a newer version.
 */
export async function applyMigrations(/** @type {string} */ url, migrations = readMigrations()) {
  return withClient(url, async (/** @type {import("pg").Client} */ client) => {
    await client.query("select pg_advisory_lock($1)", [advisoryLock]);
    await client.query("set client_min_messages = warning");
    await client.query(createTable);
    await client.query("begin");
    try {
      const done = await applyMissing(client, migrations);
      await client.query("commit");
      return done;
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  });
}

const preparedQuery = `select current_setting('TimeZone') as zone, array(
  select migration_name || ' ' || checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null
) as applied`;

/**
 * True if the database needs no preparation: its sessions are in UTC and its migrations are the committed ones. Uses one connection. A
 * database that cannot be reached counts as not prepared; preparing it then reports why.
 */
export async function isPrepared(/** @type {string} */ url, migrations = readMigrations()) {
  try {
    const { rows } = await withClient(url, (/** @type {import("pg").Client} */ client) => client.query(preparedQuery));
    const applied = new Set(rows[0].applied);
    return (
      rows[0].zone === "UTC" &&
      applied.size === migrations.length &&
      migrations.every(({ name, checksum }) => applied.has(`${name} ${checksum}`))
    );
  } catch {
    return false;
  }
}
