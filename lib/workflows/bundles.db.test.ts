import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { assert, asyncProperty, integer } from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { bundledTables, notInBundles } from "@/lib/db/bundle-tables";
import { disconnect, inTransaction, pool } from "@/lib/db/client";
import { deleteProjectRow } from "@/lib/db/deletions";
import type { ExportFormat } from "@/lib/domain/export-format";
import { dangling } from "@/lib/testing/dangling";
import { temporaryDatabase } from "@/lib/testing/database";
import { fillEveryTable } from "@/lib/testing/every-table";
import { refusal } from "@/lib/testing/refusal";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { addComment } from "./add-comment";
import { createProject } from "./create-project";
import { exportProject } from "./export-project";
import { flagAssignment } from "./flag-assignment";
import { importBundle } from "./import-bundle";
import { nextAssignment } from "./next-assignment";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { skipAssignment } from "./skip-assignment";
import { stageImport } from "./stage-import";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const emptyAll = async () => {
  const tables = await pool().query<{ names: string }>(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'",
  );
  await pool().query(`truncate ${tables.rows[0]?.names} cascade`);
};
beforeEach(emptyAll);

const exported = async (projectId: string, format: ExportFormat) =>
  (await exportProject(instanceAdmin, { projectId, format })).body as AsyncIterable<Uint8Array>;
const bundleOf = async (projectId: string) => gunzipSync(await buffer(await exported(projectId, "redline"))).toString("utf8");
const imported = (bundle: string, name = "Copy") =>
  importBundle(instanceAdmin, { name, fileName: "study.redline.gz", body: Readable.from([gzipSync(bundle)]) });

/** Every row of a bundle with its table, sorted. */
const rowsOf = (bundle: string): string[] =>
  bundle
    .trimEnd()
    .split("\n")
    .slice(1, -1)
    .flatMap((line) => {
      const { table, batch } = JSON.parse(line) as { table: string; batch: object[] };
      return batch.map((row) => `${table} ${JSON.stringify(row)}`);
    })
    .toSorted();

/** A project in which people have accepted, scored, skipped, flagged and discussed; what they did follows from the seed. */
async function worked(seed: number) {
  const bundle = smallBundle(2 + (seed % 3));
  for (const { scale } of bundle.criteria.slice(0, 1)) scale.several = true;
  const study = await loadSmallStudy(bundle);
  const [clear = "", truth = ""] = study.criteria;
  const researcher = await member(study.projectId, "researcher");
  for (let person = 0; person <= seed % 2; person++) {
    const annotator = await member(study.projectId, "annotator", `Ann ${person}`);
    for (let turn = 0; turn < 2; turn++) {
      const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
      if (turn === 1 && seed % 3 === 0) {
        await skipAssignment(annotator, { assignmentId, reason: `Unclear “${seed}”` });
        break;
      }
      const scored = action({ kind: "set-score", score: 1 + ((seed + person + turn) % 5), parentId: null, reason: 'naïve \\ "quoted"\n2' });
      const kept = action({ kind: "accept", itemId: "0", parentId: scored.id });
      const removed = action({ kind: "remove", itemId: "2", parentId: kept.id });
      const marked = action({ kind: "allow", score: 1 + ((seed + person + turn + 2) % 5), parentId: removed.id });
      await saveActions(annotator, { assignmentId, criterionId: clear, actions: [scored, kept, removed, marked] });
      await saveActions(annotator, { assignmentId, criterionId: truth, actions: acceptAll() });
      if (seed % 2 === 0) await flagAssignment(annotator, { assignmentId, note: `Look, ${seed}` });
      await addComment(researcher, { on: "assignment", id: assignmentId, text: `Why, @Ann ${person}?` });
      if (turn === 0 || seed % 5 < 3) await submitAssignment(annotator, { assignmentId });
    }
  }
  return { ...study, researcher };
}

const figuresOf = async (projectId: string) =>
  (await readReport(instanceAdmin, { projectId })).tasks.map(({ computed: _, ...figures }) => figures);
const everything = async (projectId: string) => ({
  exports: await Promise.all(
    (["jsonl", "csv", "long-csv"] as const).map(async (format) => text(Readable.from(await exported(projectId, format)))),
  ),
  figures: await figuresOf(projectId),
});

test("a generated project, exported as a bundle and imported elsewhere, gives equal exports, an equal report and an equal bundle", async () => {
  const property = asyncProperty(integer({ min: 0, max: 1000 }), async (seed) => {
    await emptyAll();
    const { projectId } = await worked(seed);
    const before = await everything(projectId);
    const bundle = await bundleOf(projectId);
    const tables = rowsOf(bundle).map((row) => row.split(" ")[0]);
    expect(tables).toEqual(expect.arrayContaining(["actions", "comments", "drafts", "mentions", "users"]));
    expect(bundle).toMatch(/"also_acceptable": ?\[[1-5]\]/u);
    await emptyAll();
    const { project } = JSON.parse(bundle.slice(0, bundle.indexOf("\n"))) as { project: { name: string } };
    expect((await imported(bundle, project.name)).projectId).toBe(projectId);
    expect(await everything(projectId)).toEqual(before);
    const own = (row: string) => row.includes('"project.import"');
    const again = rowsOf(await bundleOf(projectId));
    expect(again.filter(own)).toHaveLength(1);
    expect(again.filter((row) => !own(row))).toEqual(rowsOf(bundle));
  });
  await assert(property, { numRuns: 4, seed: 12 });
});

test("every table is in bundles, or is listed with the reason why not", async () => {
  const { rows } = await pool().query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const computed = [
    "_prisma_migrations",
    "prepared_export_chunks",
    "prepared_exports",
    "server_leases",
    "servers",
    "stored_reports",
    "task_changes",
    "worker_heartbeats",
  ];
  const listed = [...bundledTables, ...Object.keys(notInBundles), ...computed, "users"];
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("a row of every table of a project is in its bundle, and comes back equal", async () => {
  const { projectId } = await worked(5);
  await fillEveryTable();
  const bundle = await bundleOf(projectId);
  for (const table of [...bundledTables, "users"]) {
    const { rows } = await pool().query<{ count: number }>(`select count(*) as count from "${table}"`);
    const bundled = rowsOf(bundle).filter((row) => row.startsWith(`${table} `));
    expect({ table, rows: bundled.length, some: bundled.length > 0 }).toEqual({ table, rows: rows[0]?.count, some: true });
  }
  await emptyAll();
  const { project } = JSON.parse(bundle.slice(0, bundle.indexOf("\n"))) as { project: { name: string } };
  await imported(bundle, project.name);
  // The link is closed, and the import is an event of its own.
  const kept = (row: string) => !row.startsWith("participation_links ") && !row.includes('"project.import"');
  expect(rowsOf(await bundleOf(projectId)).filter(kept)).toEqual(rowsOf(bundle).filter(kept));
});

/** Runs `work` as a role for which PostgreSQL checks every key. */
async function asPlainRole(work: () => Promise<void>): Promise<void> {
  const setRole = (to: string) => `do $$ begin execute format('alter database %I set role ${to}', current_database()); end $$`;
  await pool().query(`create role plain_deleter; grant all on all tables in schema public to plain_deleter; ${setRole("plain_deleter")}`);
  await disconnect();
  try {
    await work();
  } finally {
    await pool().query(`reset role; set role none; ${setRole("none")}; drop owned by plain_deleter; drop role plain_deleter`);
    await disconnect();
  }
}

test.each([
  ["where keys need not be checked", (work: () => Promise<void>) => work()],
  ["where they must be", asPlainRole],
])("a project with a row in every table is deleted without a trace, and the one beside it stays whole, %s", async (_, asRole) => {
  const first = await worked(5);
  await fillEveryTable();
  const beside = await worked(3);
  const before = rowsOf(await bundleOf(beside.projectId));
  await asRole(async () => {
    await inTransaction((tx) => deleteProjectRow(tx, first.projectId));
    await removeDeleted(1);
  });
  expect(await dangling()).toEqual([]);
  expect(rowsOf(await bundleOf(beside.projectId))).toEqual(before);
  await inTransaction((tx) => deleteProjectRow(tx, beside.projectId));
  await removeDeleted();
  for (const table of bundledTables.filter((one) => one !== "audit_events")) {
    const { rows } = await pool().query<{ count: number }>(`select count(*) as count from "${table}"`);
    expect({ table, rows: rows[0]?.count }).toEqual({ table, rows: 0 });
  }
});

test("people are matched by e-mail address, also in mentions; others become accounts without a password or rights", async () => {
  const { projectId, researcher } = await worked(2);
  const bundle = await bundleOf(projectId);
  await emptyAll();
  await pool().query("insert into users (id, name, email, updated_at) values ('here', 'Rita', $1, now())", [researcher.email]);
  await imported(bundle);
  const { rows } = await pool().query("select user_id, role from memberships where role = 'researcher'");
  expect(rows).toEqual([{ user_id: "here", role: "researcher" }]);
  const authors = await pool().query("select distinct user_id from comments");
  expect(authors.rows).toEqual([{ user_id: "here" }]);
  expect((await pool().query("select 1 from accounts")).rows).toEqual([]);
  expect((await pool().query("select distinct role from users where id <> 'here'")).rows).toEqual([{ role: "user" }]);

  await emptyAll();
  const person = rowsOf(bundle).find((row) => row.startsWith("users ") && row.includes("Ann 0")) ?? "";
  const ann = JSON.parse(person.slice("users ".length)) as { email: string };
  await pool().query("insert into users (id, name, email, updated_at) values ('ann-here', 'Ann', $1, now())", [ann.email]);
  await imported(bundle);
  const texts = await pool().query<{ text: string }>("select distinct text from comments where text like '%ann-here%'");
  expect(texts.rows).toEqual([{ text: "Why, @[ann-here]?" }]);
});

test("keys of model servers and the token of a participation link never leave; unfinished runs come back paused", async () => {
  const { projectId, taskId } = await worked(1);
  await pool().query("update judges set api_key_encrypted = 'KEPT-KEY'");
  await pool().query("update runs set status = 'running'");
  await pool().query(
    "with plan as (insert into study_plans (task_id, version, content) values ($1, 1, '{}') returning id) insert into participation_links (plan_id, token) select id, 'KEPT-TOKEN' from plan",
    [taskId],
  );
  const bundle = await bundleOf(projectId);
  expect(bundle).not.toMatch(/KEPT-/);
  await emptyAll();
  await imported(bundle);
  expect((await pool().query("select open, length(token) as length from participation_links")).rows).toEqual([{ open: false, length: 24 }]);
  const runs = await pool().query("select distinct status, error from runs");
  expect(runs.rows).toEqual([{ status: "paused", error: expect.stringContaining("imported from a bundle") }]);
});

test("a bundle that is damaged, newer or here already is refused with a sentence, and nothing is written", async () => {
  const { projectId } = await worked(4);
  const bundle = await bundleOf(projectId);
  expect((await refusal(imported(bundle))).message).toMatch(/^This project is already here: "Study /);
  await emptyAll();
  const other = await createProject(instanceAdmin, { name: "Other", description: "" });
  const lines = bundle.trimEnd().split("\n");
  const head = JSON.parse(lines[0] ?? "") as { migrations: string[] };
  const withHead = (changed: object) => [JSON.stringify({ ...head, ...changed }), ...lines.slice(1)].join("\n");
  const cases: [string, string][] = [
    ['{"some":"file"}', "study.redline.gz: this is not a bundle of Redline."],
    [lines.slice(0, -1).join("\n"), "is truncated"],
    [[...lines.slice(0, 3), "{"].join("\n"), "line 4 of the bundle is damaged."],
    [withHead({ redlineBundle: 2 }), "newer version"],
    [withHead({ migrations: [...head.migrations, "29990101000000_later"] }), "newer version"],
    [bundle.replace(/"table":"samples"/, '"table":"sessions"'), 'has a table "sessions"'],
    [
      bundle.replace(/("table":"memberships","batch":\[\{"project_id":)"[^"]+"/, `$1"${other.id}"`),
      "rows in memberships that are not of its project",
    ],
    [bundle.replace(/"score":4,/, '"score":"high",'), "does not fit"],
  ];
  for (const [damaged, why] of cases) expect((await refusal(imported(damaged))).message).toContain(why);
  const { rows } = await pool().query("select name from projects union all select email from users union all select text from comments");
  expect(rows).toEqual([{ name: "Other" }]);
  expect((await refusal(imported(bundle, "Other"))).message).toContain('already a project "Other"');
});

test("a judge of another project cannot be named by a bundle, because it would be asked with that project's key", async () => {
  const { projectId } = await worked(1);
  const bundle = await bundleOf(projectId);
  await emptyAll();
  const other = await createProject(instanceAdmin, { name: "Other", description: "" });
  const judge = await pool().query<{ id: string }>("insert into judges (project_id, name) values ($1, 'theirs') returning id", [other.id]);
  const changed = bundle.replace(/"roles": ?\{\}/, `"roles":{"weak":"${judge.rows[0]?.id}"}`);
  expect(changed).not.toBe(bundle);
  expect((await refusal(imported(changed))).message).toContain("not of its project");
});

test("only admins of a project get its bundle, and it cannot be narrowed", async () => {
  const { projectId, taskId, researcher } = await worked(1);
  expect((await refusal(exportProject(researcher, { projectId, format: "redline" }))).code).toBe("forbidden");
  expect((await refusal(exportProject(instanceAdmin, { projectId, taskId, format: "redline" }))).message).toContain("whole project");
});

test("a bundle among the files for a task is refused with the command that imports it", async () => {
  const { projectId } = await worked(1);
  const body = Readable.from([gzipSync(await bundleOf(projectId))]);
  const staged = await stageImport(instanceAdmin, { projectId, fileName: "study.redline.gz", format: "auto", body });
  expect(staged.problems.map(({ message }) => message)).toEqual([expect.stringContaining("redline import FILE --project NAME")]);
});
