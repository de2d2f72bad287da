import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { exportProject } from "@/lib/workflows/export-project";
import { importBundle } from "@/lib/workflows/import-bundle";
import { importFile } from "@/lib/workflows/import-file";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { reopenAssignment } from "@/lib/workflows/reopen-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { undoImport } from "@/lib/workflows/undo-import";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { db, inTransaction, pool } from "./client";
import { deleteProjectRow } from "./deletions";
import { addDerivedCriteria, createDerivedSet } from "./derived-sets";
import { unpackedWork } from "./packed-ratings";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";

temporaryDatabase();

interface Packed {
  id: string;
  status: string;
  packed: Buffer | null;
}

/** The work of a task as it is packed, and as it would be now: criterion, score and time of each rating, by assignment. */
async function packedOf(taskId: string) {
  const columns = (packed: string) => `uuid_send(a.id) || int8send(0) || ${packed}`;
  const { rows } = await pool().query<Packed & { now: Buffer }>(
    `select a.id, a.status, ${columns("a.packed_ratings")} as packed, ${columns("pack_ratings(a.id)")} as now from assignments a where a.task_id = $1 order by a.id`,
    [taskId],
  );
  const { rows: criteria } = await pool().query<{ position: number; name: string }>(
    "select c.position, c.name from criteria c where c.criteria_set_id in (select a.criteria_set_id from assignments a where a.task_id = $1)",
    [taskId],
  );
  const read = (work: Buffer) => {
    const packed = { raterId: "one", arm: "blind" as const, imported: true, runId: null, again: false, assignments: 1, work };
    const groups = unpackedWork([packed], { placeOf: () => 0, criteria: new Map(criteria.map(({ position, name }) => [position, name])) });
    return groups.map(({ criterionId, scores, work: { durations } }) => `${criterionId} ${scores.join()} ${durations.join()}`).sort();
  };
  return rows
    .filter(({ status }) => status === "submitted")
    .map(({ packed, now }) => ({ packed: packed === null ? null : read(packed), now: read(now) }));
}

/** What is packed of a task's submitted work, after it was found to be what its evaluations say. */
async function agreed(taskId: string) {
  const all = await packedOf(taskId);
  for (const { packed, now } of all) expect(packed ?? now).toEqual(now);
  return all.map(({ packed }) => packed).sort();
}

const bytesOf = async function* (text: string) {
  yield new TextEncoder().encode(text);
};

const importInto = (projectId: string, fileName: string, text: string) =>
  importFile(instanceAdmin, { projectId, taskName: "Answers", fileName, format: "auto", body: bytesOf(text), skipBadRows: false });

async function rate(actor: Actor, assignmentId: string, score: number | null) {
  for (const { criterionId } of (await openAssignment(actor, { assignmentId })).units) {
    const actions = score === null ? acceptAll() : [{ ...(acceptAll()[0] ?? expect.unreachable()), kind: "set-score" as const, score }];
    await saveActions(actor, { assignmentId, criterionId, actions });
  }
}

test("work is packed when it is submitted, and anew when it was reopened and is submitted again", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(3));
  const ann = await member(projectId, "annotator", "Ann");
  const assignmentId = (await nextAssignment(ann, { taskId })).assignmentId ?? "";
  await rate(ann, assignmentId, null);
  expect(await agreed(taskId)).toEqual([]);
  await submitAssignment(ann, { assignmentId });
  expect(await agreed(taskId)).toEqual([["Clear 4 0", "True 4 0"]]);
  await reopenAssignment(ann, { assignmentId });
  const { units } = await openAssignment(ann, { assignmentId });
  const [first] = units;
  const last = first?.actions.at(-1)?.id ?? null;
  const revision = {
    ...(acceptAll()[0] ?? expect.unreachable()),
    kind: "set-score" as const,
    itemId: null,
    itemKind: null,
    score: 2,
    parentId: last,
  };
  await saveActions(ann, { assignmentId, criterionId: first?.criterionId ?? "", actions: [revision] });
  expect(await agreed(taskId)).toEqual([]);
  await submitAssignment(ann, { assignmentId });
  expect(await agreed(taskId)).toEqual([["Clear 2 0", "True 4 0"]]);
});

test("imported work is packed, with ratings that a later import adds and without those that are taken back", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(3));
  await importInto(
    projectId,
    "first.csv",
    "sample_id,criterion,rater,rater_kind,score,started_at,ended_at\ns1,Clear,Eve,annotator,3,2026-01-01T10:00:00Z,2026-01-01T10:00:07Z\ns2,Clear,Eve,annotator,5,,\ns2,True,Eve,annotator,1,,\n",
  );
  const first = [["Clear 3 7000"], ["Clear 5 NaN", "True 1 NaN"]];
  expect(await agreed(taskId)).toEqual(first);
  const added = await importInto(
    projectId,
    "more.csv",
    "sample_id,criterion,rater,rater_kind,score\ns1,True,Eve,annotator,2\ns3,True,Eve,annotator,4\n",
  );
  expect(await agreed(taskId)).toEqual([["Clear 3 7000", "True 2 NaN"], ["Clear 5 NaN", "True 1 NaN"], ["True 4 NaN"]]);
  await undoImport(instanceAdmin, { importId: added.id });
  expect(await agreed(taskId)).toEqual([["Clear 5 NaN", "True 1 NaN"], null]);
});

test("two imports that add to the same work at once both leave their ratings in it", async () => {
  const small = smallBundle(2);
  const third = { ...(small.criteria[0] ?? expect.unreachable()), name: "Kind" };
  const { projectId, taskId } = await loadSmallStudy({ ...small, criteria: [...small.criteria, third] });
  const add = (criterion: string, score: number) =>
    importInto(projectId, `${criterion}.csv`, `sample_id,criterion,rater,rater_kind,score\ns1,${criterion},Eve,annotator,${score}\n`);
  await add("Clear", 3);
  const holder = await pool().connect();
  const waiting = async () =>
    (await pool().query("select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .rows[0].n;
  await holder.query("begin");
  await holder.query("select id from assignments where task_id = $1 for no key update", [taskId]);
  const first = add("True", 1);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const second = add("Kind", 5);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  await holder.query("commit");
  holder.release();
  await Promise.all([first, second]);
  expect(await agreed(taskId)).toEqual([["Clear 3 NaN", "Kind 5 NaN", "True 1 NaN"]]);
});

test("scores by a criterion that a judge made for a sample are not counted under the one in its place", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(2));
  const one = async (of: string) => (await pool().query<{ id: string }>(of, [taskId])).rows[0]?.id ?? "";
  const runId = await one("select id from runs where task_id = $1");
  const sampleId = await one("select id from samples where task_id = $1 order by position");
  await createDerivedSet(db(), { id: runId, taskId });
  const scale = { min: 1, max: 5, step: 1, levels: [] };
  const [made] = await addDerivedCriteria(db(), runId, sampleId, [{ name: "Depth", definition: "", scale, overall: false }]);
  const ann = await member(projectId, "annotator", "Ann");
  for (const _ of ["first", "second"]) {
    const assignmentId = (await nextAssignment(ann, { taskId })).assignmentId ?? "";
    for (const { criterionId } of (await openAssignment(ann, { assignmentId })).units) {
      const actions = criterionId === made ? [action({ kind: "set-score", score: 1, parentId: null })] : acceptAll();
      await saveActions(ann, { assignmentId, criterionId, actions });
    }
    await submitAssignment(ann, { assignmentId });
  }
  expect(await agreed(taskId)).toEqual([
    ["Clear 4 0", "True 4 0"],
    ["Clear 4 0", "True 4 0"],
  ]);
  const [task] = await listReportTasks(projectId, taskId);
  const { ratings, raters, criteria } = await readReportData(task ?? expect.unreachable());
  const rated = Array.from(
    ratings.score,
    (score, n) => `${raters[ratings.rater[n] ?? -1]?.name} ${criteria[ratings.criterion[n] ?? -1]?.name} ${score}`,
  );
  expect(rated.filter((text) => text.startsWith("Ann"))).toEqual(["Ann Clear 4", "Ann Clear 4", "Ann True 4", "Ann True 4"]);
});

test("a bundle's work is packed here, whatever the bundle says", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(2));
  await importInto(
    projectId,
    "work.csv",
    "sample_id,criterion,rater,rater_kind,score\ns1,Clear,Eve,annotator,3\ns2,True,Eve,annotator,1\n",
  );
  const { body } = await exportProject(instanceAdmin, { projectId, format: "redline" });
  const lines = gunzipSync(await buffer(body as AsyncIterable<Uint8Array>)).toString();
  expect(lines).not.toContain('"packed_ratings":');
  const forged = lines.replaceAll('"swapped":', '"packed_ratings":"\\\\x00000000","swapped":');
  expect(forged).not.toBe(lines);
  await inTransaction((tx) => deleteProjectRow(tx, projectId));
  await removeDeleted();
  await importBundle(instanceAdmin, { name: "Back", fileName: "study.redline.gz", body: Readable.from([gzipSync(forged)]) });
  expect(await agreed(taskId)).toEqual([["Clear 3 NaN"], ["True 1 NaN"]]);
});

test("a generated study's work is packed", async () => {
  const { taskId } = await insertGeneratedStudy("Generated", { samples: 10, criteria: 2, annotators: 3, ratersPerSample: 2 }, [
    "One.",
    "Two.",
  ]);
  const all = await agreed(taskId);
  expect(all).toHaveLength(18);
  expect(all).not.toContain(null);
});
