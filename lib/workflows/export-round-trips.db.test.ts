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
  expect(folder.map(({ path }) => path)).toEqual(["README.md", "samples.parquet", "ratings.parquet"]);
  expect(folder.slice(1).map(({ bytes }) => Buffer.compare(bytes, bytes === folder[1]?.bytes ? samples : ratings))).toEqual([0, 0]);
  expect(new TextDecoder().decode(folder[0]?.bytes)).toContain("config_name: ratings");
});
