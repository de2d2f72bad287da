import "server-only";
import { pool } from "./client";

/** Names of migrations that were begun and not finished; empty when all is well. Throws when the database was never migrated. */
export async function listFailedMigrations(): Promise<string[]> {
  const result = await pool().query<{ name: string }>(
    `select migration_name as name from "_prisma_migrations" where finished_at is null and rolled_back_at is null order by started_at`,
  );
  return result.rows.map((row) => row.name);
}
