import { expect, test } from "vitest";
import { inTransaction, inTrial, pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { readReport } from "@/lib/workflows/read-report";
import { saveActions } from "@/lib/workflows/save-actions";
import { backupLines, restoreLines } from "./backup";

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
