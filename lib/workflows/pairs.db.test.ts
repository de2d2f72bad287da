import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { tarHeader, tarPadding } from "@/lib/datasets/tar";
import { pool } from "@/lib/db/client";
import { taskContent } from "@/lib/domain/project";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { smallPairs } from "@/lib/testing/small-pairs";
import { action, instanceAdmin, loadSmallStudy, member } from "@/lib/testing/small-study";
import { pairStudy } from "@/prisma/seed/demo-pairs";
import { commitImport } from "./commit-import";
import { createCriteriaSet } from "./create-criteria-set";
import { createProject } from "./create-project";
import { createTask } from "./create-task";
import { exportProject } from "./export-project";
import { listCriteriaSets } from "./list-criteria-sets";
import { listSamples } from "./list-samples";
import { listTasks } from "./list-tasks";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { publishCriteriaSet } from "./publish-criteria-set";
import { readGuidelines } from "./read-guidelines";
import { saveActions } from "./save-actions";
import { saveCriteriaActions } from "./save-criteria-actions";
import { stageImport } from "./stage-import";
import { submitAssignment } from "./submit-assignment";
import { undoImport } from "./undo-import";
import { updateTask } from "./update-task";

temporaryDatabase();

async function* bytesOf(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

const newProject = async () => (await createProject(instanceAdmin, { name: `Pairs ${crypto.randomUUID()}`, description: "" })).id;

async function bring(projectId: string, fileName: string, file: string | Uint8Array, taskName?: string) {
  const staged = await stageImport(instanceAdmin, { projectId, fileName, taskName, format: "auto", body: bytesOf(file) });
  expect(staged.problems).toEqual([]);
  return commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false });
}

const pairs = "id,input,output_a,output_b,system_a,system_b,label,subset\n1,q,x,y,s,t,2,Hard\n2,r,x,y,s,t,tie,\n";

async function fixtureFolder(): Promise<Uint8Array> {
  const folder = join(process.cwd(), "lib/testing/llmbar");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  const parts: Uint8Array[] = [];
  for (const [index, name] of names.entries()) {
    const bytes = await readFile(join(folder, name));
    parts.push(tarHeader(`llmbar/${name}`, bytes.byteLength), bytes, tarPadding(bytes.byteLength, index === names.length - 1));
  }
  return Buffer.concat(parts);
}

describe("a task that compares pairs", () => {
  test("has its criterion as soon as pairs are imported, and blind work can start immediately", async () => {
    const projectId = await newProject();
    const done = await bring(projectId, "pairs.csv", pairs);
    expect(done.counts).toMatchObject({ samples: 2, tasks: 1, criteria: 1 });
    const [task] = (await listTasks(instanceAdmin, { projectId })).items;
    const taskId = task?.id ?? "";
    expect(task).toMatchObject({ kind: "pairwise", publishedSet: { version: 1 }, counts: { criteria: 1 } });
    await updateTask(instanceAdmin, { taskId, arm: "blind" });
    const annotator = await member(projectId, "annotator");
    const { assignmentId } = await nextAssignment(annotator, { taskId });
    expect((await openAssignment(annotator, { assignmentId: assignmentId ?? "" })).criteria).toMatchObject([
      { name: "Preference", overall: true, scale: { min: -1, max: 1, step: 1 } },
    ]);
    const samples = (await listSamples(instanceAdmin, { taskId, limit: 10 })).items;
    expect(samples).toMatchObject([
      { outputB: "y", systemB: "t", goldLabel: "B", subset: "Hard", metadata: {} },
      { goldLabel: "tie", subset: null },
    ]);
    expect((await bring(projectId, "pairs.csv", pairs)).counts).toMatchObject({ samples: 0, samplesUnchanged: 2, criteria: 0 });
  });

  test("has it from the start when created by hand, keeps its kind, and is deleted when its import is undone", async () => {
    const projectId = await newProject();
    const made = await createTask(instanceAdmin, { projectId, ...taskContent.parse({ name: "By hand", kind: "pairwise" }) });
    expect(made).toMatchObject({ publishedSet: { version: 1 }, counts: { criteria: 1 } });
    expect((await refusal(updateTask(instanceAdmin, { taskId: made.id, kind: "pointwise" }))).code).toBe("conflict");
    expect((await bring(projectId, "pairs.csv", pairs, "By hand")).counts).toMatchObject({ samples: 2, tasks: 0, criteria: 0 });
    const done = await bring(projectId, "pairs.csv", pairs, "Brought");
    await undoImport(instanceAdmin, { importId: done.id });
    expect((await listTasks(instanceAdmin, { projectId })).items.map((task) => task.name)).toEqual(["By hand"]);
  });

  test("accepts no other scale, whether criteria are given, written or published", async () => {
    const projectId = await newProject();
    const { id: taskId } = await createTask(instanceAdmin, { projectId, ...taskContent.parse({ name: "Strict", kind: "pairwise" }) });
    const graded = { name: "Clear", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };
    const refused = await refusal(createCriteriaSet(instanceAdmin, { taskId, criteria: [graded] }));
    expect([refused.code, refused.message]).toEqual(["invalid_input", expect.stringContaining('"Clear" needs the scale "A, tie, B"')]);
    const set = await createCriteriaSet(instanceAdmin, { taskId, criteria: [] });
    const add = (scale: typeof graded.scale, parentId: string | null) =>
      action({ kind: "add", itemKind: "criterion", criterion: { ...graded, scale }, parentId });
    expect((await refusal(saveCriteriaActions(instanceAdmin, { criteriaSetId: set.id, actions: [add(graded.scale, null)] }))).code).toBe(
      "invalid_input",
    );
    const fits = add({ min: -1, max: 1, step: 2, levels: [] }, null);
    await saveCriteriaActions(instanceAdmin, { criteriaSetId: set.id, actions: [fits] });
    expect((await publishCriteriaSet(instanceAdmin, { criteriaSetId: set.id })).version).toBe(2);
    // A list from before this rule cannot be published either.
    const { id: graderId } = await createTask(instanceAdmin, { projectId, ...taskContent.parse({ name: "Graded" }) });
    const copy = await createCriteriaSet(instanceAdmin, { taskId: graderId, criteria: [graded] });
    await pool().query("update tasks set kind = 'pairwise' where id = $1", [graderId]);
    expect((await refusal(publishCriteriaSet(instanceAdmin, { criteriaSetId: copy.id }))).code).toBe("conflict");
  });

  test("a set that belongs to a run is not one of the task's and takes no version number", async () => {
    const projectId = await newProject();
    const { id: taskId } = await createTask(instanceAdmin, { projectId, ...taskContent.parse({ name: "Derived" }) });
    await pool().query("insert into criteria_sets (task_id, version, status) values ($1, -1, 'derived')", [taskId]);
    expect((await createCriteriaSet(instanceAdmin, { taskId, criteria: [] })).version).toBe(1);
    expect((await listCriteriaSets(instanceAdmin, { taskId })).items.map((set) => set.status)).toEqual(["draft"]);
  });
});

describe("LLMBar", () => {
  test("its folder becomes one task with a subset per file, and importing it again changes nothing", async () => {
    const projectId = await newProject();
    const done = await bring(projectId, "llmbar.tar", await fixtureFolder());
    expect(done).toMatchObject({ format: "folder", counts: { tasks: 1, samples: 3, criteria: 1 } });
    const [task] = (await listTasks(instanceAdmin, { projectId })).items;
    expect(task).toMatchObject({ name: "llmbar", kind: "pairwise" });
    const samples = (await listSamples(instanceAdmin, { taskId: task?.id ?? "", limit: 10 })).items;
    expect(samples.map(({ externalId, subset, goldLabel }) => [externalId, subset, goldLabel])).toEqual([
      ["Tricky-1", "Tricky", "B"],
      ["Natural-1", "Natural", "A"],
      ["Natural-2", "Natural", "B"],
    ]);
    expect((await bring(projectId, "llmbar.tar", await fixtureFolder())).counts).toMatchObject({ samples: 0, samplesUnchanged: 3 });
  });

  test("a changed entry is shown with its file and position", async () => {
    const projectId = await newProject();
    const list = await readFile(join(process.cwd(), "lib/testing/llmbar/Natural/dataset.json"), "utf8");
    await bring(projectId, "Natural.json", list, "One");
    const changed = list.replace("A plum is purple.", "A plum.");
    const staged = await stageImport(instanceAdmin, {
      projectId,
      fileName: "Natural.json",
      taskName: "One",
      format: "llmbar",
      body: bytesOf(changed),
    });
    expect(staged.changes).toMatchObject([
      { file: "Natural.json", row: 1, field: "output_b", before: "A plum is purple.", after: "A plum." },
    ]);
  });
});

test("ratings of pairs are a score or a label, which must agree if both are given", async () => {
  const projectId = await newProject();
  await bring(projectId, "pairs.csv", pairs, "Rated");
  const head = "sample_id,criterion,rater,rater_kind,score,label,reason\n";
  const rows =
    "1,Preference,Ann,annotator,1,,\n1,Preference,Bob,annotator,,B,\n2,Preference,Ann,annotator,,tie,\n1,Preference,judge-x,judge,,2,[B] fits.\n";
  expect((await bring(projectId, "ratings.csv", head + rows, "Rated")).counts).toMatchObject({ ratings: 4, annotators: 2, judges: 1 });
  const scores = await pool().query(
    `select n.name, s.external_id as sample, e.score from evaluations e join assignments a on a.id = e.assignment_id join annotators n on n.id = a.annotator_id
     join samples s on s.id = a.sample_id where n.project_id = $1 and not a.swapped order by n.name, s.external_id`,
    [projectId],
  );
  expect(scores.rows.map((row) => [row.name, row.sample, row.score])).toEqual([
    ["Ann", "1", 1],
    ["Ann", "2", 0],
    ["Bob", "1", -1],
  ]);
  const draft = await pool().query(
    "select d.score, d.items from drafts d join runs r on r.id = d.run_id join judges j on j.id = r.judge_id where j.project_id = $1",
    [projectId],
  );
  expect(draft.rows).toMatchObject([{ score: -1, items: [{ text: "[B] fits." }, { kind: "score", text: "[B] is better." }] }]);
  const bad = `${head}1,Preference,Cid,annotator,1,B,\n1,Preference,Dee,annotator,,first,\n1,Preference,Eve,annotator,2,,\n`;
  const staged = await stageImport(instanceAdmin, {
    projectId,
    fileName: "bad.csv",
    taskName: "Rated",
    format: "auto",
    body: bytesOf(bad),
  });
  expect(staged.problems.map(({ row, field }) => [row, field])).toEqual([
    [2, "label"],
    [3, "label"],
    [4, "score"],
  ]);
});

test("the demo's pairs can be continued, and the order each annotator saw is kept", async () => {
  const study = await loadSmallStudy(pairStudy);
  const orders = await pool().query(
    "select swapped, count(*)::int as n from assignments where task_id = $1 group by swapped order by swapped",
    [study.taskId],
  );
  expect(orders.rows).toEqual([
    { swapped: false, n: 100 },
    { swapped: true, n: 42 },
  ]);
  const annotator = await member(study.projectId, "annotator");
  await readGuidelines(annotator, { taskId: study.taskId, version: 1 });
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  expect((await openAssignment(annotator, { assignmentId: assignmentId ?? "" })).sample.outputB).not.toBeNull();
});

test("exports of pairs carry both outputs and systems, gold label, subset, the order seen, and scores in the sample's own order", async () => {
  const study = await loadSmallStudy(smallPairs(1));
  const annotator = await member(study.projectId, "annotator", "Ann");
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  await pool().query("update assignments set swapped = true where id = $1", [assignmentId]);
  const accept = ["0", "1", "2"].map((itemId) => action({ kind: "accept", itemId, parentId: null }));
  for (const [index, one] of accept.entries()) one.parentId = accept[index - 1]?.id ?? null;
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: accept });
  await submitAssignment(annotator, { assignmentId: assignmentId ?? "" });

  const exported = async (format: "jsonl" | "csv" | "long-csv") =>
    text(Readable.from((await exportProject(instanceAdmin, { projectId: study.projectId, format })).body));
  const long = (await exported("long-csv")).trim().split(/\r?\n/);
  expect(long[0]).toMatch(
    /^.*unit,rater,value,criterion,sample,input,system,rater_kind,arm,protocol,system_b,gold_label,subset,swapped,excluded,also_acceptable$/,
  );
  expect(long[1]).toMatch(
    /^SECRET-SUBSET-1\/Preference,Ann,1,Preference,.*,alpha-system,annotator,drafted,,beta-system,B,SECRET-SUBSET,true,false,$/,
  );
  expect(long[2]).toMatch(/draft judge,1,.*,judge,,imported,beta-system,B,SECRET-SUBSET,,false,$/);
  const csv = (await exported("csv")).split(/\r?\n/);
  expect(csv[0]).toContain("id,input,output_a,output_b,system_a,system_b,gold_label,subset,");
  expect(csv[1]).toContain("First answer 0.,Second answer 0.,alpha-system,beta-system,B,SECRET-SUBSET,");
  const [sample, evaluation] = (await exported("jsonl"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(sample).toMatchObject({
    output_a: "First answer 0.",
    output_b: "Second answer 0.",
    system_b: "beta-system",
    gold_label: "B",
    subset: "SECRET-SUBSET",
  });
  expect(evaluation).toMatchObject({ swapped: true, score: 1, systemB: "beta-system", items: [{}, { text: "[A] is better." }, {}] });

  const again = await newProject();
  await bring(again, "pairs.csv", await exported("csv"), "Back");
  const [task] = (await listTasks(instanceAdmin, { projectId: again })).items;
  expect((await listSamples(instanceAdmin, { taskId: task?.id ?? "", limit: 5 })).items).toMatchObject([
    { output: "First answer 0.", outputB: "Second answer 0.", systemB: "beta-system", goldLabel: "B", subset: "SECRET-SUBSET" },
  ]);
});
