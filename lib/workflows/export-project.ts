import "server-only";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { adjudicatedCells, adjudicatedHeader } from "@/lib/datasets/adjudicated-rows";
import { type EvaluationExport, type SampleExport, sampleCells, sampleHeader } from "@/lib/datasets/export-rows";
import { datasetCard, parquetOfRatings, parquetOfSamples } from "@/lib/datasets/parquet-tables";
import { type CoevalTask, coevalFiles } from "@/lib/datasets/write-coeval";
import { type CsvOptions, writeCsv } from "@/lib/datasets/write-csv";
import { writeJsonl } from "@/lib/datasets/write-jsonl";
import { writeParquet } from "@/lib/datasets/write-parquet";
import { writeZip } from "@/lib/datasets/write-zip";
import { bundleLines } from "@/lib/db/bundle";
import { db, inSnapshot, type Tx } from "@/lib/db/client";
import { coevalTask } from "@/lib/db/coeval-tasks";
import { readColumnKinds } from "@/lib/db/column-kinds";
import { exportAdjudicated } from "@/lib/db/export-adjudicated";
import { readDescribedTask } from "@/lib/db/export-coeval";
import { exportDrafts } from "@/lib/db/export-drafts";
import { exportEvaluations, type StoredEvaluation } from "@/lib/db/export-evaluations";
import { type ExportTask, listExportTasks } from "@/lib/db/export-windows";
import { exportRatings, exportSamples, readSampleColumns } from "@/lib/db/exports";
import { getCodebooks } from "@/lib/db/reason-codes";
import { getReportProject } from "@/lib/db/report-tasks";
import { countSamples } from "@/lib/db/samples";
import { withItemIds } from "@/lib/domain/draft";
import { AppError } from "@/lib/domain/errors";
import type { ExcludedWork } from "@/lib/domain/exclusion";
import type { ExportFormat } from "@/lib/domain/export-format";
import { isCategorical, labelOf } from "@/lib/domain/labels";
import { type Actor, demand } from "@/lib/domain/policy";
import { reasonLabel } from "@/lib/domain/reason-book";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { applyActions } from "@/lib/review/apply-actions";

interface Input {
  projectId: string;
  taskId?: string | undefined;
  format: ExportFormat;
  /** Whether the work of excluded people is exported, marked as such; it is by default. */
  excluded?: ExcludedWork | undefined;
  /** Called with the share that is read, where that is known. */
  onProgress?: (share: number) => void;
}

/** How often each format reads the samples; the others are not read by sample. */
const passes: Partial<Record<ExportFormat, number>> = { jsonl: 3, csv: 1, excel: 1, parquet: 1, "long-parquet": 1, "hugging-face": 2 };

export interface Export {
  fileName: string;
  contentType: string;
  /** Read it to the end or return it: it holds a database connection. */
  body: AsyncIterable<string | Uint8Array>;
}

/**
 * Streams a project's export. `jsonl`: every sample with its scores, then every evaluation with its draft and all its actions, then every draft of every
 * run; `csv`: one task's samples, one column per criterion and rater; `excel`: the same, guarded for spreadsheets; `long-csv`: one task's ratings, one per
 * row; `parquet` and `long-parquet`: these two tables with typed columns; `hugging-face`: both in a zip with a dataset card; `adjudicated-csv`: one task's adjudicated units; `coeval`: a zip in the layout of CoEval's release; `redline`: the whole project, packed, for admins alone. Throws conflict when a table is requested for a project with several tasks, whose columns differ.
 */
export async function exportProject(actor: Actor, input: Input): Promise<Export> {
  demand(actor, "export.do", input.projectId);
  if (input.format === "redline") return exportBundle(actor, input);
  const [project, listed] = await Promise.all([
    getReportProject(input.projectId),
    listExportTasks(input.projectId, input.taskId ?? null, input.excluded),
  ]);
  const tasks = await withProgress(listed, input);
  if (input.taskId !== undefined && tasks.length === 0) throw new AppError("not_found", "There is no such task in this project.");
  const base = [project, ...(input.taskId === undefined ? [] : [tasks[0]?.name ?? ""])].join(" ").replace(/[^\p{L}\p{N}]+/gu, "-");
  if (input.format === "jsonl")
    return {
      fileName: `${base}.jsonl`,
      contentType: "application/x-ndjson",
      body: writeJsonl(jsonRows(tasks, (await getCodebooks(input.projectId)).items)),
    };
  if (input.format === "coeval" && tasks.length > 0) {
    await demandCoevalTasks(tasks);
    const reasons = (await getCodebooks(input.projectId)).items;
    return { fileName: `${base}-coeval.zip`, contentType: "application/zip", body: coevalRelease(tasks, reasons) };
  }
  const [task] = tasks;
  if (!task) throw new AppError("conflict", "There is nothing to export yet: the project has no task.");
  if (tasks.length > 1)
    throw new AppError(
      "conflict",
      `Choose a task: a table holds one, and this project has ${tasks.map((entry) => `"${entry.name}"`).join(", ")}.`,
    );
  const contentType = "text/csv; charset=utf-8";
  if (input.format === "csv") return { fileName: `${base}.csv`, contentType, body: sampleTable(task) };
  if (input.format === "excel") return { fileName: `${base}-excel.csv`, contentType, body: sampleTable(task, { forExcel: true }) };
  const parquet = { contentType: "application/vnd.apache.parquet" };
  if (input.format === "parquet") return { ...parquet, fileName: `${base}.parquet`, body: inSnapshot((tx) => parquetSamples(tx, task)) };
  if (input.format === "long-parquet")
    return { ...parquet, fileName: `${base}-ratings.parquet`, body: inSnapshot((tx) => parquetRatings(tx, task)) };
  if (input.format === "hugging-face")
    return { fileName: `${base}-dataset.zip`, contentType: "application/zip", body: huggingFaceFolder(`${project}: ${task.name}`, task) };
  if (input.format === "adjudicated-csv") return { fileName: `${base}-adjudicated.csv`, contentType, body: adjudicatedTable(task) };
  return { fileName: `${base}-ratings.csv`, contentType, body: inSnapshot((tx) => exportRatings(tx, task)) };
}

/** The tasks, which report how many of their samples are read. */
async function withProgress(tasks: ExportTask[], { format, onProgress }: Input): Promise<ExportTask[]> {
  const times = passes[format];
  if (onProgress === undefined || times === undefined) return tasks;
  const all = times * (await countSamples(tasks.map(({ id }) => id)));
  let read = 0;
  const onSamples = (count: number) => {
    read += count;
    // Samples may have come since they were counted.
    onProgress(Math.min(read / all, 1));
  };
  return tasks.map((task) => ({ ...task, onSamples }));
}

/** A bundle has everything, also what researchers do not see: addresses of people, and redlines of a round that is open. */
async function exportBundle(actor: Actor, { projectId, taskId, excluded, onProgress }: Input): Promise<Export> {
  demand(actor, "project.edit", projectId);
  if (taskId !== undefined || excluded === "without")
    throw new AppError("invalid_input", "A bundle holds the whole project: it cannot be narrowed to a task or to the work of some people.");
  const name = await getReportProject(projectId);
  return {
    fileName: `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.redline.gz`,
    contentType: "application/gzip",
    // An error of the lines destroys the compressor, whose reader then gets it.
    body: pipeline(Readable.from(bundleLines({ id: projectId, name }, onProgress)), createGzip(), () => undefined),
  };
}

async function* sampleTable(task: ExportTask, options: CsvOptions = {}): AsyncGenerator<string> {
  const pairwise = task.kind === "pairwise";
  yield* inSnapshot(async function* (tx) {
    const columns = await readSampleColumns(tx, task);
    const rows = (async function* () {
      for await (const sample of exportSamples(tx, task)) yield sampleCells(sample, columns, pairwise);
    })();
    yield* writeCsv(sampleHeader(columns, pairwise), rows, options);
  });
}

async function* parquetSamples(tx: Tx, task: ExportTask, onSample?: (sample: SampleExport) => void): AsyncGenerator<Uint8Array> {
  const columns = await readSampleColumns(tx, task);
  const table = parquetOfSamples(columns, await readColumnKinds(tx, task), task.kind === "pairwise");
  const rows = (async function* () {
    for await (const sample of exportSamples(tx, task)) {
      onSample?.(sample);
      yield table.rowOf(sample);
    }
  })();
  yield* writeParquet(table.columns, rows);
}

async function* parquetRatings(tx: Tx, task: ExportTask): AsyncGenerator<Uint8Array> {
  const table = parquetOfRatings(task.kind === "pairwise");
  const rows = (async function* () {
    for await (const sample of exportSamples(tx, task)) yield* table.rowsOf(sample);
  })();
  yield* writeParquet(table.columns, rows);
}

function huggingFaceFolder(name: string, task: ExportTask): AsyncIterable<Uint8Array> {
  const paths = { samples: "samples.parquet", ratings: "ratings.parquet" };
  return inSnapshot((tx) => {
    let isRated = false;
    const look = ({ scores }: SampleExport) => {
      isRated ||= scores.some(({ score }) => score !== null);
    };
    // Each file is asked for when the one before is written.
    function* files() {
      yield { path: paths.samples, body: parquetSamples(tx, task, look) };
      // `load_dataset` refuses a table without rows.
      if (isRated) yield { path: paths.ratings, body: parquetRatings(tx, task) };
      yield { path: "README.md", body: [datasetCard(name, { ...paths, ratings: isRated ? paths.ratings : null })] };
    }
    return writeZip(files());
  });
}

function coevalRelease(tasks: readonly ExportTask[], reasons: readonly CodebookEntry[]): AsyncIterable<Uint8Array> {
  return inSnapshot(async function* (tx) {
    const described: CoevalTask[] = [];
    for (const task of tasks) described.push(await coevalTask(tx, task, reasons));
    yield* writeZip(coevalFiles(described));
  });
}

async function* adjudicatedTable(task: ExportTask): AsyncGenerator<string> {
  yield* inSnapshot(async function* (tx) {
    yield* writeCsv(adjudicatedHeader, (await exportAdjudicated(tx, task)).map(adjudicatedCells));
  });
}

async function* jsonRows(tasks: ExportTask[], reasons: readonly CodebookEntry[]): AsyncGenerator<object> {
  yield* inSnapshot<object>(async function* (tx) {
    for (const task of tasks) {
      for await (const sample of exportSamples(tx, task)) yield sampleRow(task, sample);
      for await (const evaluation of exportEvaluations(tx, task)) yield { type: "evaluation", ...evaluationRow(evaluation, reasons) };
      for await (const draft of exportDrafts(tx, task)) yield { type: "draft", ...draft };
    }
  });
}

/** Under the import's own column names, so that the line can be read back as a sample. */
function sampleRow(task: ExportTask, sample: SampleExport): object {
  const { outputB, systemB, goldLabel, subset, imageUrl, inputId, inputKey: _, output, system, ...rest } = sample;
  const written =
    task.kind === "pairwise"
      ? { output_a: output, output_b: outputB, system_a: system, system_b: systemB, gold_label: goldLabel, subset }
      : { output, system, ...(subset === null ? {} : { subset }) };
  return { type: "sample", task: task.name, ...rest, ...written, image_url: imageUrl, input_id: inputId };
}

function evaluationRow(
  { scale, draft, blindActions, ...evaluation }: StoredEvaluation,
  reasons: readonly CodebookEntry[],
): EvaluationExport {
  const items = withItemIds(draft?.items ?? []);
  const { lines } = applyActions({
    items,
    draftScore: draft?.score ?? null,
    scale,
    actions: evaluation.actions,
    madeBlind: blindActions ?? 0,
  });
  const named = (score: number | null) => (score === null ? null : (labelOf(scale, score) ?? score));
  return {
    ...evaluation,
    score: named(evaluation.score),
    blindScore: named(evaluation.blindScore),
    alsoAcceptable: evaluation.alsoAcceptable.map((score) => labelOf(scale, score) ?? score),
    // Written out: copying the rest of each action would take longer than everything else here.
    actions: evaluation.actions.map((action) => ({
      id: action.id,
      seq: action.seq,
      parentId: action.parentId,
      kind: action.kind,
      itemId: action.itemId,
      itemKind: action.itemKind,
      text: action.text,
      reason: action.reason,
      undoesId: action.undoesId,
      at: action.at,
      origin: action.origin,
      score: named(action.score),
      reasonCode: action.reasonCode,
      reasonLabel: action.reasonCode === null ? null : reasonLabel(reasons, action.reasonCode),
    })),
    items: lines.filter((line) => line.outcome !== "remove").map(({ id, kind, text }) => ({ id, kind, text })),
    draft: draft === null ? null : { ...draft, score: named(draft.score), items },
  };
}

/** Throws conflict, with the reason, if one of these tasks cannot be written as a CoEval release. */
async function demandCoevalTasks(tasks: readonly ExportTask[]): Promise<void> {
  for (const task of tasks) {
    const problem = coevalProblem(task, await readDescribedTask(db(), task));
    if (problem === null) continue;
    const others = tasks.length > 1 ? " Choose a task, or another format." : " Choose another format.";
    throw new AppError("conflict", `"${task.name}" does not fit CoEval's format: ${problem}${others}`);
  }
}

function coevalProblem({ kind }: ExportTask, { samples, criteria }: Awaited<ReturnType<typeof readDescribedTask>>): string | null {
  if (kind === "pairwise") return "its samples have two outputs, and the format knows one.";
  if (samples === 0) return "it has no samples.";
  if (criteria.length === 0) return "it has no published criteria.";
  const labelled = criteria.find(({ scale }) => isCategorical(scale));
  return labelled === undefined ? null : `the scores of a release are numbers, and the criterion "${labelled.name}" has labels.`;
}
