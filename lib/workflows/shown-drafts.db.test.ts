import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { inSnapshot, pool } from "@/lib/db/client";
import { exportEvaluations } from "@/lib/db/export-evaluations";
import { listExportTasks } from "@/lib/db/export-windows";
import { exportRatings } from "@/lib/db/exports";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks } from "@/lib/db/report-tasks";
import { ratingRows } from "@/lib/domain/rating-columns";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { getTask } from "./get-task";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";
import { updateTask } from "./update-task";

temporaryDatabase();

/** A study whose judge drafted only the first samples, and only the first criterion of the next one. */
async function partlyDrafted(samples: number, drafted: number) {
  const bundle = smallBundle(samples);
  const whole = new Set(bundle.samples.slice(0, drafted).map((sample) => sample.externalId));
  const half = bundle.samples[drafted]?.externalId;
  for (const judge of bundle.judges)
    judge.drafts = judge.drafts.filter((draft) => whole.has(draft.sampleId) || (draft.sampleId === half && draft.criterion === "Clear"));
  const study = await loadSmallStudy(bundle);
  return { ...study, annotator: await member(study.projectId, "annotator") };
}

/** An assignment with a draft for its first criterion only, as earlier versions could hand out; the removed draft can be restored. */
async function halfShown() {
  const study = await loadSmallStudy(smallBundle(1));
  const annotator = await member(study.projectId, "annotator");
  const id = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  const [clear = "", truth = ""] = study.criteria;
  await pool().query("create table if not exists kept as select * from drafts limit 0");
  await pool().query("with gone as (delete from drafts where criterion_id = $1 returning *) insert into kept select * from gone", [truth]);
  const draftComes = () => pool().query("insert into drafts select * from kept where criterion_id = $1", [truth]);
  return { ...study, annotator, assignmentId: id, clear, truth, draftComes };
}

test("a task without any drafts says so and how to go on without a model, and going on works", async () => {
  const bundle = smallBundle(2);
  const { projectId, taskId } = await loadSmallStudy({ ...bundle, judges: [] });
  const annotator = await member(projectId, "annotator");
  const refused = await refusal(nextAssignment(annotator, { taskId }));
  expect(refused).toMatchObject({ code: "conflict", message: expect.stringMatching(/there are none yet.*score without drafts/) });
  await updateTask(await member(projectId, "researcher"), { taskId, arm: "blind" });
  const { assignmentId } = await nextAssignment(annotator, { taskId });
  expect((await openAssignment(annotator, { assignmentId: assignmentId ?? "" })).arm).toBe("blind");
});

describe("a task whose run drafted 3 of 24 samples", () => {
  test("hands out only samples with a draft for each criterion, then says why there are no more", async () => {
    const { annotator, taskId, criteria } = await partlyDrafted(24, 3);
    for (let turn = 0; turn < 3; turn++) {
      const { assignmentId } = await nextAssignment(annotator, { taskId });
      const opened = await openAssignment(annotator, { assignmentId: assignmentId ?? "" });
      expect(opened.units.map((unit) => unit.draft !== null)).toEqual([true, true]);
      for (const criterionId of criteria) await saveActions(annotator, { assignmentId: opened.id, criterionId, actions: acceptAll() });
      await submitAssignment(annotator, { assignmentId: opened.id });
    }
    const { assignmentId, why } = await nextAssignment(annotator, { taskId });
    expect(assignmentId).toBeNull();
    expect(why).toMatch(/21 samples lack a draft/);
  });

  test("shows the researcher how many lack one, and counts only the others as available", async () => {
    const { projectId, taskId } = await partlyDrafted(24, 3);
    const task = await getTask(await member(projectId, "researcher"), { taskId });
    expect(task.counts.samplesWithoutDraft).toBe(21);
    expect(task.mine.available).toBe(3);
  });

  test("hands out every sample in the blind arm", async () => {
    const { annotator, projectId, taskId } = await partlyDrafted(4, 1);
    await pool().query("update tasks set arm = 'blind' where id = $1", [taskId]);
    const task = await getTask(await member(projectId, "researcher"), { taskId });
    expect([task.counts.samplesWithoutDraft, task.mine.available]).toEqual([0, 4]);
    expect((await nextAssignment(annotator, { taskId })).assignmentId).not.toBeNull();
  });
});

describe("a unit that was shown no draft", () => {
  test("is blind in the report and in every export, beside a drafted one of the same sample", async () => {
    const { annotator, projectId, taskId, assignmentId, clear, truth, draftComes } = await halfShown();
    await saveActions(annotator, { assignmentId, criterionId: clear, actions: acceptAll() });
    const added = action({ kind: "add", itemKind: "evidence", text: "my own line", parentId: null });
    const scored = action({ kind: "set-score", score: 2, reasonCode: "other", parentId: added.id });
    await saveActions(annotator, { assignmentId, criterionId: truth, actions: [added, scored] });
    await submitAssignment(annotator, { assignmentId });
    await draftComes();

    const [task] = await listReportTasks(projectId, taskId);
    if (!task) throw new Error("there is a task");
    const data = await readReportData(task);
    const arms = ratingRows(data.ratings)
      .filter((rating) => rating.arm !== null)
      .map((rating) => [rating.criterion, rating.arm]);
    expect(arms.sort()).toEqual([
      [0, "drafted"],
      [1, "blind"],
    ]);
    expect(new Set(data.draftWork().actionCounts.map((counts) => counts.criterion))).toEqual(new Set([0]));
    expect(data.draftWork().reasonCounts).toEqual([]);

    const [exported] = await listExportTasks(projectId, taskId);
    if (!exported) throw new Error("there is a task");
    const table = await text(Readable.from(inSnapshot((tx) => exportRatings(tx, exported))));
    const rows = table
      .split("\n")
      .map((line) => line.split(","))
      .filter((cells) => cells[7] === "annotator")
      .map((cells) => [cells[3], cells[8]]);
    const whole: [string, unknown, boolean][] = [];
    for await (const row of inSnapshot((tx) => exportEvaluations(tx, exported))) whole.push([row.criterion, row.arm, row.draft !== null]);
    expect(rows.sort()).toEqual([
      ["Clear", "drafted"],
      ["True", "blind"],
    ]);
    expect(whole.sort()).toEqual([
      ["Clear", "drafted", true],
      ["True", "blind", false],
    ]);
  });

  test("stays without one if its run drafts it later", async () => {
    const { annotator, assignmentId, truth, draftComes } = await halfShown();
    const scored = action({ kind: "set-score", score: 2, parentId: null });
    await saveActions(annotator, { assignmentId, criterionId: truth, actions: [scored] });
    await draftComes();
    const opened = await openAssignment(annotator, { assignmentId });
    expect(opened.units.map((unit) => unit.draft !== null)).toEqual([true, false]);
    const accepts = action({ kind: "accept", itemId: "0", parentId: scored.id });
    expect((await refusal(saveActions(annotator, { assignmentId, criterionId: truth, actions: [accepts] }))).code).toBe("invalid_input");
  });
});

test("opening and saving agree that the arm blind-then-drafted shows no draft", async () => {
  const { annotator, assignmentId, clear } = await halfShown();
  await pool().query("update assignments set arm = 'blind-then-drafted' where id = $1", [assignmentId]);
  expect((await openAssignment(annotator, { assignmentId })).units.map((unit) => unit.draft)).toEqual([null, null]);
  const refused = await refusal(saveActions(annotator, { assignmentId, criterionId: clear, actions: acceptAll() }));
  expect(refused.code).toBe("invalid_input");
  const scored = action({ id: randomUUID(), kind: "set-score", score: 2, parentId: null });
  const saved = await saveActions(annotator, { assignmentId, criterionId: clear, actions: [scored] });
  expect(saved.evaluation).toEqual({ score: 2, complete: true });
});
