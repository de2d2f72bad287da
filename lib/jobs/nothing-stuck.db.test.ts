import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { freeJobsOf } from "@/lib/db/workers";
import { temporaryDatabase } from "@/lib/testing/database";
import { judgedStudy } from "@/lib/testing/judged-study";
import { countStuck } from "@/lib/testing/nothing-stuck";
import { startWorker } from "./start-worker";

temporaryDatabase();
let projectId = "";
let taskId = "";
let runId = "";

beforeAll(async () => {
  // Its first start makes the queue's tables.
  await (await startWorker()).stop();
  const study = await judgedStudy("http://127.0.0.1:9/v1", 2);
  ({ projectId, taskId } = study);
  runId = (await study.start((await study.addJudge("m")).id)).id;
  await pool().query("update runs set status = 'done' where id = $1", [runId]);
  await pool().query("update run_units set status = 'done' where run_id = $1", [runId]);
});

const fallenShort = async () => (await countStuck()).filter(({ count }) => count > 0);
const one = (what: string) => [{ what, count: 1 }];

test("after a torture nothing may be left in any unfinished state", async () => {
  expect(await fallenShort()).toEqual([]);
  const put = async (sql: string, values: unknown[] = []) => {
    await pool().query(sql, values);
    return fallenShort();
  };
  for (const status of ["queued", "running", "paused"])
    expect(await put("update runs set status = $1", [status])).toEqual(one("unfinished runs"));
  await pool().query("update runs set status = 'done'");
  expect(await put("update run_units set status = 'pending' where ctid = (select min(ctid) from run_units)")).toEqual(
    one("units to do in runs that have ended"),
  );
  await pool().query("update run_units set status = 'done'");

  await pool().query("insert into imports (project_id, format, file_name, status) values ($1, 'csv', 'a.csv', 'running')", [projectId]);
  expect(await fallenShort()).toEqual(one("imports that are still being written"));
  for (const status of ["staging", "staged"]) {
    await pool().query("update imports set status = $1", [status]);
    expect(await fallenShort()).toEqual([]);
    await pool().query("insert into imports (project_id, format, file_name, status) values ($1, 'csv', 'a.csv', $2)", [projectId, status]);
    const client = await pool().connect();
    // A process that still holds the upload keeps it from being cleared away.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended(id::text, 7)) from imports");
    expect(await fallenShort()).toEqual(one("uploads that cannot be cleared away"));
    await client.query("rollback");
    client.release();
  }
  await pool().query("delete from imports");

  const made =
    "insert into prepared_exports (project_id, format, excluded, status, created_by_id) values ($1, 'jsonl', 'with', $2, 'x') returning id";
  for (const status of ["waiting", "running"]) {
    expect(await put(made, [projectId, status])).toEqual(one("exports that are still being written"));
    await pool().query("delete from prepared_exports");
  }
  const { rows } = await pool().query<{ id: string }>(made, [projectId, "failed"]);
  expect(await put("insert into prepared_export_chunks (export_id, seq, bytes) values ($1, 0, 'x')", [rows[0]?.id])).toEqual(
    one("parts of exports that failed"),
  );
  await pool().query("delete from prepared_exports");

  for (const status of ["open", "discussing"]) {
    expect(
      await put("insert into criteria_rounds (task_id, number, status, collected_at, items) values ($1, 1, $2, now(), '[]')", [
        taskId,
        status,
      ]),
    ).toEqual(one("panel rounds that are not closed"));
    await pool().query("delete from criteria_rounds");
  }

  await pool().query("insert into servers (address) values ('http://127.0.0.1:9')");
  const lease = "insert into server_leases (address, expires_at) values ('http://127.0.0.1:9', now() + interval '1 minute')";
  expect(await put(lease)).toEqual(one("leases of model servers in force"));
  await pool().query("delete from server_leases");

  // Starting the run queued jobs that nobody is there to do.
  await pool().query("delete from graphile_worker._private_jobs");
  const job = "select graphile_worker.add_job('export', '{}'::json, run_at => now() - interval '2 minutes')";
  expect(await put(job)).toEqual(one("jobs that have been due for a minute"));
  expect(await put("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead'")).toEqual(
    one("jobs that a dead worker holds"),
  );
  const failed = "update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = max_attempts";
  expect(await put(failed)).toEqual(one("jobs that have failed for good"));
});

test("a job that was queued again while somebody held it who died is not left behind", async () => {
  await pool().query("delete from graphile_worker._private_jobs");
  const queue = () => pool().query("select graphile_worker.add_job('export', '{}'::json, job_key => 'export:1')");
  await queue();
  await pool().query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1");
  await queue();
  await freeJobsOf(["dead"]);
  const left = await pool().query("select key, attempts, locked_by from graphile_worker._private_jobs");
  expect(left.rows).toEqual([{ key: "export:1", attempts: 0, locked_by: null }]);
});
