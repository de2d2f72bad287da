import { beforeAll, expect, test } from "vitest";
import { GET as health } from "@/app/api/health/route";
import { POST as createProject } from "@/app/api/v1/projects/route";
import { pool } from "@/lib/db/client";
import { recoverFromClockSetBack } from "@/lib/db/clock-set-back";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { judgedStudy } from "@/lib/testing/judged-study";
import { ensureQueue } from "./start-worker";

temporaryInstance();
beforeAll(ensureQueue);

const readHealth = async () => (await health(new Request("http://127.0.0.1:3000/api/health"))).json();
const one = async <T>(statement: string): Promise<T> => Object.values((await pool().query(statement)).rows[0] ?? {})[0] as T;
const beat = (id: string, ahead: string) =>
  pool().query("insert into worker_heartbeats (id, beat_at) values ($1, now() + $2::interval)", [id, ahead]);
const minutesUntil = (column: string, from: string) =>
  one<number>(`select (extract(epoch from max(${column}) - now()) / 60)::int from ${from}`);

test("after the clock was set back by a day, jobs and deliveries are due now and no lease is a day too long", async () => {
  const { projectId, taskId } = await judgedStudy("http://127.0.0.1:9/v1", 1);
  await pool().query("select graphile_worker.add_job('draft-judge', '{}'::json, run_at := now() + interval '1 day')");
  await pool().query("update graphile_worker._private_jobs set created_at = now() + interval '1 day'");
  await pool().query("select graphile_worker.add_job('deliver-webhook', '{}'::json, run_at := now() + interval '3 hours')");
  await pool().query("insert into servers (address, blocked_until) values ('http://127.0.0.1:9/v1', now() + interval '1 day')");
  const annotator = await one<string>(`insert into annotators (project_id, name) values ('${projectId}', 'Ann') returning id`);
  await pool().query(
    `insert into assignments (task_id, sample_id, annotator_id, arm, status, slot, leased_until, criteria_set_id)
     select $1, s.id, $2, 'drafted', 'open', 0, now() + interval '1 day', (select id from criteria_sets where task_id = $1 limit 1) from samples s where s.task_id = $1 limit 1`,
    [taskId, annotator],
  );
  await beat("here", "1 second");
  expect(await recoverFromClockSetBack()).toBe(false);
  expect(await minutesUntil("run_at", "graphile_worker._private_jobs")).toBe(1440);
  await beat("gone", "1 day");
  expect(await recoverFromClockSetBack()).toBe(true);
  // The one that is due in three hours by today's clock keeps its time.
  expect(await minutesUntil("run_at", "graphile_worker._private_jobs")).toBe(180);
  expect(await one("select count(*)::int from graphile_worker._private_jobs where run_at <= now()")).toBe(1);
  expect(await one("select blocked_until from servers")).toBeNull();
  const lease = await one<number>(`select lease_minutes from tasks where id = '${taskId}'`);
  expect(await minutesUntil("leased_until", "assignments")).toBe(lease);
  expect(await recoverFromClockSetBack()).toBe(false);
});

test("a worker that died before the clock was set back does not count as alive for a day", async () => {
  await pool().query("delete from worker_heartbeats");
  await beat("here", "0 seconds");
  expect(await readHealth()).toMatchObject({ status: "ok", worker: "ok" });
  await pool().query("update worker_heartbeats set beat_at = now() + interval '1 day'");
  expect((await readHealth()).worker).toBe("no worker has started yet");
  await pool().query("update worker_heartbeats set beat_at = now() - interval '1 day'");
  expect((await readHealth()).worker).toBe("no heartbeat for 86400 s");
});

test("with this machine's clock a day off in either direction, health says so, and writes are kept and repeated as ever", async () => {
  await pool().query("delete from worker_heartbeats");
  await beat("here", "0 seconds");
  const headers = { ...(await keyHeaders(await makeAccount({ instanceAdmin: true }))), "content-type": "application/json" };
  const { now } = Date;
  const body = (name: string) => ({ method: "POST", body: JSON.stringify({ name }) });
  for (const days of [1, -1]) {
    Date.now = () => now() + days * 86_400_000;
    try {
      expect(await readHealth()).toMatchObject({ status: "ok" });
      const ask = () =>
        createProject(
          new Request("http://127.0.0.1:3000/api/v1/projects", {
            ...body(`Off by ${days}`),
            headers: { ...headers, "idempotency-key": `off${days}` },
          }),
          { params: Promise.resolve({}) },
        );
      const first = await ask();
      expect(first.status).toBe(200);
      expect(await (await ask()).text()).toBe(await first.text());
    } finally {
      Date.now = now;
    }
  }
});
