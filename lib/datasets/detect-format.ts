import { isParquet } from "./read-parquet";

/** How many leading bytes detectFormat gets at least, unless the file is shorter; more if its first line is longer. */
export const DETECT_BYTES = 4096;
/** The longest first line that is looked at. */
export const MAX_FIRST_LINE_BYTES = 1 << 20;

export type TableFormat = "csv" | "jsonl" | "json" | "parquet";

/** A file's format, by its first bytes whatever it is called; the name decides only where they are not conclusive. Null: none of them. */
export function detectFormat(fileName: string, first: Uint8Array): TableFormat | "coeval" | "redline" | null {
  const name = fileName.toLowerCase().split(/[\\/]/).at(-1) ?? "";
  const extension = /\.([a-z]+)$/.exec(name)?.[1];
  if (isParquet(first)) return "parquet";
  const start = new TextDecoder().decode(first).trimStart();
  if (name === "combine_data.json") return "coeval";
  if (/^\{\s*"redline"\s*:/.test(start)) return "redline";
  if (/^\[\s*(?:[{[]|$)/.test(start)) return "json";
  if (start.startsWith("{")) return ofObject(start, extension);
  if (extension === "csv" || extension === "tsv") return "csv";
  if (extension === "jsonl" || extension === "ndjson") return "jsonl";
  if (extension === "json" || extension === "parquet") return null;
  // Under another name it may be anything, such as a picture. The last character may be cut in two.
  if (extension !== "txt" && extension !== undefined && /[\0\ufffd]/.test(start.slice(0, -1))) return null;
  return /^[^\n]*[,;\t|][^\n]*(?:\n|$)/.test(start) ? "csv" : null;
}

/** JSON Lines if the first line is an object of its own and another follows, or if the name says so; else a document. */
function ofObject(start: string, extension: string | undefined): "jsonl" | "json" {
  if (extension === "jsonl" || extension === "ndjson") return "jsonl";
  const end = start.indexOf("\n");
  const [line, rest] = end < 0 ? [start, ""] : [start.slice(0, end), start.slice(end + 1).trim()];
  try {
    JSON.parse(line);
    return rest === "" && extension === "json" ? "json" : "jsonl";
  } catch {
    return end < 0 && extension !== "json" ? "jsonl" : "json";
  }
}

/** Whether files, by their paths, are a CoEval release: the flat folder or the release's own tree. */
export const isCoevalRelease = (paths: string[]): boolean => paths.some((path) => /(?:^|[\\/])combine_data\.json$/.test(path));
