import { execFile } from "node:child_process";
import { join } from "node:path";
import type pg from "pg";
import { expect, test } from "vitest";
import { withClient } from "../../bin/lib/database.mjs";
import { root } from "../../bin/lib/paths.mjs";
import { temporaryDatabase } from "./database";

const database = temporaryDatabase();

/** What Prisma's command line prints, and its exit code. */
function prismaSays(args: string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const command = [join(root, "node_modules/prisma/build/index.js"), ...args];
  const options = { cwd: root, env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1", ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, text: stdout + stderr });
    });
  });
}

test("`prisma migrate status` says of a running database whether it has all migrations", async () => {
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
