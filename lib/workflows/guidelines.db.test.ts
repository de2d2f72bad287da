import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { taskContent } from "@/lib/domain/project";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { createTask } from "./create-task";
import { getTask } from "./get-task";
import { listGuidelines } from "./list-guidelines";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readGuidelines } from "./read-guidelines";
import { skipAssignment } from "./skip-assignment";
import { updateTask } from "./update-task";

temporaryDatabase();

async function withGuidelines(guidelines: string) {
  const study = await loadSmallStudy(smallBundle(4));
  const researcher = await member(study.projectId, "researcher", "Rita");
  if (guidelines !== "") await updateTask(researcher, { taskId: study.taskId, guidelines });
  const next = (actor: Actor) => nextAssignment(actor, { taskId: study.taskId });
  return { ...study, researcher, ann: await member(study.projectId, "annotator", "Ann"), next };
}

test("a sample is handed out only once its annotator has said that they read the guidelines", async () => {
  const { taskId, ann, next } = await withGuidelines("Read it once.");
  const asked = { assignmentId: null, why: null, gate: { kind: "guidelines", version: 1, text: "Read it once.", before: null } };
  expect(await next(ann)).toEqual(asked);
  expect(await next(ann)).toEqual(asked);
  await readGuidelines(ann, { taskId, version: 1 });
  await readGuidelines(ann, { taskId, version: 1 });
  const { assignmentId, gate } = await next(ann);
  expect(gate).toBeNull();
  expect((await openAssignment(ann, { assignmentId: assignmentId ?? "" })).task.guidelines).toBe("Read it once.");
});

test("one person's reading lets nobody else in", async () => {
  const { taskId, projectId, ann, next } = await withGuidelines("Read it once.");
  await readGuidelines(ann, { taskId, version: 1 });
  expect((await next(await member(projectId, "annotator"))).gate).toMatchObject({ kind: "guidelines" });
});

test("a new version asks again before the next sample, beside the version read before; the sample at hand stays", async () => {
  const { taskId, researcher, ann, next } = await withGuidelines("Read it once.");
  await readGuidelines(ann, { taskId, version: 1 });
  const { assignmentId } = await next(ann);
  await updateTask(researcher, { taskId, guidelines: "Read it twice." });
  expect(await next(ann)).toMatchObject({ assignmentId, gate: null });
  await skipAssignment(ann, { assignmentId: assignmentId ?? "", reason: "cut off" });
  expect((await next(ann)).gate).toEqual({ kind: "guidelines", version: 2, text: "Read it twice.", before: "Read it once." });
  await readGuidelines(ann, { taskId, version: 1 });
  expect((await next(ann)).gate).toMatchObject({ version: 2 });
  await readGuidelines(ann, { taskId, version: 2 });
  expect((await next(ann)).gate).toBeNull();
});

test("guidelines that were emptied, and a task without any, ask nobody to read", async () => {
  const { taskId, researcher, ann, next } = await withGuidelines("");
  expect((await next(ann)).gate).toBeNull();
  await updateTask(researcher, { taskId, guidelines: "Read it once." });
  await updateTask(researcher, { taskId, guidelines: "" });
  expect((await next(ann)).gate).toBeNull();
  expect((await listGuidelines(researcher, { taskId })).items.map(({ version, text }) => [version, text])).toEqual([
    [2, ""],
    [1, "Read it once."],
  ]);
});

test("a researcher sees each version, who wrote it and who has read it; saving the same text makes none", async () => {
  const { taskId, projectId, researcher, ann } = await withGuidelines("Read it once.");
  await updateTask(researcher, { taskId, guidelines: "Read it once.", description: "Another." });
  await readGuidelines(ann, { taskId, version: 1 });
  await updateTask(instanceAdmin, { taskId, guidelines: "Read it twice." });
  expect((await listGuidelines(researcher, { taskId })).items).toMatchObject([
    { version: 2, text: "Read it twice.", createdBy: instanceAdmin.userId, readBy: [] },
    { version: 1, text: "Read it once.", createdBy: "Rita", readBy: [{ name: "Ann" }] },
  ]);
  expect((await getTask(researcher, { taskId })).guidelines).toBe("Read it twice.");
  const created = await createTask(researcher, { projectId, ...taskContent.parse({ name: "Second", guidelines: "New." }) });
  expect((await listGuidelines(researcher, { taskId: created.id })).items).toMatchObject([{ version: 1, text: "New.", createdBy: "Rita" }]);
  await expect(listGuidelines(ann, { taskId })).rejects.toMatchObject({ code: "forbidden" });
});

test("two researchers who save different guidelines at once make two versions", async () => {
  const { taskId, researcher } = await withGuidelines("");
  await Promise.all(["One.", "Two.", "Three."].map((guidelines) => updateTask(researcher, { taskId, guidelines })));
  expect((await listGuidelines(researcher, { taskId })).items.map(({ version }) => version)).toEqual([3, 2, 1]);
});

test("guidelines of an imported study are its first version", async () => {
  const bundle = smallBundle(1);
  const { taskId } = await loadSmallStudy({ ...bundle, task: { ...bundle.task, guidelines: "Read first." } });
  expect((await listGuidelines(instanceAdmin, { taskId })).items).toMatchObject([{ version: 1, text: "Read first.", createdBy: null }]);
  const { rows } = await pool().query("select count(*)::int as n from guideline_versions where task_id = $1", [taskId]);
  expect(rows[0]?.n).toBe(1);
});
