import { Readable } from "node:stream";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { findActor } from "@/lib/db/actors";
import { backupLines, restoreLines } from "@/lib/db/backup";
import { inTransaction, pool } from "@/lib/db/client";
import { removeSome } from "@/lib/db/deletions";
import { stageFile } from "@/lib/db/import/import-file";
import { createImport } from "@/lib/db/imports";
import { listPendingWork } from "@/lib/db/instance-figures";
import { listDueWatches } from "@/lib/db/judge-watches";
import { findLinkByToken } from "@/lib/db/participants";
import { storeExportChunks } from "@/lib/db/prepared-export-chunks";
import { listForgottenExports } from "@/lib/db/prepared-exports";
import { readProjectStorage } from "@/lib/db/project-storage";
import { listForgottenJudges } from "@/lib/db/run-queue";
import { listWatchingWebhooks } from "@/lib/db/webhooks";
import type { Actor, Role } from "@/lib/domain/policy";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { archiveOf } from "@/lib/testing/archive";
import { dangling } from "@/lib/testing/dangling";
import { makeEndpointScene } from "@/lib/testing/endpoint-scene";
import { fillEveryTable } from "@/lib/testing/every-table";
import { refusal } from "@/lib/testing/refusal";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { addComment } from "./add-comment";
import { createProject } from "./create-project";
import { deleteProject } from "./delete-project";
import { deleteTask } from "./delete-task";
import { exportProject } from "./export-project";
import { getProject } from "./get-project";
import { importBundle } from "./import-bundle";
import { importFile } from "./import-file";
import { listExclusions } from "./list-exclusions";
import { listProjects } from "./list-projects";
import { listTasks } from "./list-tasks";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { undoImport } from "./undo-import";
import { updateProject } from "./update-project";

temporaryInstance();

const emptyAll = async () => {
  const tables = await pool().query<{ names: string }>(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'",
  );
  await pool().query(`truncate ${tables.rows[0]?.names} cascade`);
};
beforeEach(emptyAll);

const count = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);
const samples = () => count("select count(*) as n from samples");
const nameOf = async (projectId: string) =>
  (await pool().query<{ name: string }>("select name from projects where id = $1", [projectId])).rows[0]?.name ?? "";
const remove = async (projectId: string) => deleteProject(instanceAdmin, { projectId, confirmName: await nameOf(projectId) });
/** Somebody as their next request finds them. */
const again = async ({ userId }: Actor): Promise<Actor> => (await findActor(userId)) ?? expect.fail("no such account");

/** Deletes a scene's task, or its project. */
type Deletion = (scene: { projectId: string; taskId: string }) => Promise<unknown>;
const deletions: [string, Deletion][] = [
  ["project", ({ projectId }) => remove(projectId)],
  ["task", ({ taskId }) => deleteTask(instanceAdmin, { taskId, confirmName: "Answers" })],
];

/** A project in which people have worked, with a row in every table that can have its rows. */
async function filled() {
  const study = await loadSmallStudy(smallBundle(4));
  const annotator = await member(study.projectId, "annotator");
  const researcher = await member(study.projectId, "researcher");
  const assignmentId = (await nextAssignment(annotator, study)).assignmentId ?? "";
  await saveActions(annotator, { assignmentId, criterionId: study.criteria[0] ?? "", actions: acceptAll() });
  await addComment(researcher, { on: "assignment", id: assignmentId, text: `Why, @${annotator.name}?` });
  await fillEveryTable();
  return study;
}

test("a deleted project leaves every list and its name at once, and the installation's log has who deleted it", async () => {
  const { projectId } = await loadSmallStudy(smallBundle(2));
  const other = await loadSmallStudy(smallBundle(2));
  const name = await nameOf(projectId);
  const people: Actor[] = [(await makeAccount({ instanceAdmin: true })).actor];
  for (const role of ["admin", "researcher", "expert", "annotator"] satisfies Role[])
    people.push((await makeAccount({ roles: { [projectId]: role, [other.projectId]: role } })).actor);
  const [admin = instanceAdmin] = people;
  expect(await deleteProject(admin, { projectId, confirmName: name })).toEqual({ ok: true });
  for (const person of people) {
    const actor = await again(person);
    expect((await listProjects(actor)).items.map(({ id }) => id)).toEqual([other.projectId]);
    expect((await refusal(getProject(actor, { projectId }))).code).toBe("not_found");
  }
  // The command line's actor, and one of a request that had begun before.
  expect((await listProjects(admin)).items.map(({ id }) => id)).toEqual([other.projectId]);
  expect((await refusal(updateProject(admin, { projectId, name: "Back" }))).code).toBe("not_found");
  expect((await refusal(deleteProject(admin, { projectId, confirmName: name }))).code).toBe("not_found");
  expect((await readProjectStorage(0))?.map(({ projectId: id }) => id)).toEqual([other.projectId]);
  const { rows } = await pool().query("select project_id, user_id, target_id, details from audit_events where verb = 'project.delete'");
  expect(rows).toEqual([{ project_id: null, user_id: admin.userId, target_id: projectId, details: { name } }]);

  const { id } = await createProject(admin, { name, description: "Anew" });
  await removeDeleted();
  expect(await getProject(admin, { projectId: id })).toMatchObject({ name, description: "Anew" });
  expect((await refusal(createProject(admin, { name, description: "" }))).code).toBe("already_exists");
  expect(
    await count("select count(*) as n from samples s join tasks t on t.id = s.task_id where t.project_id = $1", [other.projectId]),
  ).toBe(2);
});

test("a deleted task leaves its project, and its name there, at once", async () => {
  const { projectId, taskId } = await makeEndpointScene();
  await pool().query(
    "insert into exclusions (annotator_id, task_id, reason) select id, $2, 'In this task.' from annotators where project_id = $1 limit 1",
    [projectId, taskId],
  );
  const { actor } = await makeAccount({ roles: { [projectId]: "admin" } });
  expect(await deleteTask(actor, { taskId, confirmName: "Answers" })).toEqual({ ok: true });
  expect((await listTasks(await again(actor), { projectId })).items).toEqual([]);
  expect(await getProject(await again(actor), { projectId })).toMatchObject({ tasks: 0, samples: 0 });
  expect((await listExclusions(actor, { projectId })).items.map(({ reason }) => reason)).toEqual(["Too fast."]);
  expect((await refusal(deleteTask(await again(actor), { taskId, confirmName: "Answers" }))).code).toBe("not_found");
  const { rows } = await pool().query("select project_id, details from audit_events where verb = 'task.delete'");
  expect(rows).toEqual([{ project_id: projectId, details: { name: "Answers" } }]);
  await pool().query("insert into tasks (project_id, name) values ($1, 'Answers')", [projectId]);
  await removeDeleted();
  expect((await listTasks(actor, { projectId })).items.map(({ name }) => name)).toEqual(["Answers"]);
  expect(await samples()).toBe(0);
});

describe.each(deletions)("deleting a %s", (what, deleteIt) => {
  test("ends what goes on in it and what would begin by itself", async () => {
    const scene = await makeEndpointScene();
    await pool().query("update runs set status = 'running', import_id = null");
    await pool().query(
      "insert into runs (task_id, judge_id, kind, status, protocol, prompt_version) select task_id, judge_id, kind, 'paused', protocol, '1' from runs",
    );
    await pool().query("update prepared_exports set status = 'waiting'");
    await pool().query(
      `with plan as (insert into study_plans (task_id, version, status, content, started_at) values ($1, 9, 'running', '{}', now()) returning id)
       insert into participation_links (plan_id, token, open) select id, 'a-token', true from plan`,
      [scene.taskId],
    );
    await pool().query(
      "create schema if not exists graphile_worker; create or replace view graphile_worker.jobs as select ''::text as key, ''::text as queue_name, 0 as attempts, 1 as max_attempts, null::timestamptz as locked_at where false",
    );
    const going = async () => ({
      runs: await listPendingWork(),
      judges: await listForgottenJudges(),
      watches: await listDueWatches(),
      exports: await listForgottenExports(),
      link: await findLinkByToken("a-token"),
    });
    const ofProject = async () => ({
      webhooks: await listWatchingWebhooks(),
      imports: (await pool().query("select 1 from imports where status in ('staging', 'staged', 'running')")).rows,
      limits: (await pool().query("select 1 from endpoints")).rows,
      members: (await pool().query("select 1 from memberships")).rows,
    });
    await pool().query("insert into endpoints (project_id, base_url, requests_per_minute) values ($1, 'http://127.0.0.1:9/v1', 1)", [
      scene.projectId,
    ]);
    const before = { ...(await going()), ...(await ofProject()) };
    for (const [name, found] of Object.entries(before)) expect([name, found]).not.toEqual([name, name === "link" ? null : []]);
    await deleteIt(scene);
    expect(await going()).toEqual({ runs: [], judges: [], watches: [], exports: [], link: null });
    expect(await count("select count(*) as n from runs where status in ('paused', 'running', 'queued')")).toBe(0);
    const { runs, judges, watches, exports, link, ...project } = before;
    expect(await ofProject()).toEqual(what === "project" ? { webhooks: [], imports: [], limits: [], members: [] } : project);
  });

  test("refuses the annotator's next save, also where the unit is known from the one before", async () => {
    const study = await loadSmallStudy(smallBundle(2));
    const annotator = await member(study.projectId, "annotator");
    const assignmentId = (await nextAssignment(annotator, study)).assignmentId ?? "";
    let parentId: string | null = null;
    const save = async () => {
      const scored = action({ kind: "set-score", score: 3, parentId });
      await saveActions(await again(annotator), { assignmentId, criterionId: study.criteria[0] ?? "", actions: [scored] });
      parentId = scored.id;
    };
    for (let n = 0; n < 3; n++) await save();
    await deleteIt(study);
    expect((await refusal(save())).code).toBe("not_found");
    expect(await count("select count(*) as n from actions")).toBe(3);
  });

  test("stops the export that the worker is writing", async () => {
    const scene = await makeEndpointScene();
    await pool().query("update prepared_exports set status = 'running'");
    const exportId = scene.params.exportId ?? "";
    async function* body() {
      yield Buffer.alloc(1 << 20);
      expect(await count("select count(*) as n from prepared_export_chunks")).toBe(1);
      await deleteIt(scene);
      yield Buffer.alloc(1 << 20);
      throw new Error("It was asked for more.");
    }
    const { signal } = new AbortController();
    expect(await storeExportChunks(exportId, body(), { progress: () => null, signal })).toBe(false);
  });

  test("refuses the import whose file has been read, which stores nothing", async () => {
    const scene = await makeEndpointScene();
    const body = Readable.from([Buffer.from("id,input,output\nnew,What?,That.\n")]);
    const asked = inTransaction(async (tx) => {
      const file = {
        projectId: scene.projectId,
        taskName: "Answers",
        format: "csv" as const,
        fileName: "more.csv",
        options: {},
        scale: null,
      };
      const id = await createImport(tx, { ...file, status: "running", createdById: "somebody" });
      const read = await stageFile(tx, { ...file, id }, body);
      expect(read.outcome.counts.samples).toBe(1);
      await deleteIt(scene);
      await read.store({ updateSamples: false });
    });
    expect((await refusal(asked)).code).toBe("conflict");
    expect(await samples()).toBe(2);
    await removeDeleted();
    expect(await dangling()).toEqual([]);
  });
});

test("a project is removed in parts, each of which leaves the database whole; a backup between them is restored, and the rest goes on", async () => {
  const { projectId } = await filled();
  await pool().query("insert into import_chunks (import_id, seq, bytes) select id, 0, 'x' from imports");
  await pool().query(
    "insert into criteria (criteria_set_id, position, name, scale, sample_id) select c.id, 90, 'Own', '{}', s.id from criteria_sets c, samples s limit 1",
  );
  const beside = await loadSmallStudy(smallBundle(3));
  await remove(projectId);
  const left: number[] = [];
  const backup: string[] = [];
  while (await removeSome(1)) {
    left.push(await samples());
    expect(await dangling()).toEqual([]);
    if (left.length === 1) for await (const line of backupLines()) backup.push(line);
  }
  expect(left.slice(0, 5)).toEqual([6, 5, 4, 3, 3]);
  expect(left).toHaveLength(8);
  const rows = async () => {
    const tables = await pool().query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
    const counted = tables.rows.map(async ({ name }) => [name, await count(`select count(*) as n from "${name}"`)] as const);
    return Object.fromEntries(await Promise.all(counted));
  };
  const removed = await rows();
  expect(removed).toMatchObject({ projects: 1, tasks: 1, samples: 3, imports: 1, import_chunks: 0, annotators: 0, webhook_deliveries: 0 });
  expect(await count("select count(*) as n from drafts")).toBe(6);
  expect((await getProject(instanceAdmin, { projectId: beside.projectId })).samples).toBe(3);

  await emptyAll();
  await inTransaction(({ bare }) => restoreLines(bare, Readable.from(backup)));
  expect(await samples()).toBe(6);
  await removeDeleted(1);
  expect(await rows()).toEqual(removed);
});

test("a part that is killed in the middle leaves nothing half deleted, and is done again", async () => {
  const { projectId } = await makeEndpointScene();
  await remove(projectId);
  const held = await pool().connect();
  try {
    await held.query("begin; select 1 from drafts for update");
    const killed = expect(removeSome()).rejects.toThrow(/cancel/);
    const waiting = () =>
      count("select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from \"drafts\"%'");
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000, interval: 10 });
    await pool().query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    await killed;
  } finally {
    await held.query("rollback");
    held.release();
  }
  expect([await samples(), await count("select count(*) as n from evaluations")]).toEqual([2, 2]);
  await removeDeleted();
  expect([await samples(), await count("select count(*) as n from projects")]).toEqual([0, 0]);
});

test("two who remove the same project at once do no harm, and a bundle of it waits until they are done", async () => {
  const { projectId } = await loadSmallStudy(smallBundle(8));
  const bundle: Uint8Array[] = [];
  for await (const piece of (await exportProject(instanceAdmin, { projectId, format: "redline" })).body) bundle.push(Buffer.from(piece));
  const name = await nameOf(projectId);
  const back = () => importBundle(instanceAdmin, { name, fileName: "b.redline.gz", body: Readable.from(bundle) });
  await remove(projectId);
  expect(await refusal(back())).toMatchObject({ code: "conflict", message: expect.stringContaining("still being removed") });
  await Promise.all([removeDeleted(1), removeDeleted(1)]);
  expect(await count("select count(*) as n from projects")).toBe(0);
  expect(await dangling()).toEqual([]);
  await back();
  expect(await samples()).toBe(8);
});

test("a bundle of a project is whole while a task of it is being removed", async () => {
  const { projectId, taskId } = await filled();
  await deleteTask(instanceAdmin, { taskId, confirmName: "Answers" });
  const bundle: Uint8Array[] = [];
  for await (const piece of (await exportProject(instanceAdmin, { projectId, format: "redline" })).body) bundle.push(Buffer.from(piece));
  await emptyAll();
  await importBundle(instanceAdmin, { name: "Back", fileName: "b.redline.gz", body: Readable.from(bundle) });
  expect(await dangling()).toEqual([]);
});

test("what somebody whose request had begun before starts in a deleted project ends with the next part", async () => {
  const { projectId, taskId } = await makeEndpointScene();
  await remove(projectId);
  await pool().query("update runs set status = 'running' where task_id = $1", [taskId]);
  const late = await makeAccount({ roles: { [projectId]: "admin" } });
  expect((await refusal(listTasks(await again(late.actor), { projectId }))).code).toBe("not_found");
  await removeSome(1);
  expect(await count("select count(*) as n from runs where status = 'running'")).toBe(0);
  expect(await count("select count(*) as n from memberships")).toBe(0);
});

/** The tables in which some row has this text, or these bytes. */
async function tablesWith(text: string, bytes: Buffer): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const has = ({ name }: { name: string }) =>
    count(`select count(*) as n from "${name}" t where strpos(row_to_json(t)::text, $1) > 0 or strpos(row_to_json(t)::text, $2) > 0`, [
      text,
      bytes.toString("hex"),
    ]);
  const found = await Promise.all(rows.map(has));
  return rows.flatMap(({ name }, index) => ((found[index] ?? 0) > 0 ? [name] : []));
}

test("a deleted task's texts and images go with it, also from the imports that brought them, and other tasks keep theirs", async () => {
  const { id: projectId } = await createProject(instanceAdmin, { name: "Two tasks", description: "" });
  const image = Buffer.from("\x89PNG\r\n\x1a\nof the first task", "latin1");
  const table = (output: string) => `id,input,output,image_url\na,What is this?,${output},cat.png`;
  const bring = (taskName: string, output: string, updateSamples = false) =>
    importFile(instanceAdmin, {
      ...{ projectId, taskName, fileName: "photos.tar", format: "auto", skipBadRows: false, updateSamples },
      body: archiveOf({ "photos/data.csv": Buffer.from(table(output)), "photos/cat.png": image }),
    });
  await bring("First", "Wombat.");
  await bring("First", "Wombat indeed.", true);
  await bring("Second", "An echidna.");
  expect(await tablesWith("Wombat", image)).toEqual(["images", "imports", "sample_updates", "samples"]);
  const { rows } = await pool().query<{ id: string }>("select id from tasks where project_id = $1 and name = 'First'", [projectId]);
  const taskId = rows[0]?.id ?? "";
  // As a file that names its tasks does.
  const shared = await bring("Second", "An echidna indeed.", true);
  await pool().query(
    `with moved as (update imports set task_name = null, preview = '[{"output": "Wombat."}]', columns = '[{"example": "Wombat."}]' where id = $1 returning id)
     insert into samples (task_id, external_id, position, input, output, input_key, content_hash, import_id)
     select $2, 'b', 1, 'And this?', 'Wombat.', 'k', 'h', id from moved`,
    [shared.id, taskId],
  );
  await deleteTask(instanceAdmin, { taskId, confirmName: "First" });
  await removeDeleted();
  expect(await tablesWith("Wombat", Buffer.from("of no image"))).toEqual([]);
  expect(await count("select count(*) as n from images")).toBe(2);
  expect(await count("select count(*) as n from imports where project_id = $1 and status = 'done'", [projectId])).toBe(2);
  expect(await tablesWith("An echidna", Buffer.from("of no image"))).toEqual(["imports", "sample_updates", "samples"]);
});

test("an undone import keeps none of the texts and images that it brought", async () => {
  const { id: projectId } = await createProject(instanceAdmin, { name: "Private by mistake", description: "" });
  const image = Buffer.from("\x89PNG\r\n\x1a\nprivate", "latin1");
  const bring = (output: string) =>
    importFile(instanceAdmin, {
      ...{ projectId, taskName: "Answers", fileName: "photos.tar", format: "auto", skipBadRows: true, updateSamples: true },
      body: archiveOf({
        "photos/data.csv": Buffer.from(`id,input,output,image_url\na,What is this?,${output},cat.png\nWombat,,,`),
        "photos/cat.png": image,
      }),
    });
  const made = [await bring("A wombat: Wombat."), await bring("Wombat indeed.")];
  expect(await tablesWith("Wombat", image)).toEqual(["images", "imports", "sample_updates", "samples"]);
  for (const { id } of made.toReversed()) await undoImport(instanceAdmin, { importId: id });
  expect(await tablesWith("Wombat", image)).toEqual([]);
  expect(await count("select count(*) as n from imports where status = 'undone'")).toBe(2);
});
