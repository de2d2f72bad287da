import type pg from "pg";
import { expect, inject, test } from "vitest";
import { statisticsVersion } from "@/lib/stats";
import { withClient } from "../../bin/lib/database.mjs";
import { applyMigrations, readMigrations } from "../../bin/lib/migrate.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

test("reports that older statistics computed are not shown any more", async () => {
  const newer = readMigrations().find(({ name }) => name.endsWith(`_reports_of_statistics_${statisticsVersion}`))?.name;
  if (newer === undefined) expect.unreachable("statistics of a new version need a migration");
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  try {
    const left = await withClient(database.url, async (client: pg.Client) => {
      await client.query("drop schema public cascade; create schema public");
      await applyMigrations(
        database.url,
        readMigrations().filter(({ name }) => name < newer),
      );
      await client.query(`insert into projects (id, name) values (gen_random_uuid(), 'p');
        insert into tasks (id, project_id, name) select gen_random_uuid(), id, 't' from projects;
        insert into stored_reports (task_id, view, data_version, body, read_at) select id, 'without', '1', '{}', now() from tasks`);
      await applyMigrations(database.url, readMigrations());
      return (
        await client.query("select (select count(*)::int from tasks) as tasks, (select count(*)::int from stored_reports) as reports")
      ).rows;
    });
    expect(left).toEqual([{ tasks: 1, reports: 0 }]);
  } finally {
    await database.drop();
  }
});
