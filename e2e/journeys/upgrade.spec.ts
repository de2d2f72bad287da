import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type pg from "pg";
import { ensureDatabase, withClient } from "../../bin/lib/database.mjs";
import { root, temporaryFolder } from "../../bin/lib/paths.mjs";
import { openCluster, runningUrl } from "../../bin/lib/pg.mjs";
import type { Api } from "../support/api";
import { makeOldDatabase, oldVersions } from "../support/old-database";
import { adminAccount, startProduct } from "../support/server.mjs";
import { setPassword, signedInApi } from "../support/study";

/** A checkout of the next version: this one with further migrations. */
function nextVersion(migrations: Record<string, string>): string {
  const checkout = temporaryFolder("redline-next-");
  for (const name of readdirSync(root).filter((one) => ![".git", ".redline"].includes(one)))
    if (["bin", "prisma"].includes(name)) cpSync(join(root, name), join(checkout, name), { recursive: true });
    else symlinkSync(join(root, name), join(checkout, name));
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(join(checkout, "prisma/migrations", name));
    writeFileSync(join(checkout, "prisma/migrations", name, "migration.sql"), sql);
  }
  return checkout;
}

const rowsOf = (url: string, table: string): Promise<Record<string, unknown>[]> =>
  withClient(url, async (client: pg.Client) =>
    (await client.query(`select to_jsonb(t) as row from "${table}" t`)).rows.map(({ row }) => row),
  );

/** Those of the rows that the table has no more as they were. Columns, and fields in them, may have come; what a migration moved elsewhere is not compared. */
const lostOf = (url: string, table: string, rows: readonly object[]) =>
  withClient(url, async (client: pg.Client) => {
    const columns = (await client.query(`select * from "${table}" limit 0`)).fields.map(({ name }) => name);
    const lost = `select old from jsonb_array_elements($1) old where not exists (
      select from "${table}" t where to_jsonb(t) @> (select jsonb_object_agg(key, value) from jsonb_each(old) where key = any($2)))`;
    return (await client.query(lost, [JSON.stringify(rows), columns])).rows;
  });

/** What a migration changes: columns, and which migrations were applied. */
const schemaOf = (url: string) =>
  withClient(url, async (client: pg.Client) => {
    const columns = "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2";
    return [(await client.query(columns)).rows, (await client.query("select migration_name from _prisma_migrations order by 1")).rows];
  });

/** The annotator whose work the kept files hold, signed in with a new password. */
async function signInAnnotator(admin: Api, projectId: string): Promise<Api> {
  const [ann] = (await admin.call("listPeople", { params: { projectId } })).items;
  const { link } = await admin.call("resetPassword", { params: { projectId, userId: ann?.userId ?? "" } });
  return signedInApi(admin.baseURL, { email: ann?.email ?? "", password: await setPassword(admin.baseURL, link, "Ann Kept") });
}

/** Gives the first unit of an opened sample another score; returns it as it is stored. */
async function score(annotator: Api, assignmentId: string, value: number) {
  const opened = () => annotator.call("openAssignment", { params: { assignmentId } });
  const [unit] = (await opened()).units;
  const action = {
    id: randomUUID(),
    parentId: unit?.actions.at(-1)?.id ?? null,
    kind: "set-score" as const,
    score: value,
    at: new Date().toISOString(),
  };
  await annotator.call("saveActions", { params: { assignmentId }, body: { criterionId: unit?.criterionId ?? "", actions: [action] } });
  return ((await opened()).units[0]?.actions ?? []).map(({ kind, ...rest }) => ("score" in rest ? rest.score : kind));
}

for (const version of oldVersions)
  test(`a data directory of ${version} is brought up to date, people go on in it, and a next version that fails to do the same leaves it running`, async () => {
    test.setTimeout(240_000);
    const before = new Map<string, Record<string, unknown>[]>();
    const product = await startProduct({
      demo: false,
      prepare: async (dataDir) => {
        const cluster = await openCluster(join(dataDir, "postgres"), { durable: false });
        await ensureDatabase(cluster.url("postgres"), "redline");
        for (const table of await makeOldDatabase(cluster.url(), version)) before.set(table, await rowsOf(cluster.url(), table));
        await cluster.leave();
      },
    });
    const url = runningUrl(join(product.dataDir, "postgres")) ?? "";
    try {
      expect(product.output()).toContain("Database brought up to date: ");
      await expect.poll(async () => (await fetch(`${product.url}/api/health`)).status).toBe(200);
      // The first release had few tables; of later ones each has a row.
      expect(before.size).toBeGreaterThan(version === "0.1.0-first" ? 13 : 40);
      for (const [table, rows] of before) {
        expect(await lostOf(url, table, rows), table).toEqual([]);
      }
      const admin = await signedInApi(product.url, adminAccount);
      const [project] = (await admin.call("listProjects")).items;
      const projectId = project?.id ?? "";
      const [task] = (await admin.call("listTasks", { params: { projectId } })).items;
      const annotator = await signInAnnotator(admin, projectId);
      const { items: work } = await annotator.call("listAssignments", { params: { taskId: task?.id ?? "" }, query: { mine: true } });
      const assignmentId = work.find(({ status }) => status === "open")?.id ?? "";
      const ratings = async () =>
        (await admin.call("readReport", { params: { projectId }, query: { task: task?.id ?? "", excluded: "with" } })).tasks[0]?.counts
          .ratings;

      expect(await ratings()).toBe(2);
      expect((await score(annotator, assignmentId, 2)).at(-1)).toBe(2);

      await test.step("the next version names the migration that failed and ends; this one goes on", async () => {
        const checkout = nextVersion({
          "99990101000000_good": "alter table actions add column more int; update users set name = 'Changed'",
          "99990102000000_bad": "alter table actions add column most int;\nselect wrong;",
        });
        const schema = await schemaOf(url);
        const start = startProduct({ demo: false, env: { DATABASE_URL: url }, checkout });
        await expect(start).rejects.toThrow(/error: Migration 99990102000000_bad failed \(line 2\): .*The database is as it was/);
        rmSync(checkout, { recursive: true });
        expect(await schemaOf(url)).toEqual(schema);
        expect((await rowsOf(url, "users")).map(({ name }) => name)).toContain("Ann Kept");
        expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
        expect((await score(annotator, assignmentId, 5)).slice(-2)).toEqual([2, 5]);
      });
      await annotator.call("submitAssignment", { params: { assignmentId } });
      expect(await ratings()).toBe(4);
    } finally {
      await product.stop();
    }
  });
