import { expect, test } from "vitest";
import { inTransaction, inTrial, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { advanceWatch } from "@/lib/workflows/advance-watch";
import { lookAtJudge } from "@/lib/workflows/look-at-judge";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { readReport } from "@/lib/workflows/read-report";
import { saveActions } from "@/lib/workflows/save-actions";
import { backupLines, restoreLines } from "./backup";
import { listDueWatches } from "./judge-watches";
import { countAttempts } from "./sign-in-attempts";

temporaryDatabase();

const collect = async () => {
  const lines: string[] = [];
  for await (const line of backupLines()) lines.push(line);
  return lines;
};
async function* each(lines: string[]) {
  yield* lines;
}
/** The report without what says when it was computed. */
const figuresOf = async (projectId: string) =>
  (await readReport(instanceAdmin, { projectId })).tasks.map(({ computed: _, ...figures }) => figures);
const emptyAll = async () => {
  const tables = await pool().query<{ names: string }>(
    `select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'`,
  );
  await pool().query(`truncate ${tables.rows[0]?.names} cascade`);
};
test("a backup restored into an empty database gives every row back, and the same report", async () => {
  const study = await loadSmallStudy(smallBundle(4));
  await pool().query("update tasks set draft_run_id = (select id from runs where task_id = tasks.id limit 1)");
  const annotator = await member(study.projectId, "annotator");
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: acceptAll() });
  const lines = await collect();
  const before = await figuresOf(study.projectId);

  expect((await refusal(inTransaction(({ bare }) => restoreLines(bare, each(lines))))).message).toContain("in use");
  await emptyAll();
  expect((await refusal(inTrial(({ bare }) => restoreLines(bare, each(lines.slice(0, -1)))))).message).toContain("truncated");
  expect((await refusal(inTrial(({ bare }) => restoreLines(bare, each([...lines.slice(0, 3), "{"]))))).message).toContain("line 4");
  expect((await refusal(inTrial(({ bare }) => restoreLines(bare, each(['{"some":"file"}']))))).message).toContain("not a backup");

  await inTransaction(({ bare }) => restoreLines(bare, each(lines)));
  const again = await collect();
  expect(again.slice(1).toSorted()).toEqual(lines.slice(1).toSorted());
  expect(await figuresOf(study.projectId)).toEqual(before);
});

test("unfinished runs are restored as paused and say why, so that a copy calls no model by itself", async () => {
  await emptyAll();
  await loadSmallStudy(smallBundle(1));
  await pool().query("update runs set status = 'running'");
  const lines = await collect();
  await emptyAll();
  await inTransaction(({ bare }) => restoreLines(bare, each(lines)));
  const { rows } = await pool().query("select distinct status, error from runs");
  expect(rows).toEqual([{ status: "paused", error: expect.stringContaining("restored from a backup") }]);
});

test("a panel's rounds are restored wherever the table has the one that each goes on from", async () => {
  await emptyAll();
  const { taskId } = await loadSmallStudy(smallBundle(1));
  const made = `insert into criteria_rounds (id, task_id, number, items, status, closed_at) select lpad(n::text, 32, '0')::uuid, $1, n, '[]', 'closed', now() from generate_series(1, 102) n`;
  await pool().query(made, [taskId]);
  await pool().query("update criteria_rounds set previous_id = lpad('102', 32, '0')::uuid where number = 1");
  await pool().query("update criteria_rounds set anonymous = true where number > 1");
  const lines = await collect();
  await emptyAll();
  await inTransaction(({ bare }) => restoreLines(bare, each(lines)));
  const { rows } = await pool().query(
    "select number, right(previous_id::text, 3) as previous from criteria_rounds where previous_id is not null",
  );
  expect(rows).toEqual([{ number: 1, previous: "102" }]);
});

test("wrong passwords at an installation that nobody has set up yet do not keep a backup from being restored", async () => {
  await emptyAll();
  await loadSmallStudy(smallBundle(1));
  const wrongPassword = () => countAttempts(["sign-in|network|192.0.2.7"], 300);
  await wrongPassword();
  await wrongPassword();
  const { rows: earlier } = await pool().query("select * from rate_limits");
  const lines = await collect();
  expect(lines.join("")).not.toContain("192.0.2.7");
  const ofEarlierVersion = lines.toSpliced(-1, 0, `${JSON.stringify({ table: "rate_limits", batch: earlier })}\n`);
  for (const file of [lines, ofEarlierVersion]) {
    await emptyAll();
    await wrongPassword();
    await inTransaction(({ bare }) => restoreLines(bare, each(file)));
    expect((await pool().query("select key, count from rate_limits")).rows).toEqual([{ key: "sign-in|network|192.0.2.7", count: 1 }]);
  }
});

test("a watched judge is not asked from a copy until somebody there asks it to look", async () => {
  await emptyAll();
  await loadSmallStudy(smallBundle(1));
  const watch = (repeats: number) =>
    pool().query(
      `with w as (insert into judge_watches (task_id, judge_id, criteria_set_id, every_hours, repeats, looks, seed, next_at)
         select r.task_id, r.judge_id, (select id from criteria_sets limit 1), 24, $1, 30, 0, now() from runs r limit 1 returning id)
       insert into judge_watch_asks (watch_id, number, run_id) select w.id, 1, (select id from runs limit 1) from w returning watch_id as id`,
      [repeats],
    );
  await watch(1);
  await watch(2);
  expect(await listDueWatches()).toHaveLength(2);
  const lines = await collect();
  await emptyAll();
  await inTransaction(({ bare }) => restoreLines(bare, each(lines)));
  expect(await listDueWatches()).toEqual([]);
  const { rows } = await pool().query<{ id: string }>("select id from judge_watches where ended_at is null");
  for (const { id } of rows) {
    await advanceWatch(id);
    expect((await pool().query("select 1 from judge_watch_asks where watch_id = $1", [id])).rowCount).toBe(1);
    await lookAtJudge(instanceAdmin, { watchId: id });
  }
  expect((await listDueWatches()).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});
