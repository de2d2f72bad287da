import { beforeAll, expect, test } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { listRaters } from "@/lib/db/report-raters";
import type { Actor } from "@/lib/domain/policy";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { largeSize, largeStudy } from "@/lib/testing/large-study";
import { growingTables, readPlans, recordStatements, wholeIn } from "@/lib/testing/plans";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { deleteProject } from "./delete-project";
import { getSample } from "./get-sample";
import { getTask } from "./get-task";
import { listSamples } from "./list-samples";
import { listTasks } from "./list-tasks";
import { listUnits } from "./list-units";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const { samples, rated } = largeSize;
let study: { projectId: string; taskId: string; criteria: string[] };
let annotator: Actor;

beforeAll(async () => {
  study = await largeStudy();
  annotator = await member(study.projectId, "annotator");
}, 120_000);

/** Rows that were read of the large tables while `work` ran. Sessions say so when they end. */
async function rowsRead<T>(work: () => Promise<T>): Promise<{ result: T; most: number }> {
  const counts = async () => {
    await disconnect();
    const { rows } = await pool().query<{ name: string; n: string }>(
      `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_user_tables
       where relname in ('samples', 'assignments', 'evaluations', 'actions', 'drafts')`,
    );
    return new Map(rows.map(({ name, n }) => [name, Number(n)]));
  };
  const before = await counts();
  const result = await work();
  const after = await counts();
  const read = Object.fromEntries([...after].map(([name, n]) => [name, n - (before.get(name) ?? 0)]));
  return { result, most: Math.max(...Object.values(read)) };
}

test("what an annotator does reads few rows of a large study, and no table whole", { timeout: 60_000 }, async () => {
  const { taskId, criteria } = study;
  const next = await rowsRead(() => nextAssignment(annotator, { taskId }));
  const assignmentId = next.result.assignmentId ?? "";
  const open = await rowsRead(() => openAssignment(annotator, { assignmentId }));
  const save = await rowsRead(async () => {
    for (const criterionId of criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
  });
  const submit = await rowsRead(() => submitAssignment(annotator, { assignmentId }));
  const after = await rowsRead(() => nextAssignment(annotator, { taskId }));
  const most = { next: next.most, open: open.most, save: save.most, submit: submit.most, after: after.most };
  expect(Object.entries(most).filter(([name, rows]) => rows > (name === "open" ? samples - rated + 100 : 100))).toEqual([]);
});

test("opening one of many samples counts no more than a thousand that are left", async () => {
  const { taskId } = study;
  const { assignmentId } = await nextAssignment(annotator, { taskId });
  const opened = await openAssignment(annotator, { assignmentId: assignmentId ?? "" });
  expect(opened.progress).toEqual({ submitted: 1, skipped: 0, total: null });
  await pool().query("update samples set filled_slots = 3 where position > $2 and task_id = $1", [taskId, rated + 9]);
  const few = await openAssignment(annotator, { assignmentId: assignmentId ?? "" });
  expect(few.progress.total).toBe(10);
});

test("who rated a large study is found without reading all work or all drafts, those who rated nothing of it too", async () => {
  const { projectId, taskId } = study;
  await pool().query("insert into projects (name) select 'Other ' || n from generate_series(1, 100) n");
  await pool().query(
    "insert into annotators (project_id, name, code) select p.id, 'idle ' || n, 'I' || n from projects p, generate_series(1, 20) n",
  );
  await pool().query(
    `with idle as (
       insert into judges (project_id, name, model, protocol) select $1, 'idle ' || n, 'm', 'direct' from generate_series(1, 5) n returning id
     )
     insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'judge_id', idle.id))).*
     from runs r, idle where r.id = (select id from runs limit 1)`,
    [projectId],
  );
  await pool().query("analyze");
  const { rows } = await pool().query<{ id: string }>("select id from criteria_sets where task_id = $1", [taskId]);
  const { result, most } = await rowsRead(() => listRaters(taskId, rows[0]?.id ?? ""));
  expect(result.raters.filter(({ name }) => name.startsWith("idle"))).toEqual([]);
  expect(result.raters.filter(({ kind }) => kind === "judge")).toHaveLength(1);
  expect(result.raters.length).toBeGreaterThan(3);
  expect(most).toBeLessThan(100);
});

test("the task of a small study, and the list of its tasks, read nothing of a large study beside it", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(6));
  await pool().query("vacuum analyze samples, assignments, evaluations, actions, drafts");
  const one = await rowsRead(() => getTask(annotator, { taskId: study.taskId }));
  expect([one.result.counts.samples, one.most > samples]).toEqual([samples, true]);
  const admin = instanceAdmin;
  const [task, list] = [await rowsRead(() => getTask(admin, { taskId })), await rowsRead(() => listTasks(admin, { projectId }))];
  expect([task.result.id, list.result.items.map(({ id }) => id)]).toEqual([taskId, [taskId]]);
  expect([task.most, list.most].filter((rows) => rows > 200)).toEqual([]);
  await pool().query("update projects set deleted_at = now() where id = $1", [projectId]);
  await removeDeleted();
});

test("a page of samples and one sample read little beside the count of samples", async () => {
  const { taskId } = study;
  const page = await rowsRead(() => listSamples(instanceAdmin, { taskId, limit: 50 }));
  expect(page.result.items).toHaveLength(50);
  expect(page.most).toBeLessThan(samples + 500);
  const second = await rowsRead(() => listSamples(instanceAdmin, { taskId, limit: 50, cursor: page.result.nextCursor ?? "" }));
  expect(second.most).toBeLessThan(500);
  const sample = await rowsRead(() => getSample(instanceAdmin, { sampleId: second.result.items[7]?.id ?? "" }));
  expect(sample.most).toBeLessThan(100);
});

/** Statements that would read one of the tables that grow whole, whatever values they are given. */
async function readingWhole(work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = await recordStatements(work);
  const plans = await readPlans(statements);
  expect(plans.length).toBeGreaterThan(2);
  return wholeIn(plans, growingTables);
}

test("no plan of a page of samples or of one sample reads a table that grows whole", async () => {
  const { taskId } = study;
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 and position = 3000", [taskId]);
  const cursor = `3000_${rows[0]?.id}`;
  expect(await readingWhole(() => listSamples(instanceAdmin, { taskId, limit: 50, cursor }))).toEqual([]);
  expect(await readingWhole(() => getSample(instanceAdmin, { sampleId: rows[0]?.id ?? "" }))).toEqual([]);
});

test("what a reader has open is looked up by indexes where a list's condition or order depends on scores", async () => {
  const { taskId } = study;
  const selection = unitSelection.parse({ people: "median", humanScore: "3", sort: "disagreement" });
  const lists: (() => Promise<unknown>)[] = [
    () => listSamples(instanceAdmin, { taskId, limit: 50, disagreement: "any" }),
    () => listSamples(instanceAdmin, { taskId, limit: 50, sort: "disagreement" }),
    () => listUnits(instanceAdmin, { taskId, limit: 50, selection }),
  ];
  for (const list of lists) {
    const plans = await readPlans((await recordStatements(list)).statements);
    const looking = plans.filter(({ text }) => text.includes('"todo"'));
    expect(looking.length).toBeGreaterThan(0);
    const byIndex = ["annotators by annotators_project_id_user_id_key", "assignments by assignments_annotator_id_status_idx"];
    for (const { reads } of looking) expect(reads).toEqual(expect.arrayContaining(byIndex));
  }
  expect(await readingWhole(lists[0] ?? expect.unreachable())).toEqual([]);
});

/** How often tables and their indexes were read from the start while `work` ran: a look for each row shows here, however few rows it finds. */
async function scans<T>(work: () => Promise<T>): Promise<{ result: T; most: number; of: (table: string) => number }> {
  const counts = async () => {
    await disconnect();
    const { rows } = await pool().query<{ name: string; n: string }>(
      "select relname as name, seq_scan + coalesce(idx_scan, 0) as n from pg_stat_user_tables where schemaname = 'public'",
    );
    return new Map(rows.map(({ name, n }) => [name, Number(n)]));
  };
  const before = await counts();
  const result = await work();
  const after = await counts();
  const of = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return { result, most: Math.max(...[...after.keys()].map(of)), of };
}

test("an order by disagreement looks at all ratings once, not at each sample's by itself", async () => {
  const { taskId } = study;
  const page = (cursor?: string) => listSamples(instanceAdmin, { taskId, limit: 50, sort: "disagreement", cursor });
  const first = await scans(() => page());
  expect(first.most).toBeLessThan(200);
  const widest = await pool().query<{ id: string }>(
    `select external_id as id from (select s.external_id, s.position, e.criterion_id, max(e.score) - min(e.score) as apart
       from samples s join assignments a on a.sample_id = s.id and a.status = 'submitted' join evaluations e on e.assignment_id = a.id
       where s.task_id = $1 group by s.id, e.criterion_id having count(*) > 1) x group by 1, position order by max(apart) desc, position limit 100`,
    [taskId],
  );
  const second = await page(first.result.nextCursor ?? "");
  expect([...first.result.items, ...second.items].map(({ externalId }) => externalId)).toEqual(widest.rows.map(({ id }) => id));
});

test("a search reads the samples that hold the text by their index; without the index it finds the same", async () => {
  const { taskId } = study;
  // Tables of a few pages are rightly read whole. Vacuum files what an index has only noted so far.
  await pool().query("update samples set output = output || repeat(' So clouds gather above the hills.', 20) where task_id = $1", [taskId]);
  await pool().query("vacuum analyze samples");
  const search = (text: string) => recordStatements(() => listSamples(instanceAdmin, { taskId, limit: 50, search: text }));
  const names = ({ result }: Awaited<ReturnType<typeof search>>) => result.items.map(({ externalId }) => externalId);
  for (const [text, found] of [
    ["aNSWER 5123:", ["s5124"]],
    ["zebra", []],
    ["100%_", []],
  ] as const) {
    const looked = await search(text);
    expect(names(looked)).toEqual(found);
    const plans = await readPlans(looked.statements);
    expect(plans.flatMap(({ readWhole }) => readWhole)).not.toContain("samples");
    expect(plans.flatMap(({ reads }) => reads)).toContain("by samples_search_idx");
  }
  const frequent = await search("clouds gather");
  expect(names(frequent).slice(0, 3)).toEqual(["s1", "s2", "s3"]);
  expect(frequent.result.nextCursor).not.toBeNull();
  const second = await listSamples(instanceAdmin, { taskId, limit: 50, search: "clouds gather", cursor: frequent.result.nextCursor ?? "" });
  expect(second.items[0]?.externalId).toBe("s51");
  await pool().query("drop index samples_search_idx");
  expect(names(await search("answer 5123:"))).toEqual(["s5124"]);
  expect(names(await search("clouds gather")).slice(0, 3)).toEqual(["s1", "s2", "s3"]);
});

/** How many rows each table has. */
async function rowCounts(): Promise<[table: string, rows: number][]> {
  const tables = await pool().query<{ name: string }>("select relname as name from pg_stat_user_tables where schemaname = 'public'");
  const counted = tables.rows.map(async ({ name }): Promise<[string, number]> => {
    const { rows } = await pool().query<{ n: string }>(`select count(*) as n from "${name}"`);
    return [name, Number(rows[0]?.n)];
  });
  return Promise.all(counted);
}

test("a project is deleted at once whatever it holds, and removed table by table, not row by row", async () => {
  const { rows } = await pool().query<{ name: string }>("select name from projects where id = $1", [study.projectId]);
  const asked = await rowsRead(() => deleteProject(instanceAdmin, { projectId: study.projectId, confirmName: rows[0]?.name ?? "" }));
  expect(asked.most).toBe(0);
  const held = await rowCounts();
  const removed = await scans(() => removeDeleted(1000));
  // A look for each row to delete at most. Looks for what might belong to each are seen in tables that have nothing.
  expect(held.filter(([table, n]) => removed.of(table) >= n + 500)).toEqual([]);
  const left = (await rowCounts()).filter(([table, n]) => n > 0 && growingTables.includes(table));
  expect(left).toEqual([]);
});
