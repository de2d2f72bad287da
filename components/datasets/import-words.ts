import type { ImportCounts, ImportSummary } from "@/lib/domain/import";
import { count, figuresOf } from "../charts/format";

/** What was found or written, in the order a study is built; zero counts are left out. */
export function countPhrases(counts: ImportCounts): string[] {
  const phrase = (value: number, one: string, many?: string) => (value === 0 ? [] : [figuresOf(value, one, many)]);
  return [
    ...phrase(counts.tasks, "new task"),
    ...phrase(counts.samples, "new sample"),
    ...phrase(counts.samplesUpdated, "updated sample"),
    ...phrase(counts.criteria, "new criterion", "new criteria"),
    ...phrase(counts.drafts, "draft"),
    ...phrase(counts.ratings, "rating"),
    ...phrase(counts.annotators, "new annotator"),
    ...phrase(counts.judges, "new judge"),
    ...phrase(counts.samplesUnchanged, "sample already here, unchanged", "samples already here, unchanged"),
    ...phrase(counts.ratingsUnchanged, "rating already here, unchanged", "ratings already here, unchanged"),
  ];
}

/** "200 new samples, 5,000 ratings", or that there is nothing new. */
export const countSentence = (counts: ImportCounts): string => countPhrases(counts).join(", ") || "nothing new";

/** Whether the import would change the study. */
export const bringsSomething = (counts: ImportCounts): boolean =>
  counts.tasks + counts.samples + counts.criteria + counts.drafts + counts.ratings + counts.annotators + counts.judges > 0;

/** Whether and how a staged import may be written. */
export interface CommitChoice {
  /** All rows are valid. */
  whole: boolean;
  /** Some rows have problems, and the valid ones can be imported without them. */
  withoutBadRows: boolean;
  /** Stored samples can be changed to what the file says; null: the file changes none. */
  update: string | null;
  /** Why nothing is possible; null if something is. */
  blocked: string | null;
}

const nothing = { whole: false, withoutBadRows: false, update: null, blocked: null };

/**
 * Whether a staged import can be written: entirely, valid rows only, with changes of stored samples, or not at all. A problem with the file as a whole blocks
 * it.
 */
export function commitChoice(summary: Pick<ImportSummary, "problems" | "problemCount" | "counts">): CommitChoice {
  const { problems, problemCount, counts } = summary;
  if (problems.some(({ row }) => row === null))
    return { ...nothing, blocked: "The file cannot be read. Fix the problems listed above and choose the file again." };
  const adds = bringsSomething(counts);
  if (counts.samplesChanged > 0) {
    const what = `Update ${figuresOf(counts.samplesChanged, "sample")}`;
    const rest = problemCount > 0 ? (adds ? " and import the valid rows" : "") : adds ? " and import the rest" : "";
    return { ...nothing, withoutBadRows: adds, update: `${what}${rest}` };
  }
  if (problemCount === 0)
    return adds
      ? { ...nothing, whole: true }
      : { ...nothing, blocked: "Everything in this file is already here. There is nothing to write." };
  if (adds) return { ...nothing, withoutBadRows: true };
  return { ...nothing, blocked: "No row can be imported. Fix the rows listed above and choose the file again." };
}

/** The preview column that holds the row's number in the file. */
const rowNumber = "row";

/** Columns shown first, in this order, before the file's other columns. */
const firstColumns = [rowNumber, "id", "input", "output", "output_b", "gold_label"];

/** Preview columns: a pair's two outputs side by side, the rest in order of first appearance. Empty columns are left out. */
export const previewColumns = (rows: ImportSummary["preview"]): string[] => {
  const names = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined && row[name] !== "")));
  return [...firstColumns.filter((name) => names.has(name)), ...[...names].filter((name) => !firstColumns.includes(name))];
};

export const statusWords: Record<ImportSummary["status"], string> = {
  staging: "being checked",
  staged: "checked, not written",
  running: "running",
  done: "imported",
  failed: "failed",
  undone: "undone",
};

/** "and 240 more" if a list was truncated, otherwise null. */
export const andMore = (shown: number, all: number): string | null => (all > shown ? `and ${count(all - shown)} more` : null);
