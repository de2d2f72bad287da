import "server-only";
import type { PoolClient } from "pg";
import { DETECT_BYTES, detectFolder, detectFormat } from "@/lib/datasets/detect-format";
import { contentHash, inputKey } from "@/lib/datasets/hash-sample";
import { readCsv } from "@/lib/datasets/read-csv";
import { readJsonl } from "@/lib/datasets/read-jsonl";
import { readLlmbar } from "@/lib/datasets/read-llmbar";
import { isTar } from "@/lib/datasets/tar";
import type { Scale } from "@/lib/domain/criterion";
import type { DatasetEvent, RatingRecord, SampleRecord } from "@/lib/domain/import";
import { preferenceCriterion } from "@/lib/domain/preference";
import { storeRatings } from "./import-ratings";
import { nextPosition, storeSamples } from "./import-samples";
import { createPublishedSet, getOrCreateTask, type TaskTarget } from "./import-targets";
import type { RatingTarget } from "./resolve-ratings";
import { readWhole, type WholeFile, writeCoeval } from "./write-coeval";
import { addProblem, nothingWritten, type WrittenImport } from "./written-import";

type Queryable = Pick<PoolClient, "query">;

/** What is to be written, and where. */
export interface ImportToWrite {
  id: string;
  projectId: string;
  /** Task for the rows; default: the file's name without its ending. Files that name their own tasks ignore it. */
  taskName: string | null;
  fileName: string;
  format: string;
  /** Declared with the import, for criteria that the task does not have yet. */
  scale: Scale | null;
}

const rowsPerBatch = 1000;
const previewRows = 20;

/**
 * Reads a staged file and stores what it holds inside the caller's transaction. Rows with a problem are left out and reported; whether the
 * rest is kept is the caller's decision. Checking an import before it is written is this same function in a transaction that is rolled back.
 */
export async function writeImport(client: Queryable, given: ImportToWrite, source: AsyncIterable<Uint8Array>): Promise<WrittenImport> {
  const bytes = source[Symbol.asyncIterator]();
  const head = await readHead(bytes);
  const whole = again(head, bytes);
  const folder = isTar(head);
  const format = given.format !== "auto" ? given.format : folder ? "folder" : (detectFormat(given.fileName, head) ?? "unknown");
  const result = nothingWritten(format);
  if (format === "csv") await writeRows(client, given, readCsv(given.fileName, whole), result);
  else if (format === "jsonl") await writeRows(client, given, readJsonl(given.fileName, whole), result);
  else if (format === "coeval" || format === "llmbar" || format === "folder") await writeWhole(client, given, { whole, folder }, result);
  else addProblem(result, { file: given.fileName, row: null, field: null, message: unknownFormat(format) });
  return result;
}

/** Formats that are read whole: one JSON document, or a folder of them. */
async function writeWhole(
  client: Queryable,
  given: ImportToWrite,
  source: { whole: AsyncIterable<Uint8Array>; folder: boolean },
  result: WrittenImport,
): Promise<void> {
  const files = await readWhole(given.fileName, source, result);
  if (files === null) return;
  if (result.format === "folder") result.format = detectFolder(files) ?? "coeval";
  if (result.format === "coeval") await writeCoeval(client, given, files, result);
  else await writeRows(client, given, readLlmbar(files.map((file) => insideOf(given.fileName, file, source.folder))), result);
}

/** A single file goes by the name it was given with; a folder's files have their own. */
const insideOf = (fileName: string, file: WholeFile, folder: boolean): WholeFile => (folder ? file : { ...file, path: fileName });

const unknownFormat = (format: string) =>
  format === "unknown"
    ? "This is neither CSV nor JSON Lines nor a CoEval release nor a list such as LLMBar's. Name the format if it is one of them."
    : `Files of the format "${format}" cannot be imported yet.`;

async function readHead(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.byteLength < DETECT_BYTES) {
    const next = await bytes.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.byteLength > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

// ---- rows: CSV and JSON Lines

interface RowTarget {
  task: TaskTarget | null;
  position: number;
  ratings: RatingTarget | null;
}

async function writeRows(
  client: Queryable,
  given: ImportToWrite,
  events: AsyncIterable<DatasetEvent>,
  result: WrittenImport,
): Promise<void> {
  const targets = new Map<string | undefined, RowTarget>();
  let task: string | undefined;
  let samples: SampleRecord[] = [];
  let ratings: RatingRecord[] = [];
  const flush = async () => {
    const [newSamples, newRatings] = [samples, ratings];
    samples = [];
    ratings = [];
    const target = targets.get(task) ?? { task: null, position: 0, ratings: null };
    targets.set(task, target);
    if (newSamples.length > 0) await writeSamples(client, { ...given, taskName: task ?? given.taskName }, target, newSamples, result);
    if (newRatings.length > 0) await writeRatings(client, given, target, newRatings, result);
  };
  for await (const event of events) {
    if (event.kind === "problem") addProblem(result, { file: event.file, row: event.row, field: event.field, message: event.message });
    else if (event.kind === "warning") result.warnings.push({ code: event.code, message: event.message, count: event.count });
    else {
      result.counts.rows += 1;
      if (result.preview.length < previewRows) result.preview.push(previewOf(event));
      // Ratings may refer to samples a few lines above them, so a change of kind stores what is waiting first.
      const ofTask = event.kind === "sample" ? event.task : undefined;
      if (ofTask !== task || (event.kind === "sample" ? ratings.length : samples.length) > 0) await flush();
      task = ofTask;
      if (event.kind === "sample") samples.push(event);
      else ratings.push(event);
      if (samples.length + ratings.length >= rowsPerBatch) await flush();
    }
  }
  await flush();
  // With no row left there is nothing to write, whatever may be skipped.
  if (result.counts.rows === 0) result.fatal = true;
  if (result.counts.rows === 0 && result.problemCount === 0)
    addProblem(result, { file: given.fileName, row: null, field: null, message: "The file holds no rows." });
}

const shown = (value: unknown) =>
  value === null || value === undefined ? "" : String(typeof value === "object" ? JSON.stringify(value) : value).slice(0, 300);

function previewOf(record: SampleRecord | RatingRecord): Record<string, string> {
  if (record.kind === "rating") {
    const { row, sampleId, criterion, rater, raterKind, score, reason } = record;
    return {
      row: shown(row),
      sample_id: shown(sampleId),
      criterion: shown(criterion),
      rater: shown(rater),
      rater_kind: raterKind,
      score: shown(score),
      reason: shown(reason),
    };
  }
  const { row, externalId, input, output, outputB, system, systemB, goldLabel, subset, reference, metadata } = record;
  return {
    row: shown(row),
    id: shown(externalId),
    input: shown(input),
    output: shown(output),
    ...(outputB === null ? {} : { output_b: shown(outputB) }),
    system: shown(system),
    ...(systemB === null ? {} : { system_b: shown(systemB) }),
    ...(goldLabel === null ? {} : { gold_label: goldLabel }),
    ...(subset === null ? {} : { subset: shown(subset) }),
    ...(reference === null ? {} : { reference: shown(reference) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata: shown(metadata) }),
  };
}

async function taskOf(
  client: Queryable,
  given: ImportToWrite,
  target: RowTarget,
  kind: "pointwise" | "pairwise",
  result: WrittenImport,
): Promise<TaskTarget> {
  if (target.task) return target.task;
  const name =
    (given.taskName ??
      given.fileName
        .replace(/[\\/]dataset\.json$/, "")
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.[^.]+$/, "")) ||
    "task";
  target.task = await getOrCreateTask(client, { projectId: given.projectId, importId: given.id }, name, { kind });
  if (target.task.created) result.counts.tasks += 1;
  target.position = await nextPosition(client, target.task.id);
  // Pairs are compared: what is asked of them is clear, so that work can start at once.
  if (target.task.kind === "pairwise" && target.task.set === null) {
    target.task.set = await createPublishedSet(client, { taskId: target.task.id, importId: given.id }, [preferenceCriterion]);
    result.counts.criteria += 1;
  }
  return target.task;
}

async function writeSamples(
  client: Queryable,
  given: ImportToWrite,
  target: RowTarget,
  batch: SampleRecord[],
  result: WrittenImport,
): Promise<void> {
  const kind = batch[0]?.outputB === null ? "pointwise" : "pairwise";
  const task = await taskOf(client, given, target, kind, result);
  const fitting = batch.filter((sample) => {
    const fits = (sample.outputB === null) === (task.kind === "pointwise");
    if (!fits) {
      const message =
        task.kind === "pointwise"
          ? "two outputs in a task that judges one at a time; import them into a new task"
          : "one output in a task that compares two";
      addProblem(result, { file: sample.file ?? given.fileName, row: sample.row, field: "output_b", message });
    }
    return fits;
  });
  const stored = await storeSamples(
    client,
    { taskId: task.id, importId: given.id, firstPosition: target.position },
    fitting.map((sample) => ({ ...sample, inputKey: inputKey(sample), contentHash: contentHash(sample) })),
  );
  target.position += fitting.length;
  result.counts.samples += stored.stored;
  result.counts.samplesUnchanged += stored.unchanged;
  const fileOf = new Map(fitting.map((sample) => [sample.externalId, sample.file]));
  for (const sample of stored.conflicts) {
    addProblem(result, {
      file: fileOf.get(sample.externalId) ?? given.fileName,
      row: sample.row,
      field: "id",
      message: `sample "${sample.externalId.slice(0, 80)}" is already there with other content`,
    });
  }
}

async function writeRatings(
  client: Queryable,
  given: ImportToWrite,
  target: RowTarget,
  batch: RatingRecord[],
  result: WrittenImport,
): Promise<void> {
  target.ratings ??= await ratingTarget(client, given, target, result);
  if (target.ratings === null) {
    const first = batch[0];
    if (first && !result.fatal) {
      const message = "this task has no published criteria; publish them first, or give the scale of the ratings with the import";
      addProblem(result, { file: given.fileName, row: null, field: "criterion", message });
    }
    return;
  }
  const stored = await storeRatings(client, target.ratings, batch);
  result.counts.ratings += stored.stored;
  result.counts.ratingsUnchanged += stored.unchanged;
  result.counts.annotators += stored.newAnnotators;
  result.counts.judges += stored.newJudges;
  result.counts.criteria += stored.newCriteria;
  for (const problem of stored.problems) addProblem(result, { file: given.fileName, ...problem });
}

async function ratingTarget(
  client: Queryable,
  given: ImportToWrite,
  target: RowTarget,
  result: WrittenImport,
): Promise<RatingTarget | null> {
  const task = await taskOf(client, given, target, "pointwise", result);
  const declares = task.set === null && given.scale !== null;
  const set = task.set ?? (declares ? await createPublishedSet(client, { taskId: task.id, importId: given.id }, []) : null);
  if (set === null) return null;
  return {
    projectId: given.projectId,
    taskId: task.id,
    importId: given.id,
    set,
    pairwise: task.kind === "pairwise",
    newCriterionScale: declares ? given.scale : null,
    runs: new Map(),
  };
}
