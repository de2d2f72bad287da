import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryInstance } from "@/lib/testing/accounts";
import { fillEveryTable } from "@/lib/testing/every-table";
import { growingTables } from "@/lib/testing/plans";
import { keysWithoutProject, layProjectKeys } from "@/lib/testing/project-keys";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { addComment } from "./add-comment";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryInstance();

/** A project in which a person has finished a sample and is mentioned. */
async function worked(samples: number) {
  const study = await loadSmallStudy(smallBundle(samples));
  const annotator = await member(study.projectId, "annotator");
  const assignmentId = (await nextAssignment(annotator, study)).assignmentId ?? "";
  for (const criterionId of study.criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
  await submitAssignment(annotator, { assignmentId });
  await addComment(instanceAdmin, { on: "assignment", id: assignmentId, text: `Why, @${annotator.name}?` });
  return study.projectId;
}

/** What bundles leave out, for the project and the task in it. */
const alsoOf = (project: string, task: string): [table: string, values: string][] => [
  ["import_chunks (import_id, seq, bytes)", `(select id from imports where project_id = ${project} limit 1), 0, 'a'`],
  ["prepared_exports (project_id, format, excluded, created_by_id)", `${project}, 'csv', 'without', 'cli'`],
  ["prepared_export_chunks (export_id, seq, bytes)", "(select id from prepared_exports), 0, 'a'"],
  ["stored_reports (task_id, view, data_version, body, read_at)", `${task}, 'without', '1', '{}', now()`],
  [
    "webhooks (project_id, url, events, secret, watched_from, watched_until, report_version)",
    `${project}, 'https://w.example', '{}', 's', now(), now(), '1'`,
  ],
  ["webhook_deliveries (webhook_id, event, key, payload)", "(select id from webhooks), 'run.ended', 'k', '{}'"],
  ["deleted_projects (project_id)", project],
];

let [first, second] = ["", ""];
let client: pg.Client;

beforeAll(async () => {
  first = await worked(5);
  await fillEveryTable();
  const task = `(select id from tasks where project_id = '${first}' limit 1)`;
  for (const [table, values] of alsoOf(`'${first}'`, task)) await pool().query(`insert into ${table} values (${values})`);
  second = await worked(3);
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());
// The schema as it is, for each test.
beforeEach(() => client.query("begin"));
afterEach(() => client.query("rollback"));

const count = async (sql: string, values: unknown[] = []) =>
  Number((await client.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values)).rows[0]?.n);

/** How many rows of each table belong to a project. */
const rowsOf = async (tables: readonly string[], projectId: string) => {
  const counted: Record<string, number> = {};
  for (const table of tables) counted[table] = await count(`"${table}" where project_id = $1`, [projectId]);
  return counted;
};

test("project_id can distribute each table that grows with a study, and all others of projects", async () => {
  const before = await count("samples");
  const { tables, others, foreignKeys } = await layProjectKeys(client);
  expect(tables).toEqual(expect.arrayContaining([...growingTables]));
  // Of the installation, or on every server.
  expect(others).toEqual([
    "_prisma_migrations",
    "accounts",
    "api_keys",
    "audit_events",
    "backups",
    "idempotent_replies",
    "model_prices",
    "passkeys",
    "projects",
    "rate_limits",
    "retention_rules",
    "server_leases",
    "servers",
    "sessions",
    "set_password_links",
    "two_factors",
    "users",
    "verifications",
    "worker_heartbeats",
  ]);
  expect(await keysWithoutProject(client, tables)).toEqual([]);
  expect(foreignKeys).toEqual(expect.arrayContaining(["evaluations_assignment_id_fkey", "samples_task_id_fkey", "tasks_project_id_fkey"]));
  expect(await count("samples")).toBe(before);
});

test("each row is its project's, and a project is deleted with all of its rows and no other's", async () => {
  const { tables } = await layProjectKeys(client);
  const [ofFirst, ofSecond] = [await rowsOf(tables, first), await rowsOf(tables, second)];
  for (const table of tables) expect([table, await count(`"${table}"`)]).toEqual([table, (ofFirst[table] ?? 0) + (ofSecond[table] ?? 0)]);
  expect(tables.filter((table) => ofFirst[table] === 0)).toEqual([]);
  expect(ofSecond).toMatchObject({ samples: 3, assignments: 1, evaluations: 2 });
  await client.query("delete from projects where id = $1", [first]);
  await client.query("set constraints all immediate");
  expect(Object.values(await rowsOf(tables, first)).filter((rows) => rows > 0)).toEqual([]);
  expect(await rowsOf(tables, second)).toEqual(ofSecond);
});

test("a row that refers to another project's is refused by the key's name", async () => {
  const someone = "(select id from annotators where project_id = $1 limit 1)";
  await client.query(
    `update assignments set annotator_id = ${someone} where annotator_id not in (select id from annotators where project_id = $1)`,
    [second],
  );
  await expect(layProjectKeys(client)).rejects.toThrow(
    /insert or update on table "assignments" violates foreign key constraint "assignments_/,
  );
});

test("a row that belongs to no project is refused by its table's name", async () => {
  await client.query("create table strays (id uuid primary key, sample_id uuid references samples)");
  await client.query("insert into strays values (gen_random_uuid(), (select id from samples limit 1)), (gen_random_uuid(), null)");
  await expect(layProjectKeys(client)).rejects.toThrow('column "project_id" of relation "strays" contains null values');
});

test("a key that does not include the project is found", async () => {
  const { tables } = await layProjectKeys(client);
  await client.query("create unique index samples_alone on samples (id)");
  await client.query("alter table drafts add constraint drafts_alone foreign key (sample_id) references samples (id)");
  expect(await keysWithoutProject(client, tables)).toEqual(["drafts_alone", "samples_alone"]);
});
