import type { ImportFormat } from "@/lib/domain/import";
import { startsLikeLlmbar } from "./read-llmbar";

/** How many leading bytes detectFormat needs. */
export const DETECT_BYTES = 4096;

/**
 * A file's format, detected by name and first bytes; null if neither is conclusive. A folder is a CoEval release if any of its files is
 * `combine_data.json`.
 */
export function detectFormat(fileName: string, first: Uint8Array): Exclude<ImportFormat, "auto"> | null {
  const name = fileName.toLowerCase().split(/[\\/]/).at(-1) ?? "";
  const extension = /\.([a-z]+)$/.exec(name)?.[1];
  const start = new TextDecoder().decode(first.subarray(0, DETECT_BYTES)).trimStart();
  if (name === "combine_data.json") return "coeval";
  if (/^\{\s*"redline"\s*:/.test(start)) return "redline";
  if (extension === "csv" || extension === "tsv") return "csv";
  if (extension === "jsonl" || extension === "ndjson") return "jsonl";
  if (start.startsWith("[")) return startsLikeLlmbar(start) ? "llmbar" : null;
  if (start.startsWith("{")) return extension === "json" && /^\{\s*$/m.test(start) ? null : "jsonl";
  return extension === "txt" || extension === undefined ? (/^[^\n]*[,;\t|][^\n]*(?:\n|$)/.test(start) ? "csv" : null) : null;
}

/** The format of a folder of JSON files: a CoEval release, else LLMBar's lists if one of the files is such a list, else null. */
export function detectFolder(files: readonly { path: string; bytes: Uint8Array }[]): "coeval" | "llmbar" | null {
  if (isCoevalRelease(files.map(({ path }) => path))) return "coeval";
  return files.some(({ path, bytes }) => detectFormat(path, bytes.subarray(0, DETECT_BYTES)) === "llmbar") ? "llmbar" : null;
}

/** Whether files, by their paths, are a CoEval release: the flat folder or the release's own tree. */
export const isCoevalRelease = (paths: string[]): boolean => paths.some((path) => /(?:^|[\\/])combine_data\.json$/.test(path));
