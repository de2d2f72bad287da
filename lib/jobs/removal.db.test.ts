import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { pool } from "@/lib/db/client";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { dangling } from "@/lib/testing/dangling";
import { largeStudy } from "@/lib/testing/large-study";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { deleteProject } from "@/lib/workflows/delete-project";
import { prepareExport } from "@/lib/workflows/prepare-export";

temporaryInstance();

const root = resolve(import.meta.dirname, "../..");
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** The worker in a separate process, as `npm start` starts it. */
function spawnWorker(): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=react-server", "lib/jobs/worker.ts"], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return child;
}

const count = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);
const patience = { timeout: 60_000, interval: 20 };

test("a worker removes what was deleted while it does its other jobs, and the next one goes on where it was killed", {
  timeout: 200_000,
}, async () => {
  const { projectId, taskId } = await largeStudy();
  const samples = () => count("select count(*) as n from samples where task_id = $1", [taskId]);
  const other = await loadSmallStudy(smallBundle(2));
  const { actor } = await makeAccount({ roles: { [other.projectId]: "admin" } });
  const { rows } = await pool().query<{ name: string }>("select name from projects where id = $1", [projectId]);
  await deleteProject(instanceAdmin, { projectId, confirmName: rows[0]?.name ?? "" });
  const held = await pool().connect();
  try {
    // The second part has to wait for it.
    await held.query("begin");
    await held.query("select 1 from samples where task_id = $1 order by position desc limit 1 for update", [taskId]);
    const worker = spawnWorker();
    await vi.waitFor(async () => expect(await samples()).toBe(1000), patience);
    const { id } = await prepareExport(actor, { projectId: other.projectId, format: "csv", excluded: "with" });
    const prepared = () => count("select count(*) as n from prepared_exports where id = $1 and status = 'done'", [id]);
    await vi.waitFor(async () => expect(await prepared()).toBe(1), patience);
    const waits = "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await vi.waitFor(async () => expect(await count(waits)).toBe(1), patience);
    const ended = once(worker, "exit");
    worker.kill("SIGKILL");
    await ended;
    expect([await samples(), await dangling()]).toEqual([1000, []]);
  } finally {
    await held.query("rollback");
    held.release();
  }
  spawnWorker();
  await vi.waitFor(async () => expect(await count("select count(*) as n from projects where id = $1", [projectId])).toBe(0), patience);
  expect(await dangling()).toEqual([]);
  const left =
    "select count(*) as n from samples s join tasks t on t.id = s.task_id join drafts d on d.sample_id = s.id where t.project_id = $1";
  expect([await count("select count(*) as n from samples"), await count(left, [other.projectId])]).toEqual([2, 4]);
});
