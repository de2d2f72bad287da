import { beforeAll, expect, test } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { stageFile } from "@/lib/db/import/import-file";
import { createImport } from "@/lib/db/imports";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { commitImport } from "./commit-import";
import { createProject } from "./create-project";
import { importFile } from "./import-file";
import { nextAssignment } from "./next-assignment";
import { stageImport } from "./stage-import";
import { undoImport } from "./undo-import";

temporaryDatabase();

let projectId = "";
beforeAll(async () => {
  projectId = (await createProject(instanceAdmin, { name: "Changed files", description: "" })).id;
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const stage = (text: string, taskName: string, fileName = "samples.jsonl") =>
  stageImport(instanceAdmin, { projectId, fileName, taskName, format: "auto", body: bytesOf(text) });
const bring = (text: string, taskName: string, fileName = "samples.jsonl") =>
  importFile(instanceAdmin, {
    ...{ projectId, fileName, taskName, format: "auto", body: bytesOf(text), skipBadRows: false },
    scale: { min: 1, max: 5, step: 1, levels: [] },
  });
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const stored = async (taskName: string) =>
  (
    await pool().query(
      `select external_id as id, input, input_key as key, output, subset, metadata, content_hash as hash, import_id from samples s
       join tasks t on t.id = s.task_id where t.name = $1 order by s.position`,
      [taskName],
    )
  ).rows;

const one = { id: "1", input: "What is rain?", output: "Water.", subset: "easy", votes: 7 };
const two = { id: "2", input: "What is snow?", output: "Ice.", votes: 3 };
const first = lines(one, two);
const changed = lines({ ...one, output: "Falling water.", votes: 8 }, two, { id: "3", input: "What is fog?", output: "A cloud." });

test("a changed file shows what it would change, row by row, and changes it when asked to; undoing brings back what was there", async () => {
  await bring(first, "Changed");
  const before = await stored("Changed");
  const staged = await stage(changed, "Changed");
  expect(staged).toMatchObject({ problemCount: 0, counts: { samples: 1, samplesUnchanged: 1, samplesChanged: 1, samplesUpdated: 0 } });
  expect(staged.changes).toEqual([
    { file: "samples.jsonl", row: 1, sample: "1", field: "output", before: "Water.", after: "Falling water." },
    { file: "samples.jsonl", row: 1, sample: "1", field: "votes", before: "7", after: "8" },
  ]);
  const refused = await refusal(commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false }));
  expect(refused).toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining('1 sample has other content in the file than here (first: row 1, sample "1", output)'),
  });
  expect(await stored("Changed")).toEqual(before);

  const done = await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false, updateSamples: true });
  expect(done.counts).toMatchObject({ samples: 1, samplesChanged: 1, samplesUpdated: 1 });
  const [now, other, third] = await stored("Changed");
  expect(now).toMatchObject({ id: "1", output: "Falling water.", metadata: { votes: 8 }, import_id: before[0].import_id });
  expect(now.hash).not.toBe(before[0].hash);
  expect(other).toEqual(before[1]);
  expect(third).toMatchObject({ id: "3", import_id: staged.id });
  expect((await bring(changed, "Changed")).counts).toMatchObject({ samples: 0, samplesUnchanged: 3, samplesChanged: 0 });

  expect((await undoImport(instanceAdmin, { importId: done.id })).status).toBe("undone");
  expect(await stored("Changed")).toEqual(before);
});

test("without the changed rows the valid ones are written and the stored samples stay as they are", async () => {
  await bring(first, "Left");
  const staged = await stage(changed, "Left");
  const done = await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: true });
  expect(done.counts).toMatchObject({ samples: 1, samplesChanged: 1, samplesUpdated: 0 });
  expect((await stored("Left")).map(({ output }) => output)).toEqual(["Water.", "Ice.", "A cloud."]);
});

test("a table changes only what it says otherwise: values that it has as text keep their types, and a new input its group", async () => {
  await bring(first, "Typed");
  const csv = "id,input,output,subset,votes\n1,What is rain?,Wet.,easy,7\n2,What is sleet?,Ice.,,3\n";
  const done = await importFile(instanceAdmin, {
    ...{ projectId, fileName: "s.csv", taskName: "Typed", format: "auto", body: bytesOf(csv), skipBadRows: false, updateSamples: true },
  });
  expect(done.changes.map(({ row, field, before, after }) => [row, field, before, after])).toEqual([
    [2, "output", "Water.", "Wet."],
    [3, "input", "What is snow?", "What is sleet?"],
  ]);
  const now = await stored("Typed");
  expect(now.map(({ metadata }) => metadata)).toEqual([{ votes: 7 }, { votes: 3 }]);
  await bring(lines({ ...two, id: "4", input: "What is sleet?" }), "Typed");
  const keys = (await stored("Typed")).map(({ key }) => key);
  expect(keys[1]).toBe(keys[2]);
});

test("a sample that somebody has begun or rated keeps its content, row named, whatever is asked for", async () => {
  await bring(first, "Rated");
  await bring("sample_id,criterion,rater,rater_kind,score\n1,Clear,Ann,annotator,4\n2,Clear,m,judge,3\n", "Rated", "ratings.csv");
  const both = lines({ ...one, output: "Other." }, { ...two, output: "Other." });
  const staged = await stage(both, "Rated");
  expect(staged.changes).toEqual([]);
  expect(staged.problems.map(({ row, message }) => [row, message])).toEqual([
    [1, 'sample "1" already exists with different content, and people or judges have worked on it'],
    [2, 'sample "2" already exists with different content, and people or judges have worked on it'],
  ]);
  await refusal(commitImport(instanceAdmin, { importId: staged.id, skipBadRows: false, updateSamples: true }));
  const done = await commitImport(instanceAdmin, { importId: staged.id, skipBadRows: true, updateSamples: true });
  expect(done.counts).toMatchObject({ samplesUpdated: 0, skippedRows: 2 });
  expect((await stored("Rated")).map(({ output }) => output)).toEqual(["Water.", "Ice."]);
});

test("work that begins while the file is read is never left with other texts than were seen", async () => {
  await bring(first, "Begun");
  await bring("sample_id,criterion,rater,rater_kind,score\n2,Clear,Ann,annotator,4\n", "Begun", "ratings.csv");
  const { rows } = await pool().query("update tasks set arm = 'blind' where name = 'Begun' returning id");
  const annotator = await member(projectId, "annotator", "Ben");
  const file = { projectId, fileName: "s.jsonl", taskName: "Begun", format: "auto", scale: null, options: {} };
  const late = inTransaction(async (tx) => {
    const id = await createImport(tx, { ...file, status: "running", createdById: instanceAdmin.userId });
    const { outcome, store } = await stageFile(tx, { ...file, id }, bytesOf(lines({ ...one, output: "Other." })));
    expect(outcome.counts.samplesChanged).toBe(1);
    expect((await nextAssignment(annotator, { taskId: rows[0].id })).assignmentId).not.toBeNull();
    await store({ updateSamples: true });
  });
  expect((await refusal(late)).message).toContain("Work on a changed sample began while the file was read");
  expect((await stored("Begun"))[0]).toMatchObject({ output: "Water." });
});

test("an import that changed samples is not undone once they are worked on or changed again", async () => {
  const update = (text: string, taskName: string) =>
    importFile(instanceAdmin, {
      ...{ projectId, fileName: "s.jsonl", taskName, format: "auto", body: bytesOf(text), skipBadRows: false, updateSamples: true },
    });
  const original = await bring(first, "Again");
  const second = await update(lines({ ...one, output: "Second." }), "Again");
  const third = await update(lines({ ...one, output: "Third." }), "Again");
  for (const { id } of [original, second])
    expect((await refusal(undoImport(instanceAdmin, { importId: id }))).message).toMatch(/[12] samples? that a later import changed/);
  await undoImport(instanceAdmin, { importId: third.id });
  expect((await stored("Again"))[0]).toMatchObject({ output: "Second." });
  await bring("sample_id,criterion,rater,rater_kind,score\n1,Clear,Ann,annotator,4\n", "Again", "ratings.csv");
  expect((await refusal(undoImport(instanceAdmin, { importId: second.id }))).message).toContain("work on 1 sample that it changed");
  expect((await stored("Again"))[0]).toMatchObject({ output: "Second." });
});

test("what is shown of long texts is stored whatever character it is cut at", async () => {
  const long = (start: number) => `${"x".repeat(start)}${"🌧".repeat(300)}`;
  const rows = [0, 1].map((start) => ({ id: `${start}${"🌧".repeat(60)}`, input: long(start), output: long(start + 1) }));
  await bring(lines(...rows), "Cut");
  const staged = await stage(lines(...rows.map((row) => ({ ...row, output: `y${row.output}` }))), "Cut");
  expect(staged.changes).toHaveLength(2);
  const repeated = await stage(lines(...rows, ...rows), "Cut too");
  expect(repeated.problemCount).toBe(2);
});
