import type { ImportCounts, ImportSummary } from "@/lib/domain/import";
import { count, figuresOf } from "../charts/format";

/** What was found or written, in the order in which a study is built; nothing is said of what there is none of. */
export function countPhrases(counts: ImportCounts): string[] {
  const phrase = (value: number, one: string, many?: string) => (value === 0 ? [] : [figuresOf(value, one, many)]);
  return [
    ...phrase(counts.tasks, "new task"),
    ...phrase(counts.samples, "new sample"),
    ...phrase(counts.criteria, "new criterion", "new criteria"),
    ...phrase(counts.drafts, "draft"),
    ...phrase(counts.ratings, "rating"),
    ...phrase(counts.annotators, "new annotator"),
    ...phrase(counts.judges, "new judge"),
    ...phrase(counts.samplesUnchanged, "sample already here, unchanged", "samples already here, unchanged"),
    ...phrase(counts.ratingsUnchanged, "rating already here, unchanged", "ratings already here, unchanged"),
  ];
}

/** "200 new samples, 5,000 ratings", or that there is nothing. */
export const countSentence = (counts: ImportCounts): string => countPhrases(counts).join(", ") || "nothing new";

/** Anything that would change the study. */
export const bringsSomething = (counts: ImportCounts): boolean =>
  counts.tasks + counts.samples + counts.criteria + counts.drafts + counts.ratings + counts.annotators + counts.judges > 0;

/** Whether and how a staged import may be written. */
export interface CommitChoice {
  /** All rows are good. */
  whole: boolean;
  /** Some are bad, and the good ones could be written without them. */
  withoutBadRows: boolean;
  /** Why neither; null when one is possible. */
  blocked: string | null;
}

/** What can be done with a staged import: all of it, the good rows only, or nothing. A problem of the file as a whole blocks it. */
export function commitChoice(summary: Pick<ImportSummary, "problems" | "problemCount" | "counts">): CommitChoice {
  const { problems, problemCount, counts } = summary;
  if (problemCount === 0) {
    return bringsSomething(counts)
      ? { whole: true, withoutBadRows: false, blocked: null }
      : { whole: false, withoutBadRows: false, blocked: "Everything in this file is already here. There is nothing to write." };
  }
  if (problems.some(({ row }) => row === null)) {
    return {
      whole: false,
      withoutBadRows: false,
      blocked: "The file as a whole cannot be read. Mend what is named above and choose it again.",
    };
  }
  if (bringsSomething(counts)) return { whole: false, withoutBadRows: true, blocked: null };
  return {
    whole: false,
    withoutBadRows: false,
    blocked: "No row can be imported as it is. Mend the rows named above and choose the file again.",
  };
}

/** Where in the file a row of the preview stands. */
const rowNumber = "row";

/** What is read first of a row, in this order; whatever else the file has comes after it. */
const firstColumns = [rowNumber, "id", "input", "output", "output_b", "gold_label"];

/** Columns of the preview: the two outputs of a pair side by side, the rest as the file first names it. One that is empty throughout is left away. */
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

/** "… and 240 more" where a list was cut; null where it is whole. */
export const andMore = (shown: number, all: number): string | null => (all > shown ? `and ${count(all - shown)} more` : null);
