import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { deleteGoldSample } from "@/lib/workflows/delete-gold-sample";
import { exportProject } from "@/lib/workflows/export-project";
import { getTask } from "@/lib/workflows/get-task";
import { importBundle } from "@/lib/workflows/import-bundle";
import { importFile } from "@/lib/workflows/import-file";
import { listTasks } from "@/lib/workflows/list-tasks";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { openAssignment } from "@/lib/workflows/open-assignment";
import { reopenAssignment } from "@/lib/workflows/reopen-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { saveGoldSample } from "@/lib/workflows/save-gold-sample";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { undoImport } from "@/lib/workflows/undo-import";
import { updateTask } from "@/lib/workflows/update-task";
import { inTransaction, pool } from "./client";
import { deleteProjectRow } from "./deletions";

temporaryDatabase();

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

/** Accepts the draft of the next sample in every respect; returns the open assignment. */
async function acceptNext(actor: Actor, taskId: string): Promise<string> {
  const assignmentId = (await nextAssignment(actor, { taskId })).assignmentId ?? "";
  for (const { criterionId } of (await openAssignment(actor, { assignmentId })).units)
    await saveActions(actor, { assignmentId, criterionId, actions: acceptAll() });
  return assignmentId;
}

/** What the counts mean, in statements of their own. */
async function recounted(taskId: string): Promise<Record<string, number>> {
  const rated = `select sample_id, count(*) as ratings, bool_or(a.import_id is not null) as imported from assignments a join criteria_sets s on s.id = a.criteria_set_id
    where a.task_id = $1 and a.status = 'submitted' and a.purpose = 'work' and s.status = 'published' group by sample_id`;
  const { rows } = await pool().query(
    `with t as (select annotators_per_sample as wanted from tasks where id = $1), rated as (${rated}),
       s as (select * from samples where task_id = $1), gold as (select sample_id from gold_samples where task_id = $1)
     select (select count(*) from s)::int as samples, (select count(distinct input_key) from s)::int as inputs,
       (select count(*) from s where id not in (select sample_id from gold))::int as "samplesToRate",
       (select coalesce(sum(ratings), 0) from rated)::int as "assignmentsSubmitted",
       (select count(*) from assignments where task_id = $1 and status = 'open' and purpose = 'work')::int as "assignmentsOpen",
       case when (select bool_or(imported) from rated)
         then (select count(*) from rated, t where ratings >= wanted and sample_id not in (select sample_id from gold))
         else (select count(*) from s, t where filled_slots >= wanted and id not in (select sample_id from gold)
           and not exists (select from assignments a where a.sample_id = s.id and a.status = 'open')) end::int as "samplesFinished"`,
    [taskId],
  );
  return rows[0];
}

test("a task's counts follow each change, though they are kept as long as nothing changes", async () => {
  const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(6));
  await updateTask(instanceAdmin, { taskId, annotatorsPerSample: 1 });
  const people = { ann: await member(projectId, "annotator", "Ann"), ben: await member(projectId, "annotator", "Ben") };
  const seen: number[][] = [];
  const agree = async () => {
    const { counts } = await getTask(instanceAdmin, { taskId });
    expect(counts).toMatchObject(await recounted(taskId));
    expect((await listTasks(instanceAdmin, { projectId })).items[0]?.counts).toEqual(counts);
    const { samples, samplesToRate, inputs, assignmentsSubmitted, samplesFinished } = counts;
    seen.push([samples, samplesToRate, inputs, assignmentsSubmitted, samplesFinished]);
  };
  const bring = (fileName: string, text: string) =>
    importFile(instanceAdmin, { projectId, taskName: "Answers", fileName, format: "auto", body: bytesOf(text), skipBadRows: false });
  const rate = async (who: keyof typeof people) => {
    const assignmentId = await acceptNext(people[who], taskId);
    await agree();
    await submitAssignment(people[who], { assignmentId });
    await agree();
    return assignmentId;
  };
  await agree();
  const own = await rate("ann");
  await rate("ben");
  await reopenAssignment(people.ann, { assignmentId: own });
  await agree();
  await submitAssignment(people.ann, { assignmentId: own });
  await agree();
  const { rows: free } = await pool().query("select id from samples where task_id = $1 and filled_slots = 0 order by position", [taskId]);
  const answers = criteria.map((criterionId) => ({ criterionId, score: 3, tolerance: 0, why: "" }));
  await saveGoldSample(instanceAdmin, { taskId, sampleId: free.at(-1).id, use: "hidden", note: "", answers });
  await agree();
  const samples = await bring(
    "more.csv",
    "id,input,output\nn1,A new question?,An answer.\nn2,A new question?,Another.\nn3,Yet another?,No.\n",
  );
  await agree();
  const ratings = ["n1", "n2", "s5", "s6"].map((id) => `${id},Clear,Eve,annotator,3`);
  const work = await bring("work.csv", `sample_id,criterion,rater,rater_kind,score\n${ratings.join("\n")}\n`);
  await agree();
  await updateTask(instanceAdmin, { taskId, annotatorsPerSample: 2 });
  await agree();
  await updateTask(instanceAdmin, { taskId, annotatorsPerSample: 1 });
  await agree();
  await deleteGoldSample(instanceAdmin, { taskId, sampleId: free.at(-1).id });
  await agree();
  await pool().query("update assignments set purpose = 'planted' where id = $1", [own]);
  await agree();
  await undoImport(instanceAdmin, { importId: work.id });
  await agree();
  await undoImport(instanceAdmin, { importId: samples.id });
  await agree();
  // Samples, those to rate, inputs, submitted assignments and finished samples.
  expect(seen).toEqual([
    [6, 6, 3, 0, 0],
    [6, 6, 3, 0, 0],
    [6, 6, 3, 1, 1],
    [6, 6, 3, 1, 1],
    [6, 6, 3, 2, 2],
    [6, 6, 3, 1, 1],
    [6, 6, 3, 2, 2],
    [6, 5, 3, 2, 2],
    [9, 8, 5, 2, 2],
    [9, 8, 5, 6, 5],
    [9, 8, 5, 6, 0],
    [9, 8, 5, 6, 5],
    [9, 9, 5, 6, 6],
    [9, 9, 5, 5, 5],
    [9, 9, 5, 1, 2],
    [6, 6, 3, 1, 2],
  ]);
});

test("a project that was deleted and imported again is counted anew, though its counter of changes begins again too", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(1));
  const { body } = await exportProject(instanceAdmin, { projectId, format: "redline" });
  const bundle = await buffer(body as AsyncIterable<Uint8Array>);
  const changes = async () => (await pool().query("select sum(count)::int as n from task_changes where task_id = $1", [taskId])).rows[0].n;
  const bringBack = async () => {
    await inTransaction((tx) => deleteProjectRow(tx, projectId));
    await removeDeleted();
    await importBundle(instanceAdmin, { name: "Back", fileName: "study.redline.gz", body: Readable.from([bundle]) });
  };
  await bringBack();
  const fresh = await changes();
  const ann = await member(projectId, "annotator", "Ann");
  await submitAssignment(ann, { assignmentId: await acceptNext(ann, taskId) });
  expect((await getTask(instanceAdmin, { taskId })).counts).toMatchObject(await recounted(taskId));
  const submitted = await changes();
  await bringBack();
  expect(await changes()).toBe(fresh);
  for (let n = fresh; n < submitted; n++) await pool().query("update samples set subset = 'easy' where task_id = $1", [taskId]);
  expect(await changes()).toBe(submitted);
  expect((await getTask(instanceAdmin, { taskId })).counts).toMatchObject(await recounted(taskId));
});
