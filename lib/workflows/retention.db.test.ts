import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { readProjectStorage } from "@/lib/db/project-storage";
import { applyRetention } from "@/lib/db/retention";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { judgedStudy } from "@/lib/testing/judged-study";
import { temporaryFolder } from "../../bin/lib/paths.mjs";
import { readInstance } from "./read-instance";
import { saveRetention } from "./save-retention";

temporaryInstance();
const folder = temporaryFolder("redline-retention-");
const before = process.env.REDLINE_DATA_DIR;
let root: Awaited<ReturnType<typeof makeAccount>>["actor"];
let projectId: string;

beforeAll(async () => {
  process.env.REDLINE_DATA_DIR = folder;
  root = (await makeAccount({ instanceAdmin: true })).actor;
  const study = await judgedStudy("http://127.0.0.1:9/v1", 1);
  ({ projectId } = study);
  await study.addJudge("m");
});
afterAll(() => {
  if (before === undefined) delete process.env.REDLINE_DATA_DIR;
  else process.env.REDLINE_DATA_DIR = before;
  rmSync(folder, { recursive: true });
});

const steps = async () => (await pool().query<{ step: string }>("select step from exchanges order by 1")).rows.map(({ step }) => step);

/** A run that ended so many days ago, with one exchange and a draft. */
async function run(step: string, status: string, days: number): Promise<string> {
  const { rows } = await pool().query<{ id: string }>(
    `insert into runs (task_id, judge_id, kind, status, protocol, prompt_version, ended_at)
     select t.id, j.id, 'criteria', $1, 'direct', '1', case when $1 in ('done', 'cancelled', 'failed') then now() - make_interval(days => $2) end
     from tasks t, judges j limit 1 returning id`,
    [status, days],
  );
  const id = rows[0]?.id ?? "";
  await pool().query(
    "insert into exchanges (run_id, step, role, request_hash, request, reply) values ($1, $2, 'judge', 'h', '{}', 'A reply.')",
    [id, step],
  );
  return id;
}

test("by default exchanges are kept for ever, and deliveries for thirty days", async () => {
  expect((await readInstance(root)).retention).toEqual({ exchanges: null, deliveries: 30, logs: null });
  await run("old", "done", 4000);
  expect(await applyRetention()).toEqual({ exchanges: 0, deliveries: 0, logs: 0 });
  expect(await steps()).toEqual(["old"]);
});

test("a rule deletes exchanges of runs that ended before it, and nothing of work, drafts, watches or runs under way", async () => {
  await run("cancelled", "cancelled", 91);
  await run("lately", "done", 89);
  await run("paused", "paused", 200);
  const watched = await run("watched", "done", 200);
  await pool().query(
    `with w as (insert into judge_watches (task_id, judge_id, criteria_set_id, every_hours, repeats, looks, seed)
       select r.task_id, r.judge_id, (select id from criteria_sets limit 1), 24, 1, 2, 1 from runs r where r.id = $1 returning id)
     insert into judge_watch_asks (watch_id, number, run_id) select id, 1, $1 from w`,
    [watched],
  );
  const failed = async (step: string, days: number) =>
    pool().query(
      `insert into run_units (run_id, sample_id, criterion_id, status, raw_reply)
       select $1, (select id from samples limit 1), (select id from criteria limit 1), 'failed', $2`,
      [await run(step, "failed", days), `Reply of ${step}`],
    );
  await failed("unread", 92);
  await failed("unread lately", 88);
  const tables = ["drafts", "actions", "evaluations", "assignments", "audit_events", "runs", "frozen_reports", "samples"];
  const counts = async () =>
    (await pool().query(`select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(", ")}`)).rows[0];
  await saveRetention(root, { exchanges: 90, deliveries: 30, logs: null });
  const kept = await counts();
  expect(await applyRetention()).toMatchObject({ exchanges: 3 });
  expect(await steps()).toEqual(["lately", "paused", "unread lately", "watched"]);
  const { rows: replies } = await pool().query("select raw_reply from run_units where status = 'failed' order by 1");
  expect(replies).toEqual([{ raw_reply: "Reply of unread lately" }, { raw_reply: null }]);
  await pool().query("delete from exchanges where step = 'unread lately'");
  expect(await counts()).toEqual(kept);
});

test("deliveries that wait for another attempt stay; log files that are written to stay", async () => {
  await pool().query(
    "insert into webhooks (project_id, url, secret, events, watched_from, watched_until, report_version) values ($1, 'https://example.org', 'x', '{}', now(), now(), '')",
    [projectId],
  );
  await pool().query(
    `insert into webhook_deliveries (webhook_id, event, key, payload, status, created_at)
     select id, 'ping', s || d, '{}', s, now() - make_interval(days => d) from webhooks, unnest(array['delivered', 'pending', 'failed']) s, unnest(array[6, 8]) d`,
  );
  mkdirSync(join(folder, "logs"));
  for (const name of ["web.log", "web.log.old", "worker.log.old"]) writeFileSync(join(folder, "logs", name), "");
  const longAgo = Date.now() / 1000 - 8 * 86_400;
  for (const name of ["web.log", "web.log.old"]) utimesSync(join(folder, "logs", name), longAgo, longAgo);
  await saveRetention(root, { exchanges: null, deliveries: 7, logs: 7 });
  expect(await applyRetention()).toEqual({ exchanges: 0, deliveries: 2, logs: 1 });
  expect((await pool().query("select key from webhook_deliveries order by 1")).rows.map(({ key }) => key)).toEqual([
    "delivered6",
    "failed6",
    "pending6",
    "pending8",
  ]);
  expect(["web.log", "web.log.old", "worker.log.old"].map((name) => existsSync(join(folder, "logs", name)))).toEqual([true, false, true]);
});

test("who changed a rule, from what to what, is in the audit log; nobody else may", async () => {
  const { rows } = await pool().query(
    "select verb, details from audit_events where target_kind = 'instance' order by at desc, id desc limit 1",
  );
  expect(rows[0]).toEqual({
    verb: "retention.set",
    details: { before: { exchanges: 90, deliveries: 30, logs: null }, after: { exchanges: null, deliveries: 7, logs: 7 } },
  });
  const { actor } = await makeAccount({ roles: { [projectId]: "admin" } });
  await expect(saveRetention(actor, { exchanges: 1, deliveries: 1, logs: 1 })).rejects.toMatchObject({ code: "forbidden" });
  await expect(readInstance(actor)).rejects.toMatchObject({ code: "forbidden" });
});

test("the page has the figures of /metrics, what each project takes, and slow statements where the database collects them", async () => {
  const { printInstanceMetrics } = await import("@/lib/http/print-instance-metrics");
  const { figures, projects, slowStatements } = await readInstance(root);
  const names = [...new Set(figures.map(({ name }) => name))];
  const printed = await printInstanceMetrics();
  expect(names.filter((name) => !printed.includes(`# TYPE ${name} `))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["redline_workers", "redline_database_bytes", "redline_database_connections"]));
  expect(slowStatements).toBeNull();
  expect(projects).not.toBeNull();
  // They are measured at most every ten minutes.
  expect(await readProjectStorage()).toBe(projects);
  const later = await readProjectStorage(0);
  const project = later?.find((one) => one.projectId === projectId);
  expect(project?.samplesBytes).toBeGreaterThan(20);
  // Three exchanges of "{}" and "A reply.", with the length that each column stores.
  expect(project?.exchangesBytes).toBe(3 * (3 + 9));
  expect(project?.draftsBytes).toBe(0);
  await pool().query(
    `create table pg_stat_statements as select (select oid from pg_database where datname = current_database()) as dbid, q as query, 2 as calls,
       5.5::float8 as mean_exec_time, t::float8 as total_exec_time
     from (values ('select  $1', 11), ('alter role x password ''secret''', 99), ('insert into y values ($1)', 12)) v(q, t)`,
  );
  expect((await readInstance(root)).slowStatements).toEqual([
    { statement: "insert into y values ($1)", calls: 2, meanMs: 5.5, totalMs: 12 },
    { statement: "select $1", calls: 2, meanMs: 5.5, totalMs: 11 },
  ]);
  await pool().query("drop table pg_stat_statements");
});
