import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { inTransaction, pool } from "@/lib/db/client";
import { stageFile } from "@/lib/db/import/import-file";
import { createImport, sweepImports, tryLockImport } from "@/lib/db/imports";
import type { ImportFormat } from "@/lib/domain/import";
import { coevalArchive, coevalFigures, compareFigures } from "@/lib/testing/coeval";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { birdStudy } from "@/prisma/seed/bird-study";
import { pairStudy } from "@/prisma/seed/demo-pairs";
import { demoStudy } from "@/prisma/seed/demo-study";
import { commitImport } from "./commit-import";
import { createProject } from "./create-project";
import { discardImport } from "./discard-import";
import { loadStudy } from "./load-study";
import { nextAssignment } from "./next-assignment";
import { readReport } from "./read-report";
import { saveActions } from "./save-actions";
import { stageImport } from "./stage-import";
import { undoImport } from "./undo-import";

temporaryDatabase();

async function* bytesOf(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

let projectId = "";
beforeAll(async () => {
  projectId = (await createProject(instanceAdmin, { name: "Imports", description: "" })).id;
});

const stage = (
  text: string | Uint8Array,
  options: { fileName?: string; taskName?: string; format?: ImportFormat; scale?: { min: number; max: number } } = {},
) =>
  stageImport(instanceAdmin, {
    projectId,
    fileName: options.fileName ?? "samples.csv",
    taskName: options.taskName,
    format: options.format ?? "auto",
    scale: options.scale && { ...options.scale, step: 1, levels: [] },
    body: bytesOf(text),
  });
const commit = (importId: string, skipBadRows = false) => commitImport(instanceAdmin, { importId, skipBadRows });
const countOf = async (table: string, where = "true") =>
  Number((await pool().query(`select count(*) from ${table} where ${where}`)).rows[0]?.count);

const samples = "id,input,output,system,colour\n1,What is rain?,Water.,a,red\n2,What is snow?,Ice.,b,blue\n";

describe("samples", () => {
  test("staging shows what would happen and writes nothing", async () => {
    const staged = await stage(samples, { taskName: "Weather" });
    expect(staged).toMatchObject({ status: "staged", format: "csv", problemCount: 0, counts: { rows: 2, samples: 2, tasks: 1 } });
    expect(staged.preview[0]).toMatchObject({ id: "1", input: "What is rain?", system: "a" });
    expect(await countOf("samples", "external_id in ('1', '2')")).toBe(0);
    expect(await countOf("tasks", "name = 'Weather'")).toBe(0);
    const done = await commit(staged.id);
    expect(done).toMatchObject({ status: "done", counts: { samples: 2 } });
    expect(await countOf("samples s join tasks t on t.id = s.task_id", "t.name = 'Weather'")).toBe(2);
    expect(await countOf("import_chunks", `import_id = '${staged.id}'`)).toBe(0);
  });

  test("the same file again changes nothing; the same id with other content is refused, row named", async () => {
    const again = await commit((await stage(samples, { taskName: "Weather" })).id);
    expect(again.counts).toMatchObject({ samples: 0, samplesUnchanged: 2 });
    const changed = await stage(samples.replace("Ice.", "Frozen water.").replace("\n1,", "\n3,"), { taskName: "Weather" });
    expect(changed.changes).toEqual([
      { file: "samples.csv", row: 3, sample: "2", field: "output", before: "Ice.", after: "Frozen water." },
    ]);
    const refused = await refusal(commit(changed.id));
    expect(refused.code).toBe("invalid_input");
    expect(await countOf("samples", "external_id = '3'")).toBe(0);
    const skipping = await commit(changed.id, true);
    expect(skipping.counts).toMatchObject({ samples: 1, samplesChanged: 1, samplesUpdated: 0 });
  });

  test("an import is undone completely, and only while nothing has been built on it", async () => {
    const done = await commit((await stage("id,input,output\nx,In,Out\n", { taskName: "Short-lived" })).id);
    expect((await undoImport(instanceAdmin, { importId: done.id })).status).toBe("undone");
    expect(await countOf("tasks", "name = 'Short-lived'")).toBe(0);

    const study = await loadSmallStudy(smallBundle(1));
    const annotator = await member(study.projectId, "annotator");
    const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
    await saveActions(annotator, { assignmentId: assignmentId ?? "", criterionId: study.criteria[0] ?? "", actions: acceptAll() });
    const loaded = await pool().query<{ id: string }>("select id from imports where project_id = $1", [study.projectId]);
    const refused = await refusal(undoImport(instanceAdmin, { importId: loaded.rows[0]?.id ?? "" }));
    expect(refused.message).toContain("1 assignment that annotators");
    expect(await countOf("actions a join evaluations e on e.id = a.evaluation_id", `e.assignment_id = '${assignmentId}'`)).toBe(3);
  });

  test("a file that is not a table is refused with a reason and leaves nothing behind", async () => {
    const before = await countOf("imports");
    expect((await refusal(stage(""))).message).toContain("is empty");
    expect(await countOf("imports")).toBe(before);
    const cases: [string, string | Uint8Array, RegExp][] = [
      ["study.csv", new Uint8Array([0x50, 0x4b, 3, 4, ...new Array(600).fill(0)]), /zip/i],
      ["paper.csv", "%PDF-1.7\n%âãÏÓ\n1 0 obj", /pdf/i],
      ["half.csv", "id,output\n1,Out\n", /input/],
      ["header.csv", "id,input,output\n", /no rows/],
      ["nul.csv", "id,input,output\n1,a\u0000b,Out\n", /NUL/],
      ["open.csv", 'id,input,output\n1,"never closed,Out\n', /quot/i],
      ["long.csv", `id,input,output\n${"k".repeat(513)},In,Out\n`, /512/],
      ["twice.csv", "id,input,output\n1,In,Out\n1,In,Other\n", /already in row 2/],
    ];
    for (const [fileName, text, message] of cases) {
      const staged = await stage(text, { fileName, taskName: fileName });
      expect(staged.problemCount, fileName).toBeGreaterThan(0);
      expect(staged.problems[0]?.message, fileName).toMatch(message);
      await refusal(commit(staged.id));
      if (staged.counts.rows === 0) await refusal(commit(staged.id, true));
      expect(await countOf("tasks", `name = '${fileName}'`), fileName).toBe(0);
    }
  });
});

describe("uploads", () => {
  test("a file over the limit is refused with 413 as soon as that is known, and leaves nothing behind", async () => {
    const before = await countOf("imports");
    process.env.REDLINE_UPLOAD_LIMIT_MB = "3";
    let read = 0;
    const endless = async function* () {
      for (; ; read++) yield new Uint8Array(1e6);
    };
    const upload = { projectId, fileName: "large.csv", format: "auto" as const, body: endless() };
    const refused = await refusal(stageImport(instanceAdmin, upload));
    expect(refused).toMatchObject({ code: "payload_too_large", message: expect.stringContaining("3 MB") });
    expect(read).toBe(3);
    expect((await refusal(stageImport(instanceAdmin, { ...upload, body: endless(), declaredBytes: 4e6 }))).code).toBe("payload_too_large");
    expect(read).toBe(3);
    delete process.env.REDLINE_UPLOAD_LIMIT_MB;
    expect(await countOf("imports")).toBe(before);
  });

  const packed = (rows: number) =>
    gzipSync(`id,input,output\n${Array.from({ length: rows }, (_, row) => `${row},Why?,Because.\n`).join("")}`);
  const stagePacked = (rows: number, taskName: string) =>
    stageImport(instanceAdmin, { projectId, fileName: "packed.csv.gz", taskName, format: "auto", body: bytesOf(packed(rows)) });

  test("a compressed file that unpacks to more than may be uploaded is refused, bad rows skipped or not, and nothing of it is in the study", async () => {
    process.env.REDLINE_UPLOAD_LIMIT_MB = "1";
    const staged = await stagePacked(80_000, "Unpacked");
    expect(staged.problems.map(({ file, row, message }) => ({ file, row, message }))).toEqual([
      { file: "packed.csv.gz", row: null, message: expect.stringMatching(/more than the 1 MB .* up to row \d{5}\.$/) },
    ]);
    for (const skip of [false, true]) expect((await refusal(commit(staged.id, skip))).message).toContain("more than the 1 MB");
    expect(await countOf("tasks", "name = 'Unpacked'")).toBe(0);
    process.env.REDLINE_UPLOAD_LIMIT_MB = "2";
    expect((await commit(staged.id)).counts.samples).toBe(80_000);
    delete process.env.REDLINE_UPLOAD_LIMIT_MB;
  });

  test("one that takes too long to read is given up and stays, so that it can be tried again", async () => {
    let hours = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 5 * 3_600_000 * hours++);
    const staged = await stagePacked(10, "Late");
    clock.mockRestore();
    expect(staged).toMatchObject({ status: "staged", problemCount: 1 });
    expect(staged.problems[0]?.message).toMatch(/longer than 4 hours/);
    expect((await commit(staged.id)).counts.samples).toBe(10);
  });

  test("interrupted uploads are deleted after a day, forgotten ones after a week; finished imports and those being written stay", async () => {
    const made = async (status: string, days: number) => {
      const { id } = await stage(samples, { taskName: "Swept" });
      await pool().query("update imports set status = $2, created_at = now() - make_interval(hours => $3) where id = $1", [
        id,
        status,
        days * 24 + 1,
      ]);
      return id;
    };
    const gone = [await made("staging", 1), await made("staged", 7), await made("running", 7)];
    const kept = [await made("staging", 0), await made("staged", 6), await made("done", 30)];
    const written = await made("running", 8);
    await inTransaction(async (writer) => {
      await tryLockImport(writer, written);
      expect(await sweepImports()).toBe(3);
    });
    const left = await pool().query<{ id: string }>("select id from imports where id = any($1)", [[...gone, ...kept, written]]);
    expect(left.rows.map(({ id }) => id).sort()).toEqual([...kept, written].sort());
    expect(await countOf("import_chunks", `import_id = '${gone[0]}'`)).toBe(0);
  });
});

describe("several at once", () => {
  const stateOf = async (id: string) => (await pool().query("select status, error from imports where id = $1", [id])).rows[0];

  test("more imports than connections wait for each other, but not forever", { timeout: 30_000 }, async () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `${row},In,Out\n`).join("");
    const names = Array.from({ length: 14 }, (_, at) => `At once ${at}`);
    const done = await Promise.all(names.map(async (taskName) => commit((await stage(`id,input,output\n${rows}`, { taskName })).id)));
    expect(done.map((entry) => entry.counts.samples)).toEqual(names.map(() => 3000));
  });

  test("a second request while an import is being written is refused and changes nothing", async () => {
    const { id } = await stage("id,input,output\nw,In,Out\n", { taskName: "Being written" });
    await inTransaction(async (writer) => {
      await tryLockImport(writer, id);
      await pool().query("update imports set status = 'running' where id = $1", [id]);
      expect((await refusal(commit(id))).code).toBe("conflict");
      expect((await refusal(discardImport(instanceAdmin, { importId: id }))).code).toBe("conflict");
      expect(await stateOf(id)).toEqual({ status: "running", error: null });
    });
    // The writer died without finishing: the import can still be written, once.
    const both = await Promise.allSettled([commit(id), commit(id)]);
    expect(both.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await refusal(commit(id))).code).toBe("conflict");
    expect((await refusal(discardImport(instanceAdmin, { importId: id }))).code).toBe("conflict");
    expect(await stateOf(id)).toEqual({ status: "done", error: null });
  });
});

describe("ratings made elsewhere", () => {
  const ratings = (rows: string) => `sample_id,criterion,rater,rater_kind,score,reason\n${rows}`;

  test("they need published criteria or a declared scale, and then show in the report", async () => {
    await commit((await stage(samples, { taskName: "Rated" })).id);
    const rows = ratings(
      "1,Clear,Ann,annotator,4,fine\n1,Clear,Bob,annotator,2,\n2,Clear,Ann,annotator,5,\n2,Clear,Bob,annotator,5,\n1,Clear,judge-x,judge,3,so-so\n2,Clear,judge-x,judge,5,\n",
    );
    const undeclared = await stage(rows, { fileName: "ratings.csv", taskName: "Rated" });
    expect(undeclared.problems[0]).toMatchObject({
      row: null,
      field: "criterion",
      message: expect.stringContaining("no published criteria"),
    });
    const done = await commit((await stage(rows, { fileName: "ratings.csv", taskName: "Rated", scale: { min: 1, max: 5 } })).id);
    expect(done.counts).toMatchObject({ ratings: 6, annotators: 2, judges: 1, criteria: 1 });
    const report = await readReport(instanceAdmin, { projectId });
    const task = report.tasks.find((entry) => entry.task === "Rated");
    expect(task?.counts).toMatchObject({ annotators: 2, judges: 1, ratings: 4, units: 2, missing: 0 });
    expect(task?.arms).toEqual(["unstated"]);
    expect(task?.scores.perCriterion.Clear?.annotators).toMatchObject({ n: 4, mean: 4 });
    expect(task?.agreement.pooled.annotators.nominal.value).toBeCloseTo(0.4, 12);
  });

  test("a rating with floating-point noise is accepted as the point on the scale", async () => {
    const staged = await stage(ratings("1,Clear,Ann,annotator,4.0000000001,fine\n"), { fileName: "ratings.csv", taskName: "Rated" });
    expect(staged.problems).toEqual([]);
  });

  test("unknown samples and criteria, scores off the scale or missing, and a changed score are named row by row", async () => {
    const staged = await stage(
      ratings(
        "9,Clear,Ann,annotator,4,\n1,Kind,Ann,annotator,4,\n1,Clear,Cid,annotator,6,\n1,Clear,Dee,annotator,,\n1,Clear,Ann,annotator,3,\n1,Clear,Eve,annotator,3.5,\n",
      ),
      {
        fileName: "ratings.csv",
        taskName: "Rated",
      },
    );
    expect(staged.problems.map((problem) => [problem.row, problem.field]).sort()).toEqual([
      [2, "sample_id"],
      [3, "criterion"],
      [4, "score"],
      [5, "score"],
      [6, "score"],
      [7, "score"],
    ]);
    expect(staged.problems.find((problem) => problem.row === 6)?.message).toContain("already gave this sample and criterion the score 4");
  });

  test("a rater's second row on a unit is refused with the first one's row; a judge may have an annotator's name", async () => {
    const rows = ratings("2,Clear,Kim,annotator,4,\n2,Clear,Kim,judge,3,\n2,Clear,Kim,annotator,4,\n2,Clear,Kim,judge,2,\n");
    const staged = await stage(rows, { fileName: "ratings.csv", taskName: "Rated" });
    expect(staged.problems.map(({ row, message }) => [row, message])).toEqual([
      [4, '"Kim" has already rated "Clear" of sample "2" in row 2.'],
      [5, '"Kim" has already rated "Clear" of sample "2" in row 3.'],
    ]);
    expect((await commit(staged.id, true)).counts).toMatchObject({ ratings: 2, skippedRows: 2, annotators: 1, judges: 1 });
    expect((await commit((await stage(rows, { fileName: "ratings.csv", taskName: "Rated" })).id, true)).counts).toMatchObject({
      ratings: 0,
      ratingsUnchanged: 2,
    });
  });
});

test("an import leaves no dangling references although it checks foreign keys all at once", async () => {
  const study = await loadStudy(instanceAdmin, {
    name: "Keys",
    description: "",
    demo: false,
    source: "test",
    bundles: [demoStudy, birdStudy, pairStudy],
  });
  expect(
    await countOf(
      "evaluations e join assignments a on a.id = e.assignment_id join tasks t on t.id = a.task_id",
      `t.project_id = '${study.projectId}'`,
    ),
  ).toBeGreaterThan(100);
  const keys = await pool().query<{ table: string; column: string; to: string; id: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as to, b.attname as id
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`,
  );
  expect(keys.rows.length).toBeGreaterThan(40);
  for (const { table, column, to, id } of keys.rows) {
    const lost = await countOf(`${table} f`, `f.${column} is not null and not exists (select 1 from ${to} p where p.${id} = f.${column})`);
    expect([table, column, lost]).toEqual([table, column, 0]);
  }
});

test("an import that adds to an earlier one is refused if that one is undone before it is written", async () => {
  const scale = { min: 1, max: 5 };
  const ratings = (...rows: string[]) => ["sample_id,criterion,rater,rater_kind,score", ...rows].join("\n");
  const add = async (text: string, fileName: string) => (await commit((await stage(text, { fileName, taskName: "Undone", scale })).id)).id;
  await add(samples, "samples.csv");
  await add(ratings("1,Clear,Ben,annotator,3", "1,True,Ben,annotator,3", "2,Clear,Ann,annotator,3"), "both.csv");
  const first = await add(ratings("1,Clear,Ann,annotator,4"), "ann.csv");
  const file = { projectId, fileName: "more.csv", taskName: "Undone", format: "csv", scale: null, options: {} };
  const second = inTransaction(async (tx) => {
    const id = await createImport(tx, { ...file, status: "running", createdById: instanceAdmin.userId });
    const { outcome, store } = await stageFile(tx, { ...file, id }, bytesOf(ratings("1,True,Ann,annotator,5")));
    expect(outcome).toMatchObject({ problemCount: 0, counts: { ratings: 1 } });
    await undoImport(instanceAdmin, { importId: first });
    await store({ updateSamples: false });
  });
  expect((await refusal(second)).message).toContain("Part of the study was deleted while the file was read");
  expect(await countOf("evaluations e", "not exists (select from assignments a where a.id = e.assignment_id)")).toBe(0);
});

test("ratings refer to samples of the same file, wherever they are in it, and to none that it leaves out", async () => {
  const lines = [
    { sample_id: "n1", criterion: "Clear", rater: "Ann", rater_kind: "annotator", score: 2 },
    { id: "n1", input: "In", output: "Out" },
    { sample_id: "n2", criterion: "Clear", rater: "Ann", rater_kind: "annotator", score: 3 },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const staged = await stage(text, { fileName: "both.jsonl", taskName: "Both", scale: { min: 1, max: 5 } });
  expect(staged.problems).toMatchObject([{ row: 3, field: "sample_id", message: 'there is no sample "n2" in this task' }]);
  expect((await commit(staged.id, true)).counts).toMatchObject({ samples: 1, ratings: 1, criteria: 1, skippedRows: 1 });
});

test("after an import of many ratings the planner knows how many a report reads", async () => {
  const taskName = "Many";
  const rows = (row: (n: number) => string) => Array.from({ length: 1500 }, (_, n) => row(n)).join("\n");
  await commit((await stage(`id,input,output\n${rows((n) => `m${n},Question ${n},Answer`)}`, { taskName })).id);
  const ratings = `sample_id,criterion,rater,score\n${rows((n) => `m${n},Clear,Ann,${(n % 5) + 1}`)}`;
  await commit((await stage(ratings, { fileName: "ratings.csv", taskName, scale: { min: 1, max: 5 } })).id);
  const { rows: tasks } = await pool().query("select id from tasks where name = $1", [taskName]);
  const { rows: plans } = await pool().query(
    `explain (format json) select from evaluations e join assignments a on a.id = e.assignment_id
     where a.task_id = $1 and a.status = 'submitted' and a.purpose = 'work' and a.round = 0 and e.score is not null`,
    [tasks[0].id],
  );
  const expected = plans[0]["QUERY PLAN"][0].Plan["Plan Rows"];
  expect(expected).toBeGreaterThan(500);
});

test("an excerpt of the CoEval release gives every known figure, and importing it again changes nothing", async () => {
  const project = await createProject(instanceAdmin, { name: "coeval", description: "" });
  const stageOnce = async () => {
    const body = bytesOf(coevalArchive());
    const staged = await stageImport(instanceAdmin, { projectId: project.id, fileName: "coeval.tar", format: "auto", body });
    expect(staged.problems).toEqual([]);
    return staged;
  };
  const done = await commit((await stageOnce()).id);
  expect(done.format).toBe("coeval");
  expect((await stageOnce()).counts).toMatchObject({ samples: 0, ratings: 0, drafts: 0, ratingsUnchanged: done.counts.ratings });

  const report = await readReport(instanceAdmin, { projectId: project.id });
  for (const name of ["ELI5", "ROCStories"]) {
    const task = report.tasks.find((one) => one.task === name);
    const { compared, differing } = compareFigures(coevalFigures(name), task);
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(600);
    expect(JSON.stringify(task)).not.toContain("NaN");
  }
  expect(report.tasks.find((task) => task.task === "ELI5")?.warnings.length).toBeGreaterThan(0);
});
