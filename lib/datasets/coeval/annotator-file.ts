import type { ImportProblem, ImportWarning } from "@/lib/domain/import";
import { isObject, type Json, problemIn, readJsonObject, type SourceFile } from "./source-file";

/** One annotator's file: its annotator, its folder and its samples as written. */
export interface AnnotatorFile {
  path: string;
  /** The folder's whole path, and its own name: the name of the task. */
  folder: string;
  task: string;
  annotator: string;
  samples: Map<string, Json>;
}

export interface FoundFiles {
  combine: { path: string; object: Json } | null;
  annotators: AnnotatorFile[];
  problems: ImportProblem[];
  warnings: ImportWarning[];
}

const combineName = "combine_data.json";
const segments = (path: string) => path.split("/").filter((part) => part !== "" && part !== ".");
const nameOf = (path: string) => segments(path).at(-1) ?? path;

/**
 * Sorts the given files into `combine_data.json`, annotators' files (recognized by their shape, `{ NAME: { SAMPLE: { …, criteria } } }`,
 * or by a name such as A01.json) and the rest, which is skipped with a warning.
 */
export async function findFiles(files: SourceFile[]): Promise<FoundFiles> {
  const found: FoundFiles = { combine: null, annotators: [], problems: [], warnings: [] };
  const ignored: string[] = [];
  for (const file of files.map((entry) => ({ ...entry, bytes: () => entry.bytes(), path: entry.path.replaceAll("\\", "/") }))) {
    if (nameOf(file.path) === combineName) await takeCombine(file, found);
    else if (!file.path.toLowerCase().endsWith(".json") || !(await takeAnnotator(file, found))) ignored.push(file.path);
  }
  if (found.combine === null && found.problems.length === 0) {
    found.problems.push(problemIn(combineName, null, `There is no ${combineName} among the files; it holds the samples and drafts.`));
  }
  if (ignored.length > 0) {
    const list = ignored.length > 5 ? `${ignored.slice(0, 5).join(", ")} and ${ignored.length - 5} more` : ignored.join(", ");
    found.warnings.push({
      code: "files-left-out",
      message: `Skipped files that hold neither samples nor annotators' work: ${list}.`,
      count: ignored.length,
    });
  }
  return found;
}

async function takeCombine(file: SourceFile, found: FoundFiles): Promise<void> {
  const read = await readJsonObject(file);
  if ("problem" in read) found.problems.push(read.problem);
  else if (found.combine) found.problems.push(problemIn(file.path, null, `There is a second ${combineName}: ${found.combine.path}.`));
  else found.combine = { path: file.path, object: read.object };
}

/** @returns whether the file is an annotator's, valid or not */
async function takeAnnotator(file: SourceFile, found: FoundFiles): Promise<boolean> {
  const stem = nameOf(file.path).slice(0, -".json".length);
  const named = /^A\d+$/.test(stem);
  const read = await readJsonObject(file);
  if ("problem" in read) {
    if (named) found.problems.push(read.problem);
    return named;
  }
  const [only, ...others] = Object.entries(read.object);
  const samples = only !== undefined && others.length === 0 ? sampleMap(only[1]) : null;
  if (only === undefined || samples === null || (!named && only[0] !== stem)) {
    if (named)
      found.problems.push(
        problemIn(file.path, null, "An annotator's file has one key, the annotator's name, which holds samples with their criteria."),
      );
    return named;
  }
  const folders = segments(file.path).slice(0, -1);
  const task = folders.at(-1);
  if (task === undefined) found.problems.push(problemIn(file.path, null, "An annotator's file must be in a folder named after its task."));
  else found.annotators.push({ path: file.path, folder: folders.join("/"), task, annotator: only[0], samples });
  return true;
}

function sampleMap(value: unknown): Map<string, Json> | null {
  if (!isObject(value)) return null;
  const samples = new Map<string, Json>();
  for (const [id, sample] of Object.entries(value)) {
    if (!isObject(sample) || !isObject(sample.criteria)) return null;
    samples.set(id, sample);
  }
  return samples.size === 0 ? null : samples;
}
