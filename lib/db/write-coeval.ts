import "server-only";
import type { PoolClient } from "pg";
import { isCoevalRelease } from "@/lib/datasets/detect-format";
import { MAX_COEVAL_BYTES, readCoeval } from "@/lib/datasets/read-coeval";
import { readTar } from "@/lib/datasets/tar";
import type { Scale } from "@/lib/domain/criterion";
import { storeStudy } from "./import-bundle";
import { studyToStore } from "./study-to-store";
import { addProblem, type WrittenImport } from "./written-import";

type Queryable = Pick<PoolClient, "query">;

/** A file that is held in memory. */
export interface WholeFile {
  path: string;
  bytes: Uint8Array;
}

/** One file, or the files of an archived folder, read whole; null where that cannot be, which is noted as a problem. */
export async function readWhole(
  fileName: string,
  source: { whole: AsyncIterable<Uint8Array>; folder: boolean },
  result: WrittenImport,
): Promise<WholeFile[] | null> {
  const problem = (message: string) => addProblem(result, { file: fileName, row: null, field: null, message });
  const bytes = await collect(source.whole);
  if (bytes === null) {
    problem(`JSON documents and folders are read whole and may hold ${MAX_COEVAL_BYTES} bytes at most.`);
    return null;
  }
  if (!source.folder) return [{ path: fileName, bytes }];
  try {
    return readTar(bytes);
  } catch (error) {
    problem(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Stores the tasks of a CoEval release. */
export async function writeCoeval(
  client: Queryable,
  given: { id: string; projectId: string; fileName: string; scale: Scale | null },
  files: readonly WholeFile[],
  result: WrittenImport,
): Promise<void> {
  if (!isCoevalRelease(files.map((file) => file.path))) {
    const message = "There is no combine_data.json here, so this is no CoEval release; nor are there lists such as LLMBar's.";
    addProblem(result, { file: given.fileName, row: null, field: null, message });
    return;
  }
  const sources = files.map((file) => ({ path: file.path, size: file.bytes.byteLength, bytes: async () => file.bytes }));
  const read = await readCoeval(sources, { scale: given.scale });
  result.warnings.push(...read.warnings);
  for (const problem of read.problems) addProblem(result, { ...problem, row: null });
  for (const bundle of read.bundles) {
    const stored = await storeStudy(client, { projectId: given.projectId, importId: given.id }, studyToStore(bundle));
    result.warnings.push(...bundle.warnings.map((warning) => ({ ...warning, task: bundle.task.name })));
    for (const key of [
      "tasks",
      "samples",
      "samplesUnchanged",
      "criteria",
      "drafts",
      "ratings",
      "ratingsUnchanged",
      "annotators",
      "judges",
    ] as const)
      result.counts[key] += stored[key];
    for (const message of stored.conflicts) addProblem(result, { file: given.fileName, row: null, field: null, message });
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > MAX_COEVAL_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
