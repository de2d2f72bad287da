import type pg from "pg";
import { expect, inject, test } from "vitest";
import { statisticsVersion } from "@/lib/stats";
import { withClient } from "../../bin/lib/database.mjs";
import { applyMigrations, readMigrations } from "../../bin/lib/migrate.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

/** The rows that `query` finds once a database that `fill` wrote in before the migration of this name has gone through it and all later ones. */
async function migrated(suffix: string, { fill, query }: { fill: string; query: string }): Promise<unknown[]> {
  const first = readMigrations().find(({ name }) => name.endsWith(suffix))?.name;
  if (first === undefined) expect.unreachable(`there is no migration ${suffix}`);
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  try {
    return await withClient(database.url, async (client: pg.Client) => {
      await client.query("drop schema public cascade; create schema public");
      await applyMigrations(
        database.url,
        readMigrations().filter(({ name }) => name < first),
      );
      await client.query(fill);
      await applyMigrations(database.url, readMigrations());
      return (await client.query(query)).rows;
    });
  } finally {
    await database.drop();
  }
}

const task = `insert into projects (id, name) values (gen_random_uuid(), 'p');
  insert into tasks (id, project_id, name) select gen_random_uuid(), id, 't' from projects;`;

test("reports that older statistics computed are not shown any more", async () => {
  const left = await migrated(`_reports_of_statistics_${statisticsVersion}`, {
    fill: `${task} insert into stored_reports (task_id, view, data_version, body, read_at) select id, 'without', '1', '{}', now() from tasks`,
    query: "select (select count(*)::int from tasks) as tasks, (select count(*)::int from stored_reports) as reports",
  });
  expect(left).toEqual([{ tasks: 1, reports: 0 }]);
});

test("plans of earlier versions draw their samples with equal chances", async () => {
  const plans = await migrated("_plan_draws", {
    fill: `${task} insert into study_plans (task_id, version, content) select id, 1, '{"samples": 7}' from tasks`,
    query: "select content, chances from study_plans",
  });
  expect(plans).toEqual([{ content: { samples: 7, draw: "equal" }, chances: null }]);
});

test("messages of earlier versions keep their own words, without what a model's address had sent", async () => {
  const messages: [before: string, after: string][] = [
    ["h answered 500 (inner (secret).\nmore). Tried 3 times.", "h answered 500. Tried 3 times."],
    ["Score: h is busy: it answered 503 (inner).", "Score: h is busy: it answered 503."],
    ["The credits of this key at h are used up (inner).", "The credits of this key at h are used up."],
    [
      "None. Asked again: The question is longer than the model accepts (inner).",
      "None. Asked again: The question is longer than the model accepts.",
    ],
    ["h refuses the key (inner).", "h refuses the key."],
    ['h has no model "m", or the base URL is wrong (inner).', 'h has no model "m", or the base URL is wrong.'],
    ["h limits the rate of requests (inner). Tried 2 times.", "h limits the rate of requests. Tried 2 times."],
    ["The content filter of h blocked the question (inner).", "The content filter of h blocked the question."],
    ["The endpoint answered 200 with an error: inner. Tried 4 times.", "The endpoint answered 200 with an error."],
    ["The endpoint broke off its answer: inner.", "The endpoint broke off its answer."],
    ["The reply holds no score (of 1 to 5).", "The reply holds no score (of 1 to 5)."],
  ];
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const rows = messages.map(([before]) => `(${quoted(before)})`).join(", ");
  const found = await migrated("_messages_without_quotes", {
    fill: `${task}
      insert into judges (id, project_id, name) select gen_random_uuid(), id, 'j' from projects;
      insert into runs (task_id, judge_id, kind, status, protocol, prompt_version, error)
        select t.id, j.id, 'evaluation', 'failed', 'p', '1', m.text from tasks t, judges j, (values ${rows}) m(text);
      insert into samples (task_id, external_id, input, input_key, output, content_hash, position) select id, 's', 'i', 'i', 'o', '', 0 from tasks;
      insert into criteria_sets (id, task_id, version, status) select gen_random_uuid(), id, 1, 'draft' from tasks;
      insert into criteria (criteria_set_id, name, position, scale) select id, 'c', 0, '{}' from criteria_sets;
      insert into run_units (run_id, sample_id, criterion_id, status, error_message)
        select r.id, s.id, c.id, 'failed', r.error from runs r, samples s, criteria c;
      insert into exchanges (run_id, sample_id, step, role, request_hash, request, reply, problem)
        select r.id, s.id, 'a', 'judge', '', '', '', r.error from runs r, samples s`,
    query: `select r.error, u.error_message, e.problem from runs r join run_units u on u.run_id = r.id join exchanges e on e.run_id = r.id`,
  });
  const of = (column: string) => found.map((row) => (row as Record<string, string>)[column]).sort();
  const expected = messages.map(([, after]) => after).sort();
  expect([of("error"), of("error_message"), of("problem")]).toEqual([expected, expected, expected]);
});

test("an identity that was connected twice is connected once, as it was first", async () => {
  const left = await migrated("_identities_once", {
    fill: `insert into users (id, name, email) values ('u', 'Ann', 'ann@example.org');
      insert into accounts (id, provider_id, account_id, user_id, created_at, updated_at) values
        ('later', 'sso', 'issuer 1', 'u', '2026-11-28 10:00:01', now()),
        ('first', 'sso', 'issuer 1', 'u', '2026-11-28 10:00:00', now()),
        ('same-time', 'sso', 'issuer 1', 'u', '2026-11-28 10:00:01', now()),
        ('other', 'sso', 'issuer 2', 'u', '2026-11-28 10:00:02', now()),
        ('password', 'credential', 'u', 'u', '2026-11-28 10:00:03', now())`,
    query: "select id from accounts order by id",
  });
  expect(left).toEqual([{ id: "first" }, { id: "other" }, { id: "password" }]);
});
