import type { KnownColumn } from "@/lib/domain/import-columns";
import { sampleHeader } from "./export-rows";
import type { RowValues } from "./read-record";

const headers = [
  sampleHeader({ subset: false, metadata: [], scores: [] }, false),
  sampleHeader({ subset: true, metadata: [], scores: [] }, false),
  sampleHeader({ subset: true, metadata: [], scores: [] }, true),
];

/** How many trailing columns hold raters' scores ("CRITERION | RATER"), as in the table of samples that Redline exports; 0 in other files. */
export function scoreColumnsAtEnd(header: readonly string[]): number {
  if (!headers.some((fixed) => fixed.every((name, index) => header[index] === name))) return 0;
  const last = header.findLastIndex((name) => !name.includes(" | "));
  return header.length - 1 - last;
}

/** What a reader says about the score columns that it leaves out. */
export const scoresLeftOut = (columns: string[]) =>
  `Score columns of a Redline export are not imported: ${columns.slice(0, 3).join(", ")}${columns.length > 3 ? " …" : ""}. Import ratings from a table of ratings.`;

/** Where the fields of a rating are in the table of ratings that Redline exports (long-csv), whose `input` is an id and whose `value` is a number or a label; null for other files. */
export function ownRatingColumns(header: readonly string[]): Partial<Record<KnownColumn, string>> | null {
  if (
    !["unit", "rater", "value", "criterion", "sample", "input", "system", "rater_kind", "arm"].every(
      (name, index) => header[index] === name,
    )
  )
    return null;
  return {
    sample_id: "sample",
    criterion: "criterion",
    rater: "rater",
    rater_kind: "rater_kind",
    score: "value",
    label: "value",
    arm: "arm",
  };
}

/**
 * Reads a line of Redline's JSON Lines export: a sample under the columns of its import, with its task; "work" for work on a sample,
 * which is not imported; null if the line is not from such an export.
 */
export function readOwnLine(line: Record<string, unknown>): { task: string; values: RowValues } | "work" | null {
  const { type, task, metadata, scores, ...columns } = line;
  if (typeof task !== "string") return null;
  if ((type === "evaluation" || type === "draft") && typeof line.sampleId === "string") return "work";
  if (type !== "sample" || !Array.isArray(scores) || typeof metadata !== "object" || metadata === null) return null;
  return { task, values: [...Object.entries(columns), ...Object.entries(metadata)] };
}
