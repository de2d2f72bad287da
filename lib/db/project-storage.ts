import "server-only";
import { sql } from "kysely";
import type { ProjectStorage, SlowStatement } from "@/lib/domain/instance";
import { db } from "./client";

const maxAgeMs = 600_000;
let held: { at: number; projects: Promise<ProjectStorage[] | null> } | null = null;

/** What each project takes, largest first; null: measuring took longer than a statement may. Measured at most every ten minutes. */
export function readProjectStorage(now = performance.now()): Promise<ProjectStorage[] | null> {
  if (held === null || now - held.at > maxAgeMs) held = { at: now, projects: measure().catch(onTrouble) };
  return held.projects;
}

const cancelled = "57014";

function onTrouble(error: unknown): null {
  held = null;
  if ((error as { code?: string }).code === cancelled) return null;
  throw error;
}

async function measure(): Promise<ProjectStorage[]> {
  const { rows } = await sql<ProjectStorage>`
    with parts as (
      select t.project_id, 'samples' as part,
        sum(pg_column_size(s.input) + pg_column_size(s.output) + coalesce(pg_column_size(s.output_b), 0)
          + coalesce(pg_column_size(s.reference), 0) + pg_column_size(s.metadata)) as bytes
      from samples s join tasks t on t.id = s.task_id group by 1
      union all
      select t.project_id, 'drafts', sum(pg_column_size(d.items) + pg_column_size(d.raw) + coalesce(pg_column_size(d.details), 0))
      from drafts d join runs r on r.id = d.run_id join tasks t on t.id = r.task_id group by 1
      union all
      select t.project_id, 'exchanges', sum(pg_column_size(e.request) + pg_column_size(e.reply))
      from exchanges e join runs r on r.id = e.run_id join tasks t on t.id = r.task_id group by 1
      union all
      select t.project_id, 'work', sum(pg_column_size(a.*))
      from actions a join evaluations v on v.id = a.evaluation_id join assignments g on g.id = v.assignment_id join tasks t on t.id = g.task_id
      group by 1
      union all
      select m.project_id, 'files', sum(octet_length(i.bytes)) from images i join imports m on m.id = i.import_id group by 1
      union all
      select project_id, 'files', sum(pg_column_size(bundle) + pg_column_size(body)) from frozen_reports group by 1
      union all
      select project_id, 'files', sum(size) from prepared_exports where status = 'done' group by 1)
    select p.id as "projectId", p.name,
      ${sql.join(
        ["samples", "drafts", "exchanges", "work", "files"].map(
          (part) => sql`coalesce(sum(x.bytes) filter (where x.part = ${sql.lit(part)}), 0)::float8 as ${sql.ref(`${part}Bytes`)}`,
        ),
      )}
    from projects p left join parts x on x.project_id = p.id
    group by p.id, p.name order by sum(x.bytes) desc nulls last, p.name`.execute(db());
  return rows;
}

/** No such view, not loaded by the server, or not ours to read. */
const notCollected = ["42P01", "55000", "42501", "42703"];
const mostSlow = 10;

/**
 * The statements on which the database spent most time, where pg_stat_statements collects them; null where not. Statements other than reads and writes
 * are left out: their values are not replaced by places.
 */
export async function listSlowStatements(): Promise<SlowStatement[] | null> {
  try {
    const { rows } = await sql<SlowStatement>`
      select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as statement, calls::float8 as calls, mean_exec_time as "meanMs", total_exec_time as "totalMs"
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query ~* '^\\s*(select|insert|update|delete|with)\\M'
      order by total_exec_time desc limit ${mostSlow}`.execute(db());
    return rows;
  } catch (error) {
    if (notCollected.includes((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}
