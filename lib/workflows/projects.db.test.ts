import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { findActor } from "@/lib/db/actors";
import { pool } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { taskContent } from "@/lib/domain/project";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { createTask } from "./create-task";
import { deleteProject } from "./delete-project";
import { deleteTask } from "./delete-task";
import { getProject } from "./get-project";
import { getTask } from "./get-task";
import { importFile } from "./import-file";
import { listAudit } from "./list-audit";
import { listProjects } from "./list-projects";
import { listSamples } from "./list-samples";
import { listTasks } from "./list-tasks";
import { nextAssignment } from "./next-assignment";
import { updateProject } from "./update-project";
import { updateTask } from "./update-task";

temporaryInstance();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const content = (name: string) => taskContent.parse({ name });

test("an administrator creates a project and becomes its admin; others cannot create one", async () => {
  const admin = await makeAccount({ instanceAdmin: true });
  const project = await createProject(admin.actor, { name: "Stories", description: "Short ones" });
  expect(project).toMatchObject({
    name: "Stories",
    description: "Short ones",
    role: "admin",
    tasks: 0,
    samples: 0,
    annotators: 0,
    archivedAt: null,
  });
  const member = await pool().query("select role from memberships where project_id = $1 and user_id = $2", [project.id, admin.userId]);
  expect(member.rows).toEqual([{ role: "admin" }]);
  await expect(createProject(admin.actor, { name: "Stories", description: "" }).catch(codeOf)).resolves.toBe("already_exists");
  const researcher = await makeAccount({ roles: { [project.id]: "researcher" } });
  await expect(createProject(researcher.actor, { name: "Mine", description: "" }).catch(codeOf)).resolves.toBe("forbidden");
});

test("the command line, which has no account, can create a project too", async () => {
  const project = await createProject(instanceAdmin, { name: "From the command line", description: "" });
  expect(project.role).toBe("admin");
});

test("members see their own projects with their role, administrators all of them", async () => {
  const one = await createProject(instanceAdmin, { name: "List A", description: "" });
  const two = await createProject(instanceAdmin, { name: "List B", description: "" });
  const annotator = await makeAccount({ roles: { [one.id]: "annotator" } });
  expect((await listProjects(annotator.actor)).items.map((project) => [project.id, project.role])).toEqual([[one.id, "annotator"]]);
  expect((await listProjects(instanceAdmin)).items.map((project) => project.id)).toEqual(expect.arrayContaining([one.id, two.id]));
  await expect(getProject(annotator.actor, { projectId: two.id }).catch(codeOf)).resolves.toBe("not_found");
});

test("renaming keeps the description; archiving is recorded and can be undone", async () => {
  const { id } = await createProject(instanceAdmin, { name: "Before", description: "kept" });
  expect(await updateProject(instanceAdmin, { projectId: id, name: "After" })).toMatchObject({ name: "After", description: "kept" });
  expect((await updateProject(instanceAdmin, { projectId: id, archived: true })).archivedAt).not.toBeNull();
  expect((await updateProject(instanceAdmin, { projectId: id, archived: false })).archivedAt).toBeNull();
  const audit = await listAudit(instanceAdmin, { projectId: id, limit: 2 });
  expect(audit.items.map((event) => event.verb)).toEqual(["project.restore", "project.archive"]);
  const rest = await listAudit(instanceAdmin, { projectId: id, limit: 10, cursor: audit.nextCursor ?? "" });
  expect(rest.items.map((event) => event.verb)).toEqual(["project.update", "project.create"]);
  expect(rest.nextCursor).toBeNull();
});

test("a project or task is deleted, with everything in it, only when its name is typed", async () => {
  const study = await loadSmallStudy(smallBundle(2));
  const { name } = await getProject(instanceAdmin, { projectId: study.projectId });
  const researcher = await makeAccount({ roles: { [study.projectId]: "researcher" } });
  const task = { taskId: study.taskId, confirmName: "Answers" };
  await expect(deleteTask(researcher.actor, task).catch(codeOf)).resolves.toBe("forbidden");
  await expect(deleteTask(instanceAdmin, { ...task, confirmName: "answers" }).catch(codeOf)).resolves.toBe("invalid_input");
  await deleteTask(instanceAdmin, task);
  const { actor: anyAdmin } = await makeAccount({ instanceAdmin: true });
  await expect(getTask((await findActor(anyAdmin.userId)) ?? anyAdmin, study).catch(codeOf)).resolves.toBe("not_found");
  await expect(deleteProject(instanceAdmin, { projectId: study.projectId, confirmName: "x" }).catch(codeOf)).resolves.toBe("invalid_input");
  await deleteProject(instanceAdmin, { projectId: study.projectId, confirmName: name });
  const left = await pool().query("select verb, details from audit_events where target_id = $1 and project_id is null", [study.projectId]);
  expect(left.rows).toEqual([{ verb: "project.delete", details: { name } }]);
});

test("changing one field of a task leaves the rest unchanged", async () => {
  const project = await createProject(instanceAdmin, { name: "Tasks", description: "" });
  const task = await createTask(instanceAdmin, { projectId: project.id, ...content("First"), guidelines: "Read slowly." });
  const changed = await updateTask(instanceAdmin, { taskId: task.id, arm: "blind", annotatorsPerSample: 3 });
  expect(changed).toEqual({ ...task, arm: "blind", annotatorsPerSample: 3 });
  await expect(createTask(instanceAdmin, { projectId: project.id, ...content("First") }).catch(codeOf)).resolves.toBe("already_exists");
  const other = crypto.randomUUID();
  await expect(updateTask(instanceAdmin, { taskId: task.id, draftRunId: other }).catch(codeOf)).resolves.toBe("invalid_input");
});

test("a run whose drafts cannot be shown to annotators cannot be chosen, and the reply says why", async () => {
  const study = await ratedStudy("pointwise", []);
  const judge = await study.addJudge("J");
  const plain = await study.addRun({ judge, drafts: drafts([4]) });
  const swapped = await study.addRun({ judge, variant: "swapped", drafts: drafts([4]) });
  const empty = await study.addRun({ judge, drafts: [] });
  const other = await ratedStudy("pointwise", []);
  const choose = (draftRunId: string) =>
    updateTask(instanceAdmin, { taskId: study.taskId, draftRunId }).then(
      (task) => task.draftRunId,
      ({ code, message }: AppError) => `${code}: ${message}`,
    );
  expect(await choose(swapped)).toBe("invalid_input: This run swapped the outputs of each pair to test the judge.");
  expect(await choose(empty)).toBe("invalid_input: This run has drafted nothing yet.");
  expect(await choose(await other.addRun({ judge, drafts: drafts([4]) }))).toBe("invalid_input: This run drafted no samples of this task.");
  expect(await choose(plain)).toBe(plain);
  await pool().query("insert into criteria_sets (task_id, version, status, published_at) values ($1, 2, 'published', now())", [
    study.taskId,
  ]);
  expect(await choose(plain)).toBe("invalid_input: This run drafted other criteria than the published ones.");
});

test("a task counts its samples, drafts and work, and what is left for the person asking", async () => {
  const study = await loadSmallStudy(smallBundle(4));
  const annotator = await makeAccount({ roles: { [study.projectId]: "annotator" } });
  const before = await getTask(annotator.actor, study);
  expect((await getTask(instanceAdmin, study)).counts).toEqual({
    samples: 4,
    samplesToRate: 4,
    inputs: 2,
    criteria: 2,
    drafts: 8,
    samplesWithoutDraft: 0,
    assignmentsOpen: 0,
    assignmentsSubmitted: 0,
    samplesFinished: 0,
  });
  expect(before.mine).toEqual({ submitted: 0, skipped: 0, open: 0, available: 4 });
  expect(before.publishedSet).toEqual({ id: expect.any(String), version: 1 });

  const { assignmentId } = await nextAssignment(annotator.actor, study);
  const during = await getTask(annotator.actor, study);
  expect(during.mine).toEqual({ submitted: 0, skipped: 0, open: 1, available: 3 });
  await pool().query("update assignments set status = 'submitted', submitted_at = now() where id = $1", [assignmentId]);
  await updateTask(instanceAdmin, { taskId: study.taskId, annotatorsPerSample: 1 });
  const [after] = (await listTasks(annotator.actor, study)).items;
  expect((await getTask(instanceAdmin, study)).counts).toMatchObject({ assignmentsOpen: 0, assignmentsSubmitted: 1, samplesFinished: 1 });
  expect(after?.mine).toEqual({ submitted: 1, skipped: 0, open: 0, available: 3 });
  await updateTask(instanceAdmin, { taskId: study.taskId, archived: true });
  expect((await getTask(annotator.actor, study)).mine.available).toBe(0);
});

test("samples come in import order, page by page, and can be searched", async () => {
  const study = await loadSmallStudy(smallBundle(5));
  const first = await listSamples(instanceAdmin, { taskId: study.taskId, limit: 2 });
  expect(first.items.map((sample) => sample.externalId)).toEqual(["s1", "s2"]);
  expect(first).toMatchObject({ total: 5, items: [{ drafts: 2, submitted: 0, system: "alpha-system" }, {}] });
  const second = await listSamples(instanceAdmin, { taskId: study.taskId, limit: 2, cursor: first.nextCursor ?? "" });
  const third = await listSamples(instanceAdmin, { taskId: study.taskId, limit: 2, cursor: second.nextCursor ?? "" });
  expect([...second.items, ...third.items].map((sample) => sample.externalId)).toEqual(["s3", "s4", "s5"]);
  expect(third.nextCursor).toBeNull();
  const searched = await listSamples(instanceAdmin, { taskId: study.taskId, limit: 10, search: "ANSWER 3" });
  expect(searched.items.map((sample) => sample.externalId)).toEqual(["s4"]);
  expect((await listSamples(instanceAdmin, { taskId: study.taskId, limit: 10, search: "%" })).items).toEqual([]);
  await expect(listSamples(instanceAdmin, { taskId: study.taskId, limit: 2, cursor: "x" }).catch(codeOf)).resolves.toBe("bad_request");
});

test("a page of very long samples ends early, and the next one continues from there", async () => {
  const study = await loadSmallStudy(smallBundle(4));
  await pool().query("update samples set output = repeat('x', 5000000) where task_id = $1", [study.taskId]);
  const lengths: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listSamples(instanceAdmin, { taskId: study.taskId, limit: 50, cursor });
    lengths.push(page.items.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(lengths).toEqual([2, 2]);
});

test("samples with imported ratings are finished once as many people have rated them as the task asks", async () => {
  const { id: projectId } = await createProject(instanceAdmin, { name: "Imported", description: "" });
  const add = (fileName: string, lines: string[]) =>
    importFile(instanceAdmin, {
      ...{ projectId, fileName, taskName: "Answers", format: "csv" as const, skipBadRows: false },
      scale: { min: 1, max: 5, step: 1, levels: [] },
      body: Readable.from([Buffer.from(lines.join("\n"))]),
    });
  await add("samples.csv", ["id,input,output", ...[1, 2, 3].map((n) => `${n},Question ${n}?,Answer ${n}.`)]);
  const rating = (sample: number, rater: string) => `${sample},Clear,${rater},annotator,3`;
  const rows = [rating(1, "Ann"), rating(1, "Ben"), rating(2, "Ann"), rating(2, "Ben"), rating(3, "Ann")];
  await add("ratings.csv", ["sample_id,criterion,rater,rater_kind,score", ...rows]);
  const [task] = (await listTasks(instanceAdmin, { projectId })).items;
  const taskId = task?.id ?? "";
  const finished: number[] = [];
  for (const annotatorsPerSample of [1, 2, 3]) {
    await updateTask(instanceAdmin, { taskId, annotatorsPerSample });
    finished.push((await getTask(instanceAdmin, { taskId })).counts.samplesFinished);
  }
  expect(finished).toEqual([3, 2, 0]);
});
