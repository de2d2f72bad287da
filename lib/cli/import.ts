import "server-only";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Command, Option } from "commander";
import { tarHeader, tarPadding } from "@/lib/datasets/tar";
import { isArchived } from "@/lib/datasets/uploaded-images";
import { bundleStart } from "@/lib/db/bundle";
import type { Scale } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import {
  type ImportFormat,
  type ImportProblem,
  type ImportSummary,
  importFormat,
  problemSentence,
  type SampleChange,
} from "@/lib/domain/import";
import { type ImportMapping, parseMapping } from "@/lib/domain/import-mapping";
import { parseScales } from "@/lib/domain/parse-scales";
import type { Actor } from "@/lib/domain/policy";
import { importBundle } from "@/lib/workflows/import-bundle";
import { importFile } from "@/lib/workflows/import-file";
import { listImportMappings } from "@/lib/workflows/list-import-mappings";
import { fileBytes } from "./file-bytes";
import { localActor } from "./local-actor";
import { print, printJson, remark, UsageError } from "./output";
import { findProject, projectName } from "./projects";

interface Options {
  project: string;
  task?: string;
  format: ImportFormat;
  scale?: string;
  map?: string;
  ratings?: string;
  mapping?: string;
  saveMapping?: string;
  skipBadRows?: true;
  update?: true;
  json?: true;
}

export const importCommand = (): Command =>
  new Command("import")
    .argument(
      "<path>",
      "a file (CSV, JSON, JSON Lines, Parquet; gzip or zip of these), a folder or a bundle, as it is: its format is recognised",
    )
    .requiredOption("--project <name>", "created if it does not exist")
    .option("--task <name>", "task for the rows (default: the file's name); rows of Redline's own export name theirs")
    .addOption(new Option("--format <format>").choices(importFormat.options).default("auto"))
    .option("--map <fields>", "which column or JSON path holds which field: input=question,output=answers[0],criterion==Overall")
    .option("--mapping <name>", "a mapping that the project keeps, in place of --map and --ratings")
    .option("--save-mapping <name>", "keep the mapping in the project under this name")
    .option("--ratings <columns>", "columns that hold ratings: wide:annotator1..3 (one rater each) or criteria:fluency,coherence")
    .option(
      "--scale <scale>",
      "scale of the ratings, for criteria the task does not have yet: 1-5, 0-100/any, labels 'true|false|unclear', or several: quality=1-5,length=0-100",
    )
    .option("--skip-bad-rows", "write the valid rows, report the others")
    .option("--update", "change samples that are here with other content, while nobody has rated them")
    .option("--json", "print one JSON document")
    .action(runImport);

async function runImport(path: string, given: Options): Promise<void> {
  const options = { ...given, project: projectName(given.project) };
  const actor = await localActor();
  if (await isBundle(path)) return runBundleImport(actor, path, options);
  const body = await sourceOf(path);
  const { scale, scales } = options.scale === undefined ? {} : declaredScales(options.scale);
  const there = await findProject(actor, options.project);
  const mapping = await mappingOf(actor, options, there?.id ?? null);
  const written = await importFile(actor, {
    ...(there ? { projectId: there.id } : { newProject: options.project }),
    fileName: nameOf(path),
    taskName: options.task,
    format: options.format,
    scale,
    options: { mapping, ...(scales && { scales }) },
    saveMappingAs: options.saveMapping,
    body,
    skipBadRows: options.skipBadRows ?? false,
    updateSamples: options.update ?? false,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.details !== undefined ? inFull(error, error.details) : error;
  });
  if (options.json) printJson(written);
  else report(written);
}

/** Creates the project from a bundle, which has everything that the other options would say. */
async function runBundleImport(actor: Actor, path: string, options: Options): Promise<void> {
  const given = (["task", "scale", "map", "ratings", "mapping", "saveMapping", "skipBadRows", "update"] as const).find(
    (key) => options[key] !== undefined,
  );
  if (given !== undefined)
    throw new UsageError(`--${kebab(given)}: ${path} is a bundle, which is imported whole; only --project is needed`);
  const { stored } = await importBundle(actor, { name: options.project, fileName: basename(path), body: fileBytes(path) });
  const parts = (["samples", "drafts", "evaluations", "actions", "users"] as const).map(
    (table) => `${stored[table] ?? 0} ${table === "users" ? "people" : table}`,
  );
  if (options.json) printJson({ project: options.project, stored });
  else print(`Imported ${basename(path)} as the project "${options.project}": ${parts.join(", ")}.`);
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Whether a file begins as a bundle does. A pipe can be read only once, so it never counts as one. */
async function isBundle(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    const start = pipeline(createReadStream(path, { end: 65_535 }), createGunzip(), () => undefined);
    for await (const piece of start as AsyncIterable<Buffer>) return piece.toString("utf8", 0, bundleStart.length) === bundleStart;
  } catch {
    // Not compressed, or no file: the reader of other formats says what is wrong.
  }
  return false;
}

/** From --map and --ratings, or kept by the project under a name. */
async function mappingOf(actor: Actor, options: Options, projectId: string | null): Promise<ImportMapping | null> {
  const given = options.map !== undefined || options.ratings !== undefined;
  if (options.mapping === undefined) {
    if (!given && options.saveMapping !== undefined) throw new UsageError("--save-mapping: there is no --map or --ratings to keep");
    const parsed = given ? parseMapping(options.map, options.ratings) : null;
    if (typeof parsed === "string") throw new UsageError(`--map, --ratings: ${parsed}`);
    return parsed;
  }
  if (given) throw new UsageError("--mapping: give a mapping's name, or --map and --ratings, but not both");
  const { items } = projectId === null ? { items: [] } : await listImportMappings(actor, { projectId });
  const kept = items.find(({ name }) => name === options.mapping);
  if (kept) return kept.mapping;
  const names = items.map(({ name }) => `"${name}"`).join(", ") || "none";
  throw new UsageError(`--mapping ${options.mapping}: the project has no mapping of that name; it has ${names}`);
}

function report(done: ImportSummary): void {
  for (const warning of done.warnings) remark(`warning: ${warning.task ? `${warning.task}: ` : ""}${warning.message} (${warning.count})`);
  for (const problem of done.problems) remark(`skipped: ${problemSentence(problem)}`);
  const { counts } = done;
  const left = counts.samplesChanged - counts.samplesUpdated;
  const parts = [
    [counts.samples, "sample", "samples"],
    [counts.samplesUpdated, "sample updated", "samples updated"],
    [left, "changed sample left as it is", "changed samples left as they are"],
    [counts.samplesUnchanged, "sample already here", "samples already here"],
    [counts.criteria, "criterion", "criteria"],
    [counts.drafts, "draft", "drafts"],
    [counts.ratings, "rating", "ratings"],
    [counts.ratingsUnchanged, "rating already here", "ratings already here"],
    [counts.skippedRows, "row skipped", "rows skipped"],
  ] as const;
  const said = parts.flatMap(([count, one, many]) => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []));
  print(`Imported ${done.fileName}: ${said.join(", ") || "nothing new"}.`);
}

/** The refusal with all that its details list. */
function inFull(error: AppError, { problems, problemCount, changes, samplesChanged }: Record<string, unknown>): AppError {
  if (problems !== undefined) return new AppError("invalid_input", problemText(problems as ImportProblem[], Number(problemCount)));
  if (changes !== undefined) return new AppError("invalid_input", changesText(changes as SampleChange[], Number(samplesChanged)));
  return error;
}

function changesText(changes: readonly SampleChange[], count: number): string {
  const value = (text: string | null) => (text === null ? "nothing" : JSON.stringify(text));
  const lines = changes
    .slice(0, 20)
    .map(
      ({ file, row, sample, field, before, after }) =>
        `${file}, row ${row}, sample "${sample}": ${field} ${value(before)} -> ${value(after)}`,
    );
  const what = count === 1 ? "1 sample is here" : `${count} samples are here`;
  const more = changes.length > lines.length ? ["… and more"] : [];
  return [
    ...lines,
    ...more,
    `${what} with other content. Nothing was written. --update changes what is here, --skip-bad-rows leaves it.`,
  ].join("\n");
}

function problemText(problems: ImportProblem[], count: number): string {
  const shown = problems.slice(0, 20).map(problemSentence);
  const left = count - shown.length;
  const more = left > 0 ? [`… and ${left} more ${left === 1 ? "problem" : "problems"}`] : [];
  return [...shown, ...more, "Nothing was written."].join("\n");
}

function declaredScales(text: string): { scale?: Scale; scales?: Record<string, Scale> } {
  const parsed = parseScales(text);
  if (parsed === null)
    throw new UsageError(
      `--scale ${text}: write MIN-MAX or MIN-MAX/STEP, such as 1-5, 0-10/0.5 or 0-100/any, or different labels, such as 'true|false|unclear'; for several criteria NAME=SCALE,NAME=SCALE`,
    );
  return parsed;
}

/** LLMBar's files are all called dataset.json; only the folder says which subset each one is. */
function nameOf(path: string): string {
  const whole = resolve(path);
  return basename(whole) === "dataset.json" ? `${basename(dirname(whole))}/dataset.json` : basename(whole);
}

async function sourceOf(path: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new UsageError(`${path}: there is no such file or folder`);
  return found.isDirectory() ? folderArchive(resolve(path)) : createReadStream(path);
}

/** The JSON files, tables and images of a folder as one archive, in the form that the browser sends. */
async function* folderArchive(folder: string): AsyncGenerator<Uint8Array> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => isArchived(name)).sort();
  if (names.length === 0) throw new UsageError(`${folder}: there are no JSON files, tables or images in this folder`);
  for (const [index, name] of names.entries()) {
    const bytes = await readFile(join(folder, name));
    const path = relative(folder, join(folder, name)).split(sep).join("/");
    yield tarHeader(`${basename(folder)}/${path}`, bytes.byteLength);
    yield bytes;
    yield tarPadding(bytes.byteLength, index === names.length - 1);
  }
}
