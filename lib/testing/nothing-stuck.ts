/** What must be true once nobody works any more: nothing waits for a process that is dead. */
import { pool } from "@/lib/db/client";
import { sweepImports } from "@/lib/db/imports";

const countOf = async (sql: string) => Number((await pool().query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n ?? -1);

/** What may be left of none, as the rest of a statement that counts it. */
const unfinished: Readonly<Record<string, string>> = {
  "jobs that a dead worker holds": "graphile_worker.jobs where locked_at is not null",
  "jobs that have failed for good": "graphile_worker.jobs where attempts >= max_attempts",
  "jobs that have been due for a minute":
    "graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at < now() - interval '1 minute'",
  "unfinished runs": "runs where status not in ('done', 'failed', 'cancelled') and import_id is null",
  "units to do in runs that have ended": "run_units u join runs r on r.id = u.run_id where u.status = 'pending' and r.status = 'done'",
  "imports that are still being written": "imports where status = 'running'",
  "exports that are still being written": "prepared_exports where status in ('waiting', 'running')",
  "parts of exports that failed": "prepared_export_chunks c join prepared_exports p on p.id = c.export_id where p.status = 'failed'",
  "panel rounds that are not closed": "criteria_rounds where status <> 'closed'",
  "leases of model servers in force": "server_leases where expires_at > now()",
  "samples with more holders than slots": "samples where filled_slots < 0 or filled_slots > 2",
  "samples whose count of holders is wrong": `samples s join tasks t on t.id = s.task_id where t.name = 'Annotated'
    and s.filled_slots <> (select count(*) from assignments a where a.sample_id = s.id and a.slot is not null)`,
};

/**
 * How much waits for somebody who is dead, by what it is. Uploads that broke off, and files that nobody imported, must be cleared away when their time is
 * over, which this brings about.
 */
export async function countStuck(): Promise<{ what: string; count: number }[]> {
  const counts: { what: string; count: number }[] = [];
  for (const [what, counted] of Object.entries(unfinished)) counts.push({ what, count: await countOf(counted) });
  await pool().query("update imports set created_at = created_at - interval '8 days' where status in ('staging', 'staged')");
  await sweepImports();
  counts.push({ what: "uploads that cannot be cleared away", count: await countOf("imports where status in ('staging', 'staged')") });
  return counts;
}
