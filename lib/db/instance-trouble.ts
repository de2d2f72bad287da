import "server-only";
import { sql } from "kysely";
import { db } from "./client";
import { connectionName } from "./new-pool";

/** Seconds by which the database's clock is ahead of this machine's, give or take the time of the question. */
export async function readClockDifference(): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db());
  return (rows[0]?.now ?? 0) - (before + Date.now()) / 2000;
}

/** Transactions that have been open for longer than this, with their process on the database's server. */
export async function listLongTransactions(seconds: number): Promise<{ pid: number; seconds: number }[]> {
  const { rows } = await sql<{ pid: number; seconds: number }>`
    select pid, extract(epoch from now() - xact_start)::float8 as seconds from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and xact_start < now() - make_interval(secs => ${seconds})
    order by 2 desc`.execute(db());
  return rows;
}

/** How many connections belong to processes whose secret is not this one's. */
export async function countOtherSecrets(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name ~ '^redline [0-9a-f]{12}$' and application_name <> ${connectionName()}`.execute(
    db(),
  );
  return rows[0]?.n ?? 0;
}

/** Whether samples are searched by an index, which needs the extension pg_trgm. */
export async function hasSearchIndex(): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('samples_search_idx') is not null as there`.execute(db());
  return rows[0]?.there ?? false;
}

/** Whether sessions that people wait for compile statements (`jit`): only those of a pooler that was not told otherwise may. */
export async function sessionsCompile(): Promise<boolean> {
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db());
  return rows[0]?.jit === "on";
}

/** Some encrypted keys of judges with what they are bound to. */
export async function listStoredKeys(limit: number): Promise<{ key: string; projectId: string; judge: string }[]> {
  const judges = await db()
    .selectFrom("judges")
    .select(["apiKeyEncrypted as key", "projectId", "name as judge"])
    .where("apiKeyEncrypted", "is not", null)
    .where("archivedAt", "is", null)
    .limit(limit)
    .execute();
  return judges.flatMap(({ key, ...judge }) => (key === null ? [] : [{ key, ...judge }]));
}

/** Judges whose every question of the last hour failed, and how many there were. */
export async function listFailingJudges(atLeast: number): Promise<{ judge: string; failed: number }[]> {
  return await db()
    .selectFrom("exchanges as e")
    .innerJoin("runs as r", "r.id", "e.runId")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .select(({ fn }) => ["j.name as judge", fn.countAll<number>().as("failed")])
    .where("e.createdAt", ">", sql<Date>`now() - interval '1 hour'`)
    .where("r.createdAt", ">", sql<Date>`now() - interval '30 days'`)
    .groupBy(["j.id", "j.name"])
    .having(({ fn }) => fn.countAll<number>(), ">=", atLeast)
    .having((eb) => eb.fn<boolean>("bool_and", [eb("e.problem", "is not", null)]))
    .orderBy("j.name")
    .execute();
}

/** Imports that were begun longer ago than this and are still marked as being written. */
export async function countInterruptedImports(minutes: number): Promise<number> {
  const { n } = await db()
    .selectFrom("imports")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("status", "=", "running")
    .where("createdAt", "<", sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow();
  return n;
}
