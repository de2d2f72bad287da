import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { getPriority } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { readLock } from "../../bin/lib/lock.mjs";
import { createTemporaryDatabase, startTemporaryCluster } from "../../bin/lib/temporary-cluster.mjs";
import { openGate } from "../support/gate";
import { adminAccount, startProduct } from "../support/server.mjs";
import { invite, makeStudy, signedInApi } from "../support/study";
import { expect, signIn, test } from "../support/test";
import { WorkspaceScreen } from "../support/workspace";

const awayMs = 30_000;
/** All must be well again this soon after the database is back. */
const recoveryMs = 5_000;

const health = async (url: string) => {
  const reply = await fetch(`${url}/api/health`);
  const { database, worker } = (await reply.json()) as { database: string; worker: string };
  return { status: reply.status, database, worker };
};

/** Milliseconds until the check holds, asked often. */
async function timeUntil(check: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await check().catch(() => false))) {
    if (performance.now() - begun > 60_000) return Number.POSITIVE_INFINITY;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return performance.now() - begun;
}

const isSaved = async (page: Page) => (await page.locator("[data-save-state]").textContent()) === "Saved";

test("the database away for 30 s, silent for as long, full, and out of connections: pages and health say so, and all goes on by itself", async ({
  page,
  browser,
  standIn,
}) => {
  test.setTimeout(300_000);
  const cluster = await startTemporaryCluster();
  const database = await createTemporaryDatabase(cluster.adminUrl);
  const { hostname, port } = new URL(database.url);
  const gate = await openGate({ host: hostname, port: Number(port) });
  const through = new URL(database.url);
  through.hostname = "127.0.0.1";
  through.port = String(gate.port);
  const product = await startProduct({ demo: false, env: { DATABASE_URL: through.href } });
  const beside = async (statement: string) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const beats = async () =>
    Number(
      (await beside("select count(*) from worker_heartbeats where id <> 'write-probe' and beat_at > now() - interval '3 seconds'")).rows[0]
        .count,
    );
  try {
    const api = await signedInApi(product.url, adminAccount);
    const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1 });
    const account = await invite(api, study.projectId, "annotator");
    await signIn(page, product.url, account);
    await page.goto(`${product.url}/projects/${study.projectId}/annotate`);
    await page.getByRole("button", { name: `Start: ${study.taskName}` }).click();
    const screen = new WorkspaceScreen(page);
    await screen.ready();
    await expect(screen.line("Conclusion")).toBeFocused();
    const reader = await (await browser.newContext()).newPage();
    await signIn(reader, product.url, adminAccount);
    await reader.goto(`${product.url}/projects`);
    await expect(reader.getByRole("link", { name: study.projectName, exact: true })).toBeVisible();

    /** Everything goes on by itself, soon: health, worker, the waiting save and the failed page. */
    const allIsWell = async (after: string) => {
      const link = reader.getByRole("link", { name: study.projectName, exact: true });
      const times = await Promise.all([
        timeUntil(async () => (await health(product.url)).database === "ok"),
        timeUntil(async () => (await beats()) > 0),
        timeUntil(() => isSaved(page)),
        timeUntil(() => link.isVisible()),
      ]);
      console.log(`${after}: ms until health, worker, save, page: ${times.map(Math.round).join(", ")}`);
      expect(Math.max(...times)).toBeLessThan(recoveryMs);
    };

    await test.step("away", async () => {
      gate.shut();
      await expect.poll(async () => (await health(product.url)).database, { timeout: 10_000 }).toBe("it is not answering");
      expect((await health(product.url)).status).toBe(503);
      await page.keyboard.press("4");
      await expect(page.locator("[data-save-state]")).toHaveText("Waiting");
      await reader.reload();
      await expect(reader.getByText("The database is not answering.")).toBeVisible({ timeout: 20_000 });
      await page.waitForTimeout(awayMs);
      expect((await health(product.url)).status).toBe(503);
      gate.open();
      await allIsWell("away");
      expect((await health(product.url)).status).toBe(200);
    });

    await test.step("silent", async () => {
      gate.freeze();
      await expect.poll(async () => (await health(product.url)).status, { timeout: 15_000 }).toBe(503);
      await page.keyboard.press("3");
      await expect(page.locator("[data-save-state]")).toHaveText("Waiting", { timeout: 20_000 });
      await reader.reload();
      await expect(reader.getByText("The database is not answering.")).toBeVisible({ timeout: 30_000 });
      await page.waitForTimeout(awayMs);
      gate.open();
      await allIsWell("silent");
    });

    await test.step("full", async () => {
      await beside(`create function full_disk() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger full_disk before insert on actions execute function full_disk();
        create trigger full_disk before insert or update on worker_heartbeats execute function full_disk()`);
      await page.keyboard.press("5");
      await expect(page.locator("[data-save-state]")).toHaveText("Waiting");
      await expect
        .poll(async () => (await health(product.url)).database, { timeout: 10_000 })
        .toBe("cannot be written to: its disk is full");
      // What is there can still be read.
      await reader.reload();
      await expect(reader.getByRole("link", { name: study.projectName, exact: true })).toBeVisible();
      await beside("drop trigger full_disk on actions; drop trigger full_disk on worker_heartbeats");
      const times = await Promise.all([
        timeUntil(async () => (await health(product.url)).database === "ok"),
        timeUntil(() => isSaved(page)),
        timeUntil(async () => (await beats()) > 0),
      ]);
      console.log(`full: ms until health, save, worker: ${times.map(Math.round).join(", ")}`);
      expect(Math.max(...times)).toBeLessThan(recoveryMs);
    });

    await test.step("out of connections", async () => {
      // The product's role is a superuser here, whom limits of roles and databases do not hold; so every connection is taken.
      const taken: pg.Client[] = [];
      const end =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'hoarder'";
      const hoard = async () => {
        for (;;) {
          const client = new pg.Client({ connectionString: database.url, application_name: "hoarder" });
          client.on("error", () => undefined);
          try {
            await client.connect();
            taken.push(client);
          } catch {
            return;
          }
        }
      };
      await hoard();
      await taken[0]?.query(end);
      await hoard();
      await expect.poll(async () => (await health(product.url)).database, { timeout: 20_000 }).toBe("too many connections");
      await page.keyboard.press("2");
      await expect(page.locator("[data-save-state]")).toHaveText("Waiting");
      await Promise.all(taken.map((client) => client.end()));
      const times = await Promise.all([
        timeUntil(async () => (await health(product.url)).database === "ok"),
        timeUntil(() => isSaved(page)),
        timeUntil(async () => (await beats()) > 0),
      ]);
      console.log(`out of connections: ms until health, save, worker: ${times.map(Math.round).join(", ")}`);
      expect(Math.max(...times)).toBeLessThan(recoveryMs);
    });
    // Every score that was given meanwhile is there, once.
    expect(
      (await beside("select score from actions where kind = 'set-score' order by seq")).rows.map(({ score }) => Number(score)),
    ).toEqual([4, 3, 5, 2]);
  } finally {
    await product.stop();
    gate.close();
    await database.drop();
    await cluster.stop();
  }
});

test("PostgreSQL is killed and another program takes its port: pages and worker follow it to another one", async () => {
  test.setTimeout(240_000);
  const product = await startProduct({ demo: false });
  const postmaster = () => readFileSync(join(product.dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n");
  const [pid, , , port] = postmaster();
  const other = createServer((socket) => socket.destroy());
  const takesPort = () =>
    new Promise<boolean>((resolve) => {
      other.once("error", () => resolve(false));
      other.listen({ port: Number(port), host: "127.0.0.1" }, () => resolve(true));
    });
  try {
    process.kill(Number(pid), "SIGKILL");
    // The product looks once a second whether it still runs.
    await expect.poll(takesPort, { timeout: 5000, intervals: [5] }).toBe(true);
    await expect.poll(async () => (await health(product.url).catch(() => null))?.status, { timeout: 120_000 }).toBe(200);
    expect(postmaster()[3]).not.toBe(port);
  } finally {
    other.close();
    await product.stop();
  }
});

test("the web process is killed again and again while a save waits: once it answers, the save is sent at once", async ({
  page,
  standIn,
}) => {
  test.setTimeout(240_000);
  const product = await startProduct({ demo: false });
  const pids = () =>
    (readLock(join(product.dataDir, "server.lock")) as { note: { children: { pid: number }[] } }).note.children.map(({ pid }) => pid);
  const webPid = () => pids()[0] ?? 0;
  try {
    const [web, worker] = pids();
    expect(getPriority(worker), "the worker gives way to the pages").toBeGreaterThan(getPriority(web));
    const api = await signedInApi(product.url, adminAccount);
    const study = await makeStudy(api, { draftedBy: standIn.url, samples: 1 });
    await signIn(page, product.url, await invite(api, study.projectId, "annotator"));
    await page.goto(`${product.url}/projects/${study.projectId}/annotate`);
    await page.getByRole("button", { name: `Start: ${study.taskName}` }).click();
    const screen = new WorkspaceScreen(page);
    await screen.ready();
    await expect(screen.line("Conclusion")).toBeFocused();
    const first = webPid();
    process.kill(first, "SIGKILL");
    await page.keyboard.press("4");
    await expect(page.locator("[data-save-state]")).toHaveText("Waiting");
    // So long that the page's own attempts are many seconds apart.
    const killed = [first];
    while (killed.length < 5) {
      await expect.poll(webPid, { timeout: 30_000, intervals: [50] }).not.toBe(killed.at(-1));
      killed.push(webPid());
      process.kill(killed.at(-1) ?? 0, "SIGKILL");
    }
    expect(await timeUntil(async () => (await health(product.url)).database === "ok")).toBeLessThan(60_000);
    const ms = await timeUntil(() => isSaved(page));
    console.log(`killed ${killed.length} times: ms from the first reply until the save: ${Math.round(ms)}`);
    expect(ms).toBeLessThan(recoveryMs);
  } finally {
    await product.stop();
  }
});
