import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { filesIn } from "@/lib/datasets/unpack";
import type { ExportFormat } from "@/lib/domain/export-format";
import { temporaryDatabase } from "@/lib/testing/database";
import { acceptAll, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { createProject } from "./create-project";
import { exportProject } from "./export-project";
import { importFile } from "./import-file";
import { nextAssignment } from "./next-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

const exported = async (projectId: string, format: ExportFormat) =>
  text(Readable.from((await exportProject(instanceAdmin, { projectId, format })).body));

const exportedBytes = async (projectId: string, format: ExportFormat) =>
  new Uint8Array(await buffer(Readable.from((await exportProject(instanceAdmin, { projectId, format })).body)));

/** A rated study whose samples have every column that an import knows, and some of the user's own. */
async function worked() {
  const bundle = smallBundle(3);
  const samples = bundle.samples.map((sample, index) => ({
    ...sample,
    externalId: `s/${index + 1}`,
    inputId: `q ${index + 1}`,
    subset: index === 1 ? null : `part ${index}`,
    reference: index === 2 ? null : `Ref, "${index}"\nend`,
    metadata: { length: 11 + index, note: `=SUM(${index})`, ...(index === 0 && { tags: ["a", { b: 2 }] }) },
  }));
  const judges = bundle.judges.map(({ drafts, ...judge }) => ({
    ...judge,
    drafts: drafts.map((draft) => ({ ...draft, sampleId: draft.sampleId.replace("s", "s/") })),
  }));
  const study = await loadSmallStudy({ ...bundle, samples, judges });
  const annotator = await member(study.projectId, "annotator", "Ann");
  for (let turn = 0; turn < 2; turn++) {
    const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
    for (const criterionId of study.criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
    await submitAssignment(annotator, { assignmentId });
  }
  return study;
}

/** A new project with these files imported into one task, in order. */
async function imported(name: string, files: [fileName: string, content: string | Uint8Array][]): Promise<string> {
  const { id: projectId } = await createProject(instanceAdmin, { name, description: "" });
  for (const [fileName, content] of files) {
    const body = Readable.from([typeof content === "string" ? Buffer.from(content) : content]);
    const scale = { min: 1, max: 5, step: 1, levels: [] };
    await importFile(instanceAdmin, { projectId, fileName, taskName: "Answers", format: "auto", scale, body, skipBadRows: false });
  }
  return projectId;
}

test("samples and ratings, exported as csv and long-csv and imported into an empty project, are exported as they were", async () => {
  const { projectId } = await worked();
  const [csv, long] = [await exported(projectId, "csv"), await exported(projectId, "long-csv")];
  const copy = await imported("From CSV", [
    ["samples.csv", csv],
    ["ratings.csv", long],
  ]);
  expect(long.trimEnd().split("\n")).toHaveLength(1 + 4 + 6);
  expect(await exported(copy, "long-csv")).toBe(long);
  expect(await exported(copy, "csv")).toBe(csv);
});

test("samples, exported as jsonl and imported into an empty project, are exported as they were, the user's own values with their types", async () => {
  const { projectId } = await worked();
  const samplesOf = (jsonl: string) =>
    jsonl
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; scores?: unknown })
      .filter(({ type }) => type === "sample")
      .map(({ scores: _, ...sample }) => sample);
  const jsonl = await exported(projectId, "jsonl");
  const copy = await imported("From JSON Lines", [["study.jsonl", jsonl]]);
  expect(samplesOf(jsonl)).toHaveLength(3);
  expect(samplesOf(await exported(copy, "jsonl"))).toEqual(samplesOf(jsonl));
});

test("both Parquet tables, imported into an empty project, are exported as they were; the dataset for Hugging Face holds the same files", async () => {
  const { projectId } = await worked();
  const [samples, ratings, long] = [
    await exportedBytes(projectId, "parquet"),
    await exportedBytes(projectId, "long-parquet"),
    await exported(projectId, "long-csv"),
  ];
  const copy = await imported("From Parquet", [
    ["study.parquet", samples],
    ["ratings.parquet", ratings],
  ]);
  const withoutProtocol = (csv: string) => csv.replaceAll(/,(step-by-step|imported)?,false$/gm, ",,false");
  expect(withoutProtocol(await exported(copy, "long-csv"))).toBe(withoutProtocol(long));
  expect(await exported(copy, "csv")).toBe(await exported(projectId, "csv"));
  const folder = await filesIn(await exportedBytes(projectId, "hugging-face"));
  expect(folder.map(({ path }) => path)).toEqual(["samples.parquet", "ratings.parquet", "README.md"]);
  expect(folder.slice(0, 2).map(({ bytes }) => Buffer.compare(bytes, bytes === folder[0]?.bytes ? samples : ratings))).toEqual([0, 0]);
  expect(new TextDecoder().decode(folder[2]?.bytes)).toContain("config_name: ratings");
});

/** A study's dataset as a folder; `end` removes it. */
async function datasetFolder(projectId: string): Promise<{ path: string; files: string[]; end(): void }> {
  const path = mkdtempSync(join(tmpdir(), "dataset-"));
  const files = await filesIn(await exportedBytes(projectId, "hugging-face"));
  for (const file of files) writeFileSync(join(path, file.path), file.bytes);
  return { path, files: files.map((file) => file.path), end: () => rmSync(path, { recursive: true }) };
}

test("the dataset of a study without ratings has no table of them, which load_dataset would refuse", async () => {
  const { projectId } = await loadSmallStudy({ ...smallBundle(2), judges: [] });
  const { path, files, end } = await datasetFolder(projectId);
  expect(files).toEqual(["samples.parquet", "README.md"]);
  expect(readFileSync(join(path, "README.md"), "utf8")).not.toContain("ratings");
  end();
});

// Defined only where the library is there, so that nothing is counted as skipped where it is not.
const hasDatasets = spawnSync("python3", ["-c", "import datasets"]).status === 0;
const loaded = (path: string, names: string) =>
  spawnSync(
    "python3",
    [
      "-c",
      `from datasets import load_dataset
for name in "${names}".split():
    table = load_dataset("${path}", name, split="train")
    print(name, table.num_rows, table.features.get("score"), table[0].get("length"), table[0].get("tags"))`,
    ],
    { encoding: "utf8", env: { ...process.env, HF_HOME: join(path, "cache"), HF_HUB_OFFLINE: "1" } },
  ).stdout;

if (hasDatasets)
  test("load_dataset reads the folder, with types, and that of a study without ratings", { timeout: 120_000 }, async () => {
    const rated = await datasetFolder((await worked()).projectId);
    expect(loaded(rated.path, "samples ratings")).toBe("samples 3 None 11.0 ['a', {'b': 2}]\nratings 10 Value('float64') None None\n");
    const unrated = await datasetFolder((await loadSmallStudy({ ...smallBundle(2), judges: [] })).projectId);
    expect(loaded(unrated.path, "samples")).toBe("samples 2 None None None\n");
    for (const { end } of [rated, unrated]) end();
  });
