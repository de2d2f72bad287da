import "server-only";
import { sql } from "kysely";
import { db } from "./client";

const missing = ["3F000", "42P01", "42883"];
const isMissing = (error: unknown) => missing.includes((error as { code?: string }).code ?? "");

/** Jobs of one kind in the queue. */
export interface QueuedJobs {
  kind: string;
  waiting: number;
  running: number;
  failing: number;
  /** How long the oldest waiting job has been due; 0: none is. */
  oldestSeconds: number;
}

/** The queue by kind of job; empty before the first worker has made its tables. */
export async function listQueuedJobs(): Promise<QueuedJobs[]> {
  const result = await sql<QueuedJobs>`
    select task_identifier as kind,
      count(*) filter (where locked_at is null and run_at <= now()) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where attempts > 1 or last_error is not null) as failing,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now())), 0)::float8 as "oldestSeconds"
    from graphile_worker.jobs group by 1 order by 1`
    .execute(db())
    .catch((error: unknown) => {
      if (isMissing(error)) return { rows: [] };
      throw error;
    });
  return result.rows;
}

const unfinishedRuns = () =>
  db()
    .selectFrom("runs as r")
    .select((eb) => {
      const pending = eb.selectFrom("runUnits as u").whereRef("u.runId", "=", "r.id").where("u.status", "=", "pending");
      const isProposal = eb("r.kind", "=", "criteria");
      return [
        // unit and sample: questions to a model; batch: metrics and panels; criteria: proposals.
        eb.case().when(isProposal).then(sql.lit<"criteria">("criteria")).else(eb.ref("r.scope")).end().as("kind"),
        eb
          .case()
          .when(isProposal)
          .then(sql.lit(1))
          .else(pending.select(eb.fn.countAll<number>().as("n")).$asScalar())
          .end()
          .as("units"),
        "r.createdAt",
      ];
    })
    .where("r.status", "in", ["queued", "running"])
    .where("r.importId", "is", null);

/** What unfinished runs have left, by kind: units without a draft or, for proposals of criteria, runs. Paused runs wait for a person and are not counted. */
export const listPendingWork = () =>
  db()
    .selectFrom(unfinishedRuns().as("unfinished"))
    .select(({ fn, ref }) => [
      "kind",
      fn.countAll<number>().as("runs"),
      sql<number>`sum(${ref("units")})::float8`.as("units"),
      sql<number>`extract(epoch from now() - ${fn.min("createdAt")})::float8`.as("oldestSeconds"),
    ])
    .groupBy("kind")
    .orderBy("kind")
    .execute();

export type PendingWork = Awaited<ReturnType<typeof listPendingWork>>[number];

/** Connections to this database, from every process, and how many the server allows. */
export async function countConnections(): Promise<{ used: number; allowed: number }> {
  const { rows } = await sql<{ used: number; allowed: number }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`.execute(db());
  return rows[0] ?? { used: 0, allowed: 0 };
}

/** The size of the database, and of each table with its indexes, largest first. */
export async function readTableSizes(): Promise<{ totalBytes: number; tables: { name: string; bytes: number; rows: number }[] }> {
  const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes, greatest(coalesce(s.n_live_tup, 0), c.reltuples)::float8 as rows
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 2 desc`.execute(db());
  const total = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db());
  return { totalBytes: total.rows[0]?.bytes ?? 0, tables: rows };
}
