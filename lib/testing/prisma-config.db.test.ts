import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type pg from "pg";
import { expect, test } from "vitest";
import { withClient } from "../../bin/lib/database.mjs";
import { root } from "../../bin/lib/paths.mjs";
import { freePort, until } from "../../bin/lib/processes.mjs";
import { temporaryDatabase } from "./database";

const database = temporaryDatabase();

const prisma = join(root, "node_modules/prisma/build/index.js");
const optionsWith = (env: Record<string, string> = {}) => ({
  cwd: root,
  env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1", ...env },
});

/** What Prisma's command line prints, and its exit code. */
function prismaSays(args: string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [prisma, ...args], optionsWith(env), (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, text: stdout + stderr });
    });
  });
}

test("`prisma migrate status` says about a running database whether it has all migrations", async () => {
  expect(await prismaSays(["migrate", "status"])).toMatchObject({
    code: 0,
    text: expect.stringContaining("Database schema is up to date"),
  });
  const last = "(select max(migration_name) from _prisma_migrations)";
  await withClient(database.url, (client: pg.Client) => client.query(`delete from _prisma_migrations where migration_name = ${last}`));
  const behind = await prismaSays(["migrate", "status"]);
  expect(behind).toMatchObject({ code: 1, text: expect.stringContaining("not yet been applied") });
});

test("Prisma's command line neither applies migrations nor hides that a database is out of reach", async () => {
  const deploying = await prismaSays(["migrate", "deploy"]);
  expect(deploying).toMatchObject({ code: 1, text: expect.stringContaining("redline migrate") });
  const elsewhere = await prismaSays(["migrate", "status"], { DATABASE_URL: "postgresql://nobody:nothing@127.0.0.1:1/none" });
  expect(elsewhere).toMatchObject({ code: 1, text: expect.stringContaining("ECONNREFUSED") });
});

test("`prisma studio` opens on a running database and shows its rows", async () => {
  const port = await freePort();
  const studio = spawn(process.execPath, [prisma, "studio", "--browser", "none", "--port", String(port)], optionsWith());
  let said = "";
  for (const stream of [studio.stdout, studio.stderr]) stream.on("data", (text) => (said += text));
  try {
    const address = `http://localhost:${port}/`;
    const answered = await until(
      () =>
        fetch(address).then(
          (page) => page.ok,
          () => false,
        ),
      60_000,
    );
    expect(answered, said).toBe(true);
    await withClient(database.url, (client: pg.Client) => client.query("insert into projects (name) values ('Seen in the studio')"));
    const query = { sql: "select name from projects", parameters: [] };
    const rows = await fetch(`${address}bff`, { method: "POST", body: JSON.stringify({ procedure: "query", query }) });
    expect(await rows.text()).toContain("Seen in the studio");
  } finally {
    // It would wait for its connections when asked to end.
    studio.kill("SIGKILL");
    await once(studio, "exit");
  }
});
