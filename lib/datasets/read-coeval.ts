import type { TaskBundle } from "@/lib/domain/bundle";
import type { ImportProblem, ImportWarning } from "@/lib/domain/import";
import { type AnnotatorFile, findFiles } from "./coeval/annotator-file";
import type { CoevalScale } from "./coeval/draft-lines";
import { folderNames } from "./coeval/file-names";
import { matchFolder } from "./coeval/match-folder";
import { readTask } from "./coeval/read-task";
import { type ReleaseKey, readReleaseKeys } from "./coeval/release-key";
import { problemIn, type SourceFile } from "./coeval/source-file";

export type { CoevalScale } from "./coeval/draft-lines";
export type { SourceFile } from "./coeval/source-file";

/** The release's JSON is columnar, so it is read whole; this limits the size of all files together. */
export const MAX_COEVAL_BYTES = 512 * 1024 * 1024;

export interface CoevalOptions {
  /** The scale of all criteria; the release's files do not state it. Without it, 1 to 5. */
  scale?: CoevalScale | null;
}

export interface CoevalRead {
  /** One per folder of annotators and one per task without a folder; empty if there are problems. */
  bundles: TaskBundle[];
  problems: ImportProblem[];
  /** About the files; warnings about a task's content are in its bundle. */
  warnings: ImportWarning[];
}

/**
 * Reads CoEval's release, the flat folder or the release's own tree: `combine_data.json` anywhere, and annotators' files in folders.
 * Contradictory data is kept unchanged and counted in a warning; unreadable data is a problem, and then nothing is returned.
 */
export async function readCoeval(files: SourceFile[], options: CoevalOptions = {}): Promise<CoevalRead> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_COEVAL_BYTES) {
    const message = `The files hold ${size} bytes in total; a CoEval release is read whole, so the limit is ${MAX_COEVAL_BYTES}.`;
    return { bundles: [], problems: [problemIn("combine_data.json", null, message)], warnings: [] };
  }
  const { combine, annotators, problems, warnings } = await findFiles(files);
  if (combine === null) return { bundles: [], problems, warnings };
  const release = readReleaseKeys(combine.path, combine.object);
  problems.push(...release.problems);
  const folders = byFolder(annotators);
  const bundles: TaskBundle[] = [];
  const matched = new Set<ReleaseKey>();
  const names = folderNames(release.keys.map(({ key }) => key));
  for (const inFolder of folders.values()) {
    // A broken combine_data.json has already been reported; reporting its tasks' missing folders would be noise.
    if (release.problems.length > 0) break;
    const named = release.keys[names.indexOf(inFolder[0]?.task ?? "")];
    const key = matchFolder(inFolder, release.keys, named);
    if ("problem" in key) {
      problems.push(key.problem);
      continue;
    }
    matched.add(key);
    // A folder's name may lack characters of the task's.
    bundles.push(readTask(key === named ? key.key : (inFolder[0]?.task ?? key.key), key, inFolder, options.scale ?? null, problems));
  }
  for (const key of release.keys) if (!matched.has(key)) bundles.push(readTask(key.key, key, [], options.scale ?? null, problems));
  problems.push(...sameNames(bundles));
  return { bundles: problems.length > 0 ? [] : bundles, problems, warnings };
}

function byFolder(annotators: AnnotatorFile[]): Map<string, AnnotatorFile[]> {
  const folders = new Map<string, AnnotatorFile[]>();
  for (const file of annotators) folders.set(file.folder, [...(folders.get(file.folder) ?? []), file]);
  return folders;
}

function sameNames(bundles: TaskBundle[]): ImportProblem[] {
  const names = bundles.map(({ task }) => task.name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => problemIn(name, null, `Two tasks would be called "${name}". Rename a folder, or import one at a time.`));
}
