import "server-only";
import { type ImportCounts, type ImportProblem, type ImportWarning, importCounts } from "@/lib/domain/import";
import { problemsKept } from "./imports";

/** What came of reading an import and storing what it holds. */
export interface WrittenImport {
  format: string;
  counts: ImportCounts;
  /** The first ones; `problemCount` counts all. */
  problems: ImportProblem[];
  problemCount: number;
  /** A problem with the file as a whole: then skipping bad rows does not help. */
  fatal: boolean;
  warnings: ImportWarning[];
  preview: Record<string, string>[];
}

export const nothingWritten = (format: string): WrittenImport => ({
  format,
  counts: importCounts.parse({}),
  problems: [],
  problemCount: 0,
  fatal: false,
  warnings: [],
  preview: [],
});

/** Notes a problem; one without a row is fatal. */
export function addProblem(result: WrittenImport, problem: ImportProblem): void {
  result.problemCount += 1;
  if (problem.row === null) result.fatal = true;
  else result.counts.skippedRows += 1;
  if (result.problems.length < problemsKept) result.problems.push(problem);
}
