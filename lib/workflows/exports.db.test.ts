import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { addDerivedCriteria, createDerivedSet } from "@/lib/db/derived-sets";
import { temporaryDatabase } from "@/lib/testing/database";
import { recordStatements } from "@/lib/testing/plans";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { commitImport } from "./commit-import";
import { createProject } from "./create-project";
import { draftMetricRun } from "./draft-metric-run";
import { exportProject } from "./export-project";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { stageImport } from "./stage-import";
import { startRun } from "./start-run";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const textOf = (body: AsyncIterable<string | Uint8Array>) => text(Readable.from(body));

async function worked() {
  const study = await loadSmallStudy(smallBundle(3));
  const annotator = await member(study.projectId, "annotator", "Ann");
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  const [clear = "", truth = ""] = study.criteria;
  const removed = action({ kind: "remove", itemId: "2", reasonCode: "made-up", reason: "not said", parentId: null });
  const accepted = action({ kind: "accept", itemId: "0", parentId: removed.id });
  const scored = action({ kind: "set-score", score: 2, parentId: accepted.id });
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: clear, actions: [removed, accepted, scored] });
  await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: truth, actions: acceptAll() });
  await submitAssignment(annotator, { assignmentId: assignmentId ?? "" });
  return study;
}

test("the sample table has a column for every criterion and rater, and imports again", async () => {
  const study = await worked();
  const { body, fileName } = await exportProject(instanceAdmin, { projectId: study.projectId, format: "csv" });
  expect(fileName).toMatch(/\.csv$/);
  const text = await textOf(body);
  const [header, first] = text.split("\r\n");
  expect(header).toContain("Clear | Ann,Clear | draft judge,True | Ann,True | draft judge");
  expect(first).toMatch(/,2,4,4,4$/);
  const project = await createProject(instanceAdmin, { name: "Back again", description: "" });
  const bytes = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  const staged = await stageImport(instanceAdmin, { projectId: project.id, fileName: "again.csv", format: "auto", body: bytes });
  expect(staged.problems).toEqual([]);
  expect((await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false })).counts.samples).toBe(3);
});

test("the table for Excel has a byte-order mark and runs no text as a formula; the plain table has the texts unchanged", async () => {
  const study = await loadSmallStudy(smallBundle(1));
  await pool().query("update samples set output = $2, system = $3 where task_id = $1", [study.taskId, "=HYPERLINK(1)", "@model"]);
  await pool().query(`update annotators set name = '+Ann' where project_id = $1`, [study.projectId]);
  const table = async (format: "csv" | "excel") => {
    const { body, fileName, contentType } = await exportProject(instanceAdmin, { projectId: study.projectId, format });
    expect(contentType).toBe("text/csv; charset=utf-8");
    return { fileName, text: await textOf(body) };
  };
  const [plain, guarded] = [await table("csv"), await table("excel")];
  expect(plain.text).toMatch(/^id,input,output,.*\r\n.*,=HYPERLINK\(1\),@model,/);
  expect(guarded.text).toBe(`\uFEFF${plain.text.replace(",=HYPERLINK(1),@model,", ",'=HYPERLINK(1),'@model,")}`);
  expect(guarded.fileName).toBe(plain.fileName.replace(".csv", "-excel.csv"));
});

/** Imports a text into a project with the format detected. */
async function importText(projectId: string, fileName: string, text: string, taskName?: string) {
  const body = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  const staged = await stageImport(instanceAdmin, { projectId, fileName, taskName, format: "auto", body });
  return (await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false })).counts;
}

test("samples are exported with the input_id they came with, and Redline's own CSV and JSON Lines change nothing when imported again", async () => {
  const { id: projectId } = await createProject(instanceAdmin, { name: "Round trip", description: "" });
  const line = (fields: object) => `${JSON.stringify({ input: "Why, \n though?", output: " So. ", ...fields })}\n`;
  const given = line({ id: "1", input_id: "q-7", year: 1999, seen: true, tags: ["a", { b: 1 }] }) + line({ id: "2", note: "[not JSON" });
  await importText(projectId, "first.jsonl", given);
  await importText(projectId, "second.csv", "id,input,output_a,output_b,input_id\n1,In,A,B,q-9\n2,In,A,B,\n");
  const tasks = await pool().query<{ id: string; name: string }>("select id, name from tasks where project_id = $1 order by name", [
    projectId,
  ]);
  for (const { id: taskId, name } of tasks.rows) {
    const text = await textOf((await exportProject(instanceAdmin, { projectId, taskId, format: "csv" })).body);
    expect(text).toContain(name === "first" ? ",q-7," : ",q-9");
    expect(await importText(projectId, "again.csv", text, name)).toMatchObject({ samples: 0, samplesUnchanged: 2 });
  }
  const lines = await textOf((await exportProject(instanceAdmin, { projectId, format: "jsonl" })).body);
  expect(lines.split("\n").flatMap((text) => (text === "" ? [] : [JSON.parse(text).input_id]))).toEqual(["q-7", null, "q-9", null]);
  expect(await importText(projectId, "all.jsonl", lines)).toMatchObject({ samples: 0, samplesUnchanged: 4, tasks: 0 });
  const changed = await importText(projectId, "first.jsonl", given.replace("1999", "2000")).catch((error: Error) => error.message);
  expect(changed).toContain('has other content in the file than here (first: row 1, sample "1", year)');
});

test("the table of a rated study changes nothing when imported again, and its JSON Lines neither", async () => {
  const study = await worked();
  const csv = await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "csv" })).body);
  expect(await importText(study.projectId, "again.csv", csv, "Answers")).toMatchObject({ samples: 0, samplesUnchanged: 3 });
  const lines = await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" })).body);
  expect(await importText(study.projectId, "again.jsonl", lines)).toMatchObject({ rows: 3, samples: 0, samplesUnchanged: 3 });
});

test("the ratings table has one row per rating and no unsubmitted work", async () => {
  const study = await worked();
  const late = await member(study.projectId, "annotator", "Late");
  const { assignmentId } = await nextAssignment(late, { taskId: study.taskId });
  await saveActions(late, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: acceptAll() });
  const rows = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "long-csv" })).body))
    .trim()
    .split("\n");
  expect(rows[0]).toBe("unit,rater,value,criterion,sample,input,system,rater_kind,arm,protocol,excluded,also_acceptable");
  expect(rows.filter((row) => row.includes(",annotator,"))).toHaveLength(2);
  expect(rows.filter((row) => row.includes(",judge,"))).toHaveLength(6);
  expect(rows.some((row) => row.includes("Late"))).toBe(false);
});

test("JSON Lines hold every evaluation with the draft seen, each action with its reason, and the result", async () => {
  const study = await worked();
  const lines = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" })).body))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.filter((line) => line.type === "sample")).toHaveLength(3);
  const evaluation = lines.find((line) => line.type === "evaluation" && line.criterion === "Clear");
  expect(evaluation).toMatchObject({ rater: "Ann", arm: "drafted", score: 2, complete: true, draft: { judge: "draft judge", score: 4 } });
  expect(evaluation.actions.map((made: { kind: string }) => made.kind)).toEqual(["remove", "accept", "set-score"]);
  expect(evaluation.actions[0]).toMatchObject({ reasonCode: "made-up", reasonLabel: "made up", reason: "not said", itemId: "2" });
  expect(evaluation.items.map((item: { id: string }) => item.id)).toEqual(["0", "1"]);
});

test("an export asks once who has rated, however many samples there are, and reads no large table whole for a part of them", async () => {
  const study = await loadSmallStudy(smallBundle(600));
  const { statements } = await recordStatements(async () =>
    textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "csv" })).body),
  );
  const texts = statements.map(({ text }) => text);
  const windows = texts.filter((text) => text.includes('"rated"'));
  expect(windows).toHaveLength(3);
  for (const text of windows) expect(text).not.toMatch(/"people" as \(select distinct/);
  const off = texts.indexOf("set local enable_mergejoin = off");
  expect(off).toBeGreaterThan(-1);
  expect(off).toBeLessThan(texts.findIndex((text) => text.includes('"rated"')));
});

test("an export that is aborted midway returns its connection", async () => {
  const study = await worked();
  for (let turn = 0; turn < 25; turn++) {
    const { body } = await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" });
    for await (const part of body) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
  }
  expect((await pool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

/**
 * A task of four samples rated by Ann, a judge with her name, a metric that ran twice, and a judge that made a dimension for the first
 * sample.
 */
async function judged() {
  const study = await ratedStudy("pointwise", [1, 2, 3, 4]);
  await study.addRun({ judge: await study.addJudge("Ann"), drafts: drafts([5, null, 3]) });
  const asked = { taskId: study.taskId, kind: "evaluation", variant: "plain", reuseAnswers: false } as const;
  const metric = await study.addJudge("words", "metric", { metric: "length" });
  for (let turn = 0; turn < 2; turn++) {
    const { id } = await startRun(instanceAdmin, { ...asked, judgeId: metric });
    await draftMetricRun({ runId: id }, { signal: new AbortController().signal });
  }
  const contrast = await study.addJudge("contrast");
  const runId = await study.addRun({ judge: contrast, drafts: drafts([2]) });
  await inTransaction(async (client) => {
    await createDerivedSet(client, { id: runId, taskId: study.taskId });
    const sample = await client.bare.query<{ id: string }>("select id from samples where task_id = $1 and position = 0", [study.taskId]);
    const scale = { min: 1, max: 5, step: 1, levels: [] };
    const dimensions = [{ name: "Names the star", definition: "", scale, overall: false }];
    const [made] = await addDerivedCriteria(client, runId, sample.rows[0]?.id ?? "", dimensions);
    await client.bare.query("insert into drafts (run_id, sample_id, criterion_id, score, items, raw) values ($1, $2, $3, 4, '[]', '')", [
      runId,
      sample.rows[0]?.id,
      made,
    ]);
  });
  return study;
}

test("a metric has one column, under its own criterion, and dimensions of single samples have none", async () => {
  const study = await judged();
  const [header = "", ...rows] = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "csv" })).body))
    .trim()
    .split("\r\n");
  expect(header).toMatch(/input_id,Overall \| Ann,Overall \| Ann \(judge\),Overall \| contrast,Length \| words$/);
  expect(rows.map((row) => row.split(",").slice(-4).join())).toEqual(["1,5,2,1", "2,,,1", "3,3,,1", "4,,,1"]);
});

test("the ratings table holds no unit twice for a rater, however often a metric ran", async () => {
  const study = await judged();
  const [, ...rows] = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "long-csv" })).body))
    .trim()
    .split("\n");
  const keys = rows.map((row) => row.split(",").slice(0, 2).join());
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => key.endsWith("/Length,words"))).toHaveLength(4);
  expect(keys).toContain("s0/Names the star,contrast");
});

test("the ratings table names no two units alike, leaves missing ratings out and quotes what needs it", async () => {
  const study = await judged();
  await pool().query("update samples set external_id = $2 where task_id = $1 and position = 0", [study.taskId, 'a/b%2F"1"']);
  const text = await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "long-csv" })).body);
  const [header, first] = text.split("\n");
  expect(header).toBe("unit,rater,value,criterion,sample,input,system,rater_kind,arm,protocol,excluded,also_acceptable");
  expect(first).toMatch(/^"a%2Fb%252F""1""\/Overall",Ann,1,Overall,"a\/b%2F""1""",[^,]+,[^,]*,annotator,/);
  expect(text.split("\n").filter((line) => line.split(",")[2] === "")).toEqual([""].slice(1));
});

test("JSON Lines hold the drafts of every run, including swapped and discarded ones, with their intermediate results", async () => {
  const study = await ratedStudy("pairwise", []);
  const judge = await study.addJudge("J");
  await study.addRun({ judge, drafts: drafts([1, null]) });
  const details = { critiques: { pointwise: { referenced: {}, free: {} }, pairwise: {} }, sampleScores: [1, 1, 0], order: "BA" };
  const swapped = await study.addRun({ judge, variant: "swapped", drafts: [{ sample: 0, score: -1, details }] });
  await study.addRun({
    judge,
    variant: "sycophancy",
    drafts: [{ sample: 0, score: 1, details: { first: 1, firstRaw: "r", claimed: "[B]" } }],
  });
  const lines = (await textOf((await exportProject(instanceAdmin, { projectId: study.projectId, format: "jsonl" })).body))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const found = lines.filter((line) => line.type === "draft");
  expect(found.map((line) => [line.sampleId, line.variant, line.score, line.dropped])).toEqual([
    ["s0", "plain", 1, null],
    ["s0", "swapped", -1, null],
    ["s0", "sycophancy", 1, null],
    ["s1", "plain", null, ""],
  ]);
  expect(found[1]).toMatchObject({
    judge: "J",
    criterion: "Overall",
    run: { id: swapped, model: "m" },
    details: { sampleScores: [-1, -1, 0] },
  });
  expect(found[2].details.interference).toEqual({ score: 1, claimed: "B", reply: "r" });
  // A sample's score columns still come from plain runs only.
  expect(lines[0].scores).toEqual([
    {
      ...{ criterion: "Overall", rater: "J", raterKind: "judge", score: 1, arm: null, protocol: "step-by-step" },
      ...{ swapped: null, excluded: false, alsoAcceptable: [] },
    },
  ]);
});
