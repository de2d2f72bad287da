import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { POST as createProject } from "@/app/api/v1/projects/route";
import { pool } from "@/lib/db/client";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";

temporaryInstance();
const root = resolve(import.meta.dirname, "../..");
const url = "http://127.0.0.1:3000/api/v1/projects";

/** Sends a request to a route's handler in a process of its own, as the web process would. */
const inOwnProcess = (headers: Record<string, string>, body: string) =>
  spawn(
    process.execPath,
    [
      ...["--import", "tsx", "--conditions=react-server", "--input-type=module", "-e"],
      `const { POST } = await import("${root}/app/api/v1/projects/route.ts");
       await POST(new Request(${JSON.stringify(url)}, { method: "POST", headers: ${JSON.stringify(headers)}, body: ${JSON.stringify(body)} }), { params: Promise.resolve({}) });`,
    ],
    { cwd: root, env: { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "silent" }, stdio: ["ignore", "ignore", "inherit"] },
  );

const projects = async (name: string) => (await pool().query("select 1 from projects where name = $1", [name])).rowCount;

/** Makes a statement on the table of replies wait until its process is dead. */
const stallOn = (when: string) =>
  pool().query(`create or replace function stall() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
    drop trigger if exists stall on idempotent_replies;
    create trigger stall before update on idempotent_replies for each row when (${when}) execute function stall()`);

/** Runs a request, kills its process while it waits there, and repeats it. */
async function killedAt(when: string, name: string) {
  const headers = {
    ...(await keyHeaders(await makeAccount({ instanceAdmin: true }))),
    "content-type": "application/json",
    "idempotency-key": name,
  };
  const body = JSON.stringify({ name });
  await stallOn(when);
  const child = inOwnProcess(headers, body);
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await vi.waitFor(async () => expect((await pool().query(waiting)).rowCount).toBe(1), { timeout: 30_000, interval: 50 });
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await pool().query(`select pg_terminate_backend(pid) from (${waiting}) w`);
  await vi.waitFor(async () => expect((await pool().query(waiting)).rowCount).toBe(0), { timeout: 5000, interval: 20 });
  await pool().query("drop trigger stall on idempotent_replies");
  return createProject(new Request(url, { method: "POST", headers, body }), { params: Promise.resolve({}) });
}

test("killed after the commit and before the reply is stored: a repeat gets the first reply, and the work is there once", async () => {
  const repeated = await killedAt("new.status = 200", "Committed");
  expect(repeated.status).toBe(200);
  expect(repeated.headers.get("idempotency-replayed")).toBe("true");
  const { rows } = await pool().query("select id from projects where name = 'Committed'");
  expect(rows).toHaveLength(1);
  expect(await repeated.json()).toMatchObject({ id: rows[0]?.id, name: "Committed", role: "admin" });
});

test("killed before the commit: nothing is there, and a repeat does the work", async () => {
  const repeated = await killedAt("new.status = 1", "Uncommitted");
  expect(repeated.status).toBe(200);
  expect(await projects("Uncommitted")).toBe(1);
});
