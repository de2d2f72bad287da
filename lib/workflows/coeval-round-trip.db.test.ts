import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { filesIn } from "@/lib/datasets/unpack";
import { pool } from "@/lib/db/client";
import type { TaskBundle } from "@/lib/domain/bundle";
import { coevalArchive, coevalFiles } from "@/lib/testing/coeval";
import { temporaryDatabase } from "@/lib/testing/database";
import { ratedStudy } from "@/lib/testing/rated-study";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { excludeAnnotator } from "./exclude-annotator";
import { exportProject } from "./export-project";
import { importFile } from "./import-file";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const exported = async (projectId: string, more: { taskId?: string; excluded?: "without" } = {}) =>
  new Uint8Array(await buffer(Readable.from((await exportProject(instanceAdmin, { projectId, format: "coeval", ...more })).body)));

async function imported(fileName: string, bytes: Uint8Array): Promise<string> {
  const { id: projectId } = await createProject(instanceAdmin, { name: fileName, description: "" });
  await importFile(instanceAdmin, { projectId, fileName, format: "auto", body: Readable.from([bytes]), skipBadRows: false });
  return projectId;
}

/** Files of a release by their last two names, as values. */
const valuesIn = (files: readonly { path: string; bytes: Uint8Array }[]) =>
  Object.fromEntries(
    files.map(({ path, bytes }) => [path.replace(/^.*?([^/]+\/[^/]+)$/, "$1"), JSON.parse(Buffer.from(bytes).toString("utf8"))]),
  );

const looks = {
  samples:
    "select t.name, external_id, input, output, system, metadata from samples s join tasks t on t.id = s.task_id where t.project_id = $1 order by 1, position",
  tasks: "select name, description, input_name, output_name from tasks where project_id = $1 order by 1",
  drafts:
    "select s.external_id, c.name, d.score, d.items, d.raw from drafts d join runs r on r.id = d.run_id join judges j on j.id = r.judge_id join samples s on s.id = d.sample_id join criteria c on c.id = d.criterion_id where j.project_id = $1 order by c.name, s.external_id, d.raw",
  ratings:
    "select s.external_id, c.name as criterion, n.name as rater, a.arm, e.score, e.tally, e.started_at, e.ended_at, e.duration_ms from evaluations e join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id join criteria c on c.id = e.criterion_id join annotators n on n.id = a.annotator_id where n.project_id = $1 order by n.name, s.external_id, c.name",
  actions:
    "select s.external_id, c.name as criterion, n.name as rater, x.seq, x.kind, x.item_id, x.item_kind, x.text, x.reason, x.score, x.origin, x.at from actions x join evaluations e on e.id = x.evaluation_id join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id join criteria c on c.id = e.criterion_id join annotators n on n.id = a.annotator_id where n.project_id = $1 order by n.name, s.external_id, c.name, x.seq",
};
const look = async (projectId: string) =>
  Object.fromEntries(
    await Promise.all(Object.entries(looks).map(async ([name, sql]) => [name, (await pool().query(sql, [projectId])).rows] as const)),
  );

test("the published release comes back as its files have it, and an import of it equals the import of those", {
  timeout: 120_000,
}, async () => {
  const first = await imported("coeval.tar", coevalArchive());
  const bytes = await exported(first);
  const original = valuesIn(coevalFiles().filter(({ path }) => /A\d+\.json$|combine_data/.test(path)));
  const written = valuesIn(await filesIn(bytes));
  const [combine] = Object.keys(original).filter((path) => path.endsWith("combine_data.json"));
  // Keys of combine_data.json are the release's own; a task is called by its folder.
  const tasks = Object.fromEntries(
    Object.entries(original[combine ?? ""]).map(([key, task]) => [{ eli5: "ELI5", roc: "ROCStories" }[key] ?? key, task]),
  );
  expect(written["data/combine_data.json"]).toEqual(tasks);
  for (const path of Object.keys(original).filter((one) => one !== combine)) expect(written[path], path).toEqual(original[path]);
  expect(Object.keys(written)).toHaveLength(Object.keys(original).length);

  const again = await imported("again.zip", bytes);
  const [before, after] = [await look(first), await look(again)];
  for (const name of Object.keys(looks)) expect(after[name], name).toEqual(before[name]);
  for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0);
});

test("work done here is written line by line, with the reasons' labels; blind, unfinished and excluded work is not", async () => {
  const bundle = smallBundle(3);
  const study = await loadSmallStudy(bundle);
  const [clear = "", truth = ""] = study.criteria;
  const work = async (name: string, submits = true) => {
    const annotator = await member(study.projectId, "annotator", name);
    const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    const removed = action({ kind: "remove", itemId: "2", reasonCode: "made-up", reason: "not said", parentId: null });
    const revised = action({ kind: "revise", itemId: "0", text: "It is\nunclear.", parentId: removed.id });
    const scored = action({ kind: "set-score", score: 2, reason: "too kind", parentId: revised.id });
    const added = action({ kind: "add", itemKind: "evidence", text: "“drops”", reason: "overlooked", parentId: scored.id });
    await saveActions(annotator, { assignmentId, criterionId: clear, actions: [removed, revised, scored, added] });
    await saveActions(annotator, { assignmentId, criterionId: truth, actions: acceptAll() });
    if (submits) await submitAssignment(annotator, { assignmentId });
  };
  await work("Ann");
  await work("Bob / “B”");
  await work("Cy", false);
  await pool().query("update tasks set arm = 'blind', annotators_per_sample = 9 where id = $1", [study.taskId]);
  const blind = await member(study.projectId, "annotator", "Dee");
  const assignmentId = (await nextAssignment(blind, { taskId: study.taskId })).assignmentId ?? "";
  for (const criterionId of study.criteria)
    await saveActions(blind, { assignmentId, criterionId, actions: [action({ kind: "set-score", score: 5, parentId: null })] });
  await submitAssignment(blind, { assignmentId });

  const files = valuesIn(await filesIn(await exported(study.projectId)));
  expect(Object.keys(files).sort()).toEqual(["Answers/A1.json", "Answers/Ann.json", "data/combine_data.json"]);
  expect(Object.keys(files["Answers/A1.json"])).toEqual(["Bob / “B”"]);
  const { criteria, ...sample } = files["Answers/Ann.json"].Ann["1"];
  expect(sample).toEqual({ question: bundle.samples[0]?.input, answer: bundle.samples[0]?.output, model: "alpha-system" });
  expect(criteria.Clear).toMatchObject({
    final_score: 2,
    eval_result: [
      ["SECRET-DRAFT The answer is clear.", "", "", "", "It is\nunclear."],
      ["Score: 4 out of 5.", "", "", "too kind", "Score: 2 out of 5."],
      ['"drops grow heavy"', "", "made up: not said", "", ""],
      ["", "", "", "overlooked", "“drops”"],
    ],
  });
  expect(criteria.True.eval_result.map(([, approve]: string[]) => approve)).toEqual(["1", "1", "1"]);
  expect(files["data/combine_data.json"].Answers).toMatchObject({
    task_info: Array(3).fill("Answer the question."),
    source_name: Array(3).fill("question"),
    criteria: ["Clear", "True"],
  });

  const copy = await imported("copy.zip", await exported(study.projectId, { taskId: study.taskId }));
  const { ratings, drafts } = await look(copy);
  expect(ratings?.map(({ rater, criterion, score, arm }) => [rater, criterion, score, arm])).toEqual([
    ["Ann", "Clear", 2, "drafted"],
    ["Ann", "True", 4, "drafted"],
    ["Bob / “B”", "Clear", 2, "drafted"],
    ["Bob / “B”", "True", 4, "drafted"],
  ]);
  expect(drafts?.map(({ score }) => score)).toEqual(Array(6).fill(4));

  const { rows } = await pool().query("select id from annotators where project_id = $1 and name = 'Ann'", [study.projectId]);
  await excludeAnnotator(instanceAdmin, { projectId: study.projectId, annotatorId: rows[0].id, taskId: study.taskId, reason: "Too fast" });
  const without = Object.keys(valuesIn(await filesIn(await exported(study.projectId, { excluded: "without" }))));
  expect(without.sort()).toEqual(["Answers/A1.json", "data/combine_data.json"]);
});

test("a judge's newest drafts stand where nobody saw one, and those that most people saw where they did", async () => {
  const study = await loadSmallStudy(smallBundle(2));
  const { rows: runs } = await pool().query("select r.* from runs r join tasks t on t.id = r.task_id where t.project_id = $1", [
    study.projectId,
  ]);
  const annotator = await member(study.projectId, "annotator", "Ann");
  const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  for (const criterionId of study.criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
  await submitAssignment(annotator, { assignmentId });
  const later = "11111111-1111-4111-8111-111111111111";
  await pool().query(
    "insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', $2::text, 'created_at', now() + interval '1 hour'))).* from runs r where id = $1",
    [runs[0].id, later],
  );
  await pool().query(
    `insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
     select $2, sample_id, criterion_id, 1, '[{"kind": "score", "text": "Later. Score: 1"}]', '' from drafts where run_id = $1`,
    [runs[0].id, later],
  );
  const files = valuesIn(await filesIn(await exported(study.projectId)));
  const drafts: string[] = files["data/combine_data.json"].Answers.criteria_kv.Clear;
  expect(drafts.map((text) => text.includes("Later"))).toEqual([false, true]);
});

test("pairs, labels, and tasks without criteria or samples are refused with the reason", async () => {
  const refusal = async (projectId: string) => exported(projectId).catch((error: Error) => error.message);
  const pairs = await ratedStudy("pairwise", [1]);
  expect(await refusal(pairs.projectId)).toContain("its samples have two outputs, and the format knows one.");
  const [, plain] = smallBundle(1).criteria;
  const levels = ["no", "yes"].map((label, value) => ({ value, label, description: "" }));
  const labelled = {
    ...smallBundle(1),
    judges: [],
    criteria: [{ ...plain, scale: { kind: "categorical", min: 0, max: 1, step: 1, levels } }],
  };
  expect(await refusal((await loadSmallStudy(labelled as TaskBundle)).projectId)).toContain('the criterion "True" has labels');
  const uncriticised = await imported("samples.csv", Buffer.from("id,input,output\n1,In,Out\n"));
  expect(await refusal(uncriticised)).toContain("it has no published criteria");
  const { id: empty } = await createProject(instanceAdmin, { name: "Empty", description: "" });
  await pool().query("insert into tasks (project_id, name) values ($1, 'Bare')", [empty]);
  expect(await refusal(empty)).toBe('"Bare" does not fit CoEval\'s format: it has no samples. Choose another format.');
});
