import "server-only";
import { sql } from "kysely";
import { db } from "./client";

/** Names of migrations that were begun and not finished; empty when all is well. Throws when the database was never migrated. */
export async function listFailedMigrations(): Promise<string[]> {
  // Prisma's own table, which is not in the schema.
  const { rows } = await sql<{ name: string }>`
    select migration_name as name from "_prisma_migrations" where finished_at is null and rolled_back_at is null order by started_at
  `.execute(db());
  return rows.map((row) => row.name);
}
