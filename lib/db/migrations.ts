import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { env } from "@/lib/env";
import { db } from "./client";

/** Names of migrations that were begun and not finished; empty when all is well. Throws when the database was never migrated. */
export async function listFailedMigrations(): Promise<string[]> {
  // Prisma's own table, which is not in the schema.
  const { rows } = await sql<{ name: string }>`
    select migration_name as name from "_prisma_migrations" where finished_at is null and rolled_back_at is null order by started_at
  `.execute(db());
  return rows.map((row) => row.name);
}

/** Committed migrations that the database lacks, and migrations of the database that are not committed here. */
export async function compareMigrations(): Promise<{ missing: string[]; unknown: string[] }> {
  const { rows } = await sql<{ name: string }>`
    select migration_name as name from "_prisma_migrations" where finished_at is not null and rolled_back_at is null order by 1
  `.execute(db());
  const [applied, committed] = [rows.map(({ name }) => name), (await readMigrationFiles()).map(({ name }) => name)];
  return {
    missing: committed.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !committed.includes(name)),
  };
}

/** A committed migration. */
export interface MigrationFile {
  name: string;
  sql: string;
}

/** The committed migrations, oldest first. */
export async function readMigrationFiles(): Promise<MigrationFile[]> {
  const folder = env().REDLINE_MIGRATIONS;
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = entries.map(({ name }) => name).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name, "migration.sql"), "utf8") })));
}

/** Applies one migration inside the caller's transaction, and notes it as bin/lib/migrate.mjs does. */
export async function applyMigration(client: PoolClient, migration: MigrationFile): Promise<void> {
  await client.query("set constraints all immediate");
  await client.query(migration.sql);
  const checksum = createHash("sha256").update(migration.sql).digest("hex");
  const values = [randomUUID(), checksum, migration.name];
  await client.query(
    `insert into "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    values,
  );
}

/** Removes our tables and functions, inside the caller's transaction, and forgets the migrations. What belongs to an extension stays. */
export async function removeTables(client: PoolClient): Promise<void> {
  await client.query(`do $$ declare statement text; begin
    for statement in
      select format('drop table %s cascade', c.oid::regclass) from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    loop execute statement; end loop;
    for statement in
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute statement; end loop;
  end $$`);
  await client.query('delete from "_prisma_migrations"');
}
