import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countStatements, withClient } from "../../bin/lib/database.mjs";
import { temporaryFolder } from "../../bin/lib/paths.mjs";
import { openCluster, runningUrl } from "../../bin/lib/pg.mjs";
import { isAlive, until } from "../../bin/lib/processes.mjs";

const pgModule = new URL("../../bin/lib/pg.mjs", import.meta.url).href;

let folder = "";
beforeEach(() => {
  folder = temporaryFolder("redline-cluster-");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openCluster(join(folder, "pg"), { durable: false });
const run = (url: string, sql: string) => withClient(url, async (client: pg.Client) => (await client.query(sql)).rows);

/** Another process that uses the cluster until it is killed. */
async function otherUser(): Promise<ChildProcess> {
  const script = `import { openCluster } from ${JSON.stringify(pgModule)};
    await openCluster(${JSON.stringify(join(folder, "pg"))}, { durable: false });
    console.log("open"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

const stopped = () => until(() => runningUrl(join(folder, "pg"), "postgres") === null, 10_000);

test("a cluster stays up until its last user leaves", async () => {
  const [one, two] = await Promise.all([open(), open()]);
  expect(one.port).toBe(two.port);
  await one.leave();
  expect(await run(two.url("postgres"), "select 1 as n")).toEqual([{ n: 1 }]);
  await two.leave();
  expect(two.isRunning()).toBe(false);
});

test("a user that is killed leaves too, and nothing stays behind", async () => {
  const cluster = await open();
  const other = await otherUser();
  await cluster.leave();
  expect(cluster.isRunning()).toBe(true);
  other.kill("SIGKILL");
  expect(await stopped()).toBe(true);
  expect(await until(() => !cluster.isRunning(), 5_000)).toBe(true);
});

test("what was committed is there after PostgreSQL was killed, at the same port", async () => {
  const first = await openCluster(join(folder, "pg"));
  await run(first.url("postgres"), "create table kept (n int); insert into kept values (7)");
  const [row] = await run(first.url("postgres"), "select pg_read_file('postmaster.pid') as file");
  const pid = Number(String(row?.file).split("\n")[0]);
  process.kill(pid, "SIGKILL");
  expect(await until(() => !isAlive(pid), 5_000)).toBe(true);
  await first.revive();
  expect(await run(first.url("postgres"), "select n from kept")).toEqual([{ n: 7 }]);
  // One by one, making sure of a thousand files takes seconds, or minutes on a busy disk.
  const [{ recovery_init_sync_method: made }] = await run(first.url("postgres"), "show recovery_init_sync_method");
  expect(made).toBe(process.platform === "linux" ? "syncfs" : "fsync");
  const { port } = first;
  await first.leave();
  const second = await openCluster(join(folder, "pg"));
  expect(second.port).toBe(port);
  await second.leave();
});

test("the product's own server counts statements without their values, unless its settings name other libraries", async () => {
  const first = await openCluster(join(folder, "pg"));
  const url = first.url("postgres");
  await countStatements(url);
  await countStatements(url);
  await run(url, "select 'a text of a person' as said");
  await run(url, "create role somebody password 'a password'");
  const counted = await run(url, "select query from pg_stat_statements where query like '%select%said%' or query ilike '%password%'");
  expect(counted.map(({ query }: { query: string }) => query)).toEqual(["select $1 as said"]);
  await first.leave();
  appendFileSync(join(folder, "pg/data/postgresql.auto.conf"), "shared_preload_libraries = 'auto_explain'\n");
  const second = await openCluster(join(folder, "pg"));
  expect(await run(second.url("postgres"), "show shared_preload_libraries")).toEqual([{ shared_preload_libraries: "auto_explain" }]);
  await countStatements(second.url("template1"));
  expect(await run(second.url("template1"), "select 1 from pg_extension where extname = 'pg_stat_statements'")).toEqual([]);
  await second.leave();
});

test("a lock file left by a dead server whose pid is somebody else's now does not stop the start", async () => {
  const first = await open();
  await first.leave();
  writeFileSync(join(folder, "pg/data/postmaster.pid"), `${process.pid}\n${join(folder, "pg/data")}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`);
  const second = await open();
  expect(await run(second.url("postgres"), "select 1 as n")).toEqual([{ n: 1 }]);
  await second.leave();
});

test("the server answers nobody without its password", async () => {
  const cluster = await open();
  const wrong = new URL(cluster.url("postgres"));
  wrong.password = "wrong";
  await expect(run(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  await cluster.leave();
});
