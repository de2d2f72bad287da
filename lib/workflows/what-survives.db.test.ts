import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { ExportFormat } from "@/lib/domain/export-format";
import { temporaryDatabase } from "@/lib/testing/database";
import { removeDeleted } from "@/lib/testing/remove-deleted";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { deleteProject } from "./delete-project";
import { excludeAnnotator } from "./exclude-annotator";
import { exportProject } from "./export-project";
import { importBundle } from "./import-bundle";
import { importFile } from "./import-file";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

/** What is looked at in a project, by the first column of the table in docs/exporting.md. */
const facts: Readonly<Record<string, string>> = {
  "ids, texts, systems, subsets, references, input ids of samples":
    "select external_id, input, output, system, subset, reference, input_id from samples s join tasks t on t.id = s.task_id where t.project_id = $1 order by 1",
  "columns of your own":
    "select external_id, key, replace(value #>> '{}', ' ', '') as value from samples s join tasks t on t.id = s.task_id, jsonb_each(metadata) where t.project_id = $1 order by 1, 2",
  "the types of their values":
    "select external_id, key, jsonb_typeof(value) as type from samples s join tasks t on t.id = s.task_id, jsonb_each(metadata) where t.project_id = $1 order by 1, 2",
  "people's scores, with arms":
    "select s.external_id, c.name as criterion, n.name as rater, e.score, a.arm from evaluations e join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id join criteria c on c.id = e.criterion_id join annotators n on n.id = a.annotator_id where n.project_id = $1 order by 1, 2, 3",
  "when they began and ended":
    "select s.external_id, c.name as criterion, e.started_at, e.ended_at from evaluations e join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id join criteria c on c.id = e.criterion_id join tasks t on t.id = s.task_id where t.project_id = $1 order by 1, 2",
  "what people hold also acceptable":
    "select s.external_id, e.also_acceptable from evaluations e join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id join annotators n on n.id = a.annotator_id where n.project_id = $1 and e.also_acceptable <> '{}' order by 1",
  "judges' scores":
    "select s.external_id, c.name as criterion, j.name as judge, d.score from drafts d join runs r on r.id = d.run_id join judges j on j.id = r.judge_id join samples s on s.id = d.sample_id join criteria c on c.id = d.criterion_id where j.project_id = $1 order by 1, 2, 3",
  "how judges were asked": "select j.name, r.protocol from runs r join judges j on j.id = r.judge_id where j.project_id = $1 order by 1, 2",
  "drafts and actions":
    "select s.external_id, x.seq, x.kind, x.text from actions x join evaluations e on e.id = x.evaluation_id join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id join tasks t on t.id = s.task_id where t.project_id = $1 order by 1, e.criterion_id, 2",
  "criteria's definitions":
    "select c.name, c.definition from criteria c join criteria_sets v on v.id = c.criteria_set_id join tasks t on t.id = v.task_id where t.project_id = $1 order by 1",
  "who is excluded": "select n.name from exclusions x join annotators n on n.id = x.annotator_id where n.project_id = $1",
};
const look = async (projectId: string) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(facts).map(async ([name, sql]) => [name, JSON.stringify((await pool().query(sql, [projectId])).rows)]),
    ),
  ) as Record<string, string>;

/** The table of docs/exporting.md: for each thing, what each format keeps. */
function documented(): Record<string, Record<string, string>> {
  const section = readFileSync("docs/exporting.md", "utf8").split("## What survives\n")[1]?.split("\n## ")[0] ?? "";
  const [header = [], , ...rows] = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return Object.fromEntries(
    rows.map(([name = "", ...cells]) => [
      name,
      Object.fromEntries(cells.map((cell, at) => [(header[at + 1] ?? "").replaceAll("`", ""), cell])),
    ]),
  );
}

async function worked() {
  const bundle = smallBundle(3);
  const samples = bundle.samples.map((sample, index) => ({
    ...sample,
    ...{ inputId: `q${index}`, subset: index === 1 ? null : "part", reference: index === 2 ? null : "Ref" },
    metadata: { length: 11 + index, note: `=${index}`, tags: ["a", { b: 2 }] },
  }));
  const criteria = bundle.criteria.map((one) => ({ ...one, scale: { ...one.scale, several: true as const } }));
  const study = await loadSmallStudy({ ...bundle, criteria, samples });
  const annotator = await member(study.projectId, "annotator", "Ann");
  for (let turn = 0; turn < 2; turn++) {
    const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    for (const criterionId of study.criteria) {
      const accepted = acceptAll();
      const marked = action({ kind: "allow", score: 2 + turn, parentId: accepted.at(-1)?.id ?? null });
      await saveActions(annotator, { assignmentId, criterionId, actions: [...accepted, marked] });
    }
    await submitAssignment(annotator, { assignmentId });
  }
  const { rows } = await pool().query("select id from annotators where project_id = $1", [study.projectId]);
  await excludeAnnotator(instanceAdmin, { projectId: study.projectId, annotatorId: rows[0].id, taskId: study.taskId, reason: "Too fast" });
  return study;
}

test("docs/exporting.md says what survives in each format, and it does", { timeout: 120_000 }, async () => {
  const { projectId } = await worked();
  const original = await look(projectId);
  for (const [name, rows] of Object.entries(original)) expect(rows, name).not.toBe("[]");
  const bytes = async (format: ExportFormat) =>
    new Uint8Array(await buffer(Readable.from((await exportProject(instanceAdmin, { projectId, format })).body)));
  const copied = async (title: string, files: [fileName: string, format: ExportFormat][]) => {
    const { id } = await createProject(instanceAdmin, { name: title, description: "" });
    for (const [fileName, format] of files) {
      const body = Readable.from([await bytes(format)]);
      const scale = { min: 1, max: 5, step: 1, levels: [] };
      await importFile(instanceAdmin, { projectId: id, fileName, taskName: "Answers", format: "auto", scale, body, skipBadRows: false });
    }
    return look(id);
  };
  const copies: Record<string, Record<string, string>> = {
    jsonl: await copied("jsonl", [["s.jsonl", "jsonl"]]),
    "csv, long-csv": await copied("csv", [
      ["s.csv", "csv"],
      ["r.csv", "long-csv"],
    ]),
    "parquet, long-parquet": await copied("parquet", [
      ["s.parquet", "parquet"],
      ["r.parquet", "long-parquet"],
    ]),
    "hugging-face": await copied("hugging-face", [["s.zip", "hugging-face"]]),
    "excel, long-csv": await copied("excel", [
      ["s.csv", "excel"],
      ["r.csv", "long-csv"],
    ]),
  };
  const bundle = await bytes("redline");
  const { rows } = await pool().query("select name from projects where id = $1", [projectId]);
  await deleteProject(instanceAdmin, { projectId, confirmName: rows[0].name });
  await removeDeleted();
  await importBundle(instanceAdmin, { name: "Back", fileName: "b.redline.gz", body: Readable.from([bundle]) });
  copies.redline = await look((await pool().query("select id from projects where name = 'Back'")).rows[0].id);

  const found = Object.fromEntries(
    Object.keys(facts).map((name) => [
      name,
      Object.fromEntries(Object.entries(copies).map(([format, copy]) => [format, copy[name] === original[name] ? "yes" : "–"])),
    ]),
  );
  expect(documented()).toEqual(found);
});
